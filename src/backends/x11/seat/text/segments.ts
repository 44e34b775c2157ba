/** Cuts a planned text where the characters that need a borrowed key become more than there are keys to borrow. */
import type { Typing } from './plan-text.js';

export interface Segment {
  readonly typings: readonly Typing[];
  /** Distinct characters the layout lacks. */
  readonly missing: readonly number[];
}

export function cutByMissing(typings: readonly Typing[], capacity: number): Segment[] {
  const segments: Segment[] = [];
  let current: Typing[] = [];
  let missing = new Set<number>();
  for (const typing of typings) {
    const isNew = typing.how === 'number' && !missing.has(typing.codePoint);
    if (isNew && missing.size === capacity) {
      segments.push({ typings: current, missing: [...missing] });
      current = [];
      missing = new Set();
    }
    if (typing.how === 'number') missing.add(typing.codePoint);
    current.push(typing);
  }
  if (current.length > 0) segments.push({ typings: current, missing: [...missing] });
  return segments;
}
