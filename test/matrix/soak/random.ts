// Chance that can be repeated: the same seed makes the same choices.
export interface Random {
  /** A whole number from 0 up to, but not including, `below`. */
  number(below: number): number;
  between(from: number, to: number): number;
  pick<T>(choices: readonly T[]): T;
  chance(share: number): boolean;
}

/** Mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const number = (below: number) => Math.floor(next() * below);
  return {
    number,
    between: (from, to) => from + number(to - from + 1),
    pick: (choices) => {
      const chosen = choices[number(choices.length)];
      if (chosen === undefined) throw new Error('nothing to choose from');
      return chosen;
    },
    chance: (share) => next() < share,
  };
}

/** A seed of its own for every part of a run, so that one part can be repeated without those before it. */
export const seedOfPart = (seed: number, part: number): number => (seed + Math.imul(part, 0x9e3779b1)) >>> 0;
