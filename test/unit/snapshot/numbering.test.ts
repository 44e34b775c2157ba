import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ElementNumbers } from '../../../src/snapshot/numbering.js';

function observe(numbers: ElementNumbers, keys: readonly string[], role = 'button'): number[] {
  numbers.begin();
  return keys.map((key) => numbers.assign(key, role));
}

describe('element numbers', () => {
  test('count from one in the order of first sight', () => {
    expect(observe(new ElementNumbers(), ['a', 'b', 'c'])).toEqual([1, 2, 3]);
  });

  test('stay with an element while others come and go', () => {
    const numbers = new ElementNumbers();
    observe(numbers, ['a', 'b', 'c']);
    expect(observe(numbers, ['new', 'c', 'a'])).toEqual([4, 3, 1]);
  });

  test('of a vanished element resolve to nothing, and return with it', () => {
    const numbers = new ElementNumbers();
    observe(numbers, ['a', 'b']);
    observe(numbers, ['a']);
    expect(numbers.keyOf(2)).toBeUndefined();
    expect(numbers.indexOf('b')).toBeUndefined();
    expect(numbers.wasGiven(2)).toBe(true);
    expect(numbers.wasGiven(3)).toBe(false);
    observe(numbers, ['b']);
    expect(numbers.keyOf(2)).toBe('b');
  });

  test('are new when the same key comes back as something else', () => {
    const numbers = new ElementNumbers();
    observe(numbers, ['a'], 'button');
    expect(observe(numbers, ['a'], 'checkbox')).toEqual([2]);
    expect(numbers.keyOf(1)).toBeUndefined();
  });

  test('are never used again, although long-gone elements are forgotten', () => {
    const numbers = new ElementNumbers({ rememberElements: 40, rememberSnapshots: 5 });
    const given = new Map<number, string>();
    for (let round = 0; round < 200; round += 1) {
      const keys = Array.from({ length: 10 }, (_, at) => `${round}-${at}`);
      observe(numbers, keys).forEach((index, at) => {
        expect(given.has(index)).toBe(false);
        given.set(index, keys[at] ?? '');
      });
      expect(numbers.remembered).toBeLessThanOrEqual(61);
    }
  });

  test('never stand for two elements, whatever comes and goes', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const role = fc.constantFrom('button', 'link');
    const rounds = fc.array(fc.array(fc.tuple(key, role), { maxLength: 6 }), { maxLength: 30 });
    fc.assert(
      fc.property(rounds, (history) => {
        const numbers = new ElementNumbers({ rememberElements: 2, rememberSnapshots: 3 });
        const owners = new Map<number, string>();
        for (const round of history) {
          numbers.begin();
          for (const [name, as] of round) {
            const index = numbers.assign(name, as);
            const owner = owners.get(index) ?? `${name} ${as}`;
            expect(owner).toBe(`${name} ${as}`);
            owners.set(index, owner);
            expect(numbers.keyOf(index)).toBe(name);
          }
        }
      }),
    );
  });
});
