/** Decides from the pointer's own view of the window tree whether a press would land where it should. */
export interface Look {
  readonly window: number;
  /** The child of `window` the pointer is in, 0 for none. */
  readonly child: number;
  readonly rootX: number;
  readonly rootY: number;
}

export type Verdict = 'inside' | 'covered' | 'elsewhere';

/**
 * `chain` leads from the root to where the press must land, `looks` has an answer for each of its windows but the last.
 * `elsewhere` means that the pointer is not on the wanted pixel, so nothing can be said.
 */
export function judge(chain: readonly number[], looks: readonly Look[], wanted: { x: number; y: number }): Verdict {
  for (const [index, look] of looks.entries()) {
    if (Math.floor(look.rootX) !== wanted.x || Math.floor(look.rootY) !== wanted.y) return 'elsewhere';
    if (look.window !== chain[index] || look.child !== chain[index + 1]) return 'covered';
  }
  return looks.length === chain.length - 1 ? 'inside' : 'covered';
}
