/**
 * JSON can hold half of a surrogate pair; no encoding, keyboard or document can.
 * Sent on, it would become a replacement character somewhere on the way, so it is refused at the door.
 */
const HALF = /\p{Surrogate}/u;

export interface HalfCharacter {
  /** The argument, with the way into it. */
  readonly path: string;
  /** Counted in UTF-16 units, as the caller's own string counts. */
  readonly position: number;
}

export function findHalfCharacter(value: unknown, path = ''): HalfCharacter | undefined {
  if (typeof value === 'string') {
    const position = value.search(HALF);
    return position < 0 ? undefined : { path, position };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    const found = findHalfCharacter(part, path ? `${path}.${key}` : key);
    if (found) return found;
  }
  return undefined;
}
