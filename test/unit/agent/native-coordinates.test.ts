import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fitForAnthropic,
  type ImageFrame,
  parseAnthropicAction,
  parseGeminiFunction,
  parseOpenaiAction,
  pointIn,
  regionIn,
  resolvePoint,
  resolveRegion,
  resolveScroll,
} from '../../../src/agent/index.js';

const side = fc.integer({ min: 1, max: 8000 });
const size = fc.record({ width: side, height: side });
const frameOf = ({ width, height }: { width: number; height: number }): ImageFrame => ({ space: 'image', width, height });
const inside = (limit: number) => fc.integer({ min: 0, max: limit - 1 });
const grid = { space: 'grid1000' } as const;

/** The oracle: pixel cells as exact fractions, in big integers. */
const cellOf = (index: number, to: number, from: number): number => Number(((2n * BigInt(index) + 1n) * BigInt(to)) / (2n * BigInt(from)));

describe('points of a screenshot', () => {
  test('map to themselves when the target has the same size', () => {
    const property = fc.property(
      size.chain((shown) => fc.tuple(fc.constant(shown), inside(shown.width), inside(shown.height))),
      ([shown, x, y]) => {
        expect(resolvePoint(pointIn(frameOf(shown), x, y), shown)).toEqual({ x, y });
      },
    );
    fc.assert(property);
  });

  test('map to the pixel under their centre, at every size', () => {
    const property = fc.property(
      size.chain((shown) => fc.tuple(fc.constant(shown), inside(shown.width), inside(shown.height), size)),
      ([shown, x, y, target]) => {
        const mapped = resolvePoint(pointIn(frameOf(shown), x, y), target);
        expect(mapped).toEqual({ x: cellOf(x, target.width, shown.width), y: cellOf(y, target.height, shown.height) });
        expect(mapped.x).toBeLessThan(target.width);
        expect(mapped.y).toBeLessThan(target.height);
      },
    );
    fc.assert(property);
  });

  test('come back to the same pixel after a window was shrunk to what the provider takes', () => {
    const property = fc.property(size, fc.double({ min: 0, max: 0.999, noNaN: true }), (window, share) => {
      const shown = fitForAnthropic(window, 'standard');
      const x = Math.floor(share * shown.width);
      const { x: windowX } = resolvePoint(pointIn(frameOf(shown), x, 0), window);
      expect(cellOf(windowX, shown.width, window.width)).toBe(x);
    });
    fc.assert(property);
  });

  test('outside the picture are refused, with the size that was shown', () => {
    const frame = frameOf({ width: 800, height: 600 });
    for (const [x, y] of [
      [800, 0],
      [0, 600],
      [-1, 5],
    ] as const) {
      expect(() => pointIn(frame, x, y)).toThrow(
        expect.objectContaining({ code: 'point_outside', message: expect.stringContaining('800×600') }),
      );
    }
    expect(pointIn(frame, 799.9, 0.2)).toEqual({ x: 799, y: 0, frame });
  });
});

describe('points of the thousand grid', () => {
  test('are round(v / 1000 × size), halves upward, never past the last pixel', () => {
    const property = fc.property(fc.integer({ min: 0, max: 999 }), size, (value, target) => {
      const exact = (BigInt(value) * BigInt(target.width) * 2n + 1000n) / 2000n;
      const { x } = resolvePoint(pointIn(grid, value, 0), target);
      expect(x).toBe(Math.min(Number(exact), target.width - 1));
    });
    fc.assert(property);
  });

  test('golden values', () => {
    const target = { width: 1440, height: 900 };
    expect(resolvePoint(pointIn(grid, 0, 0), target)).toEqual({ x: 0, y: 0 });
    expect(resolvePoint(pointIn(grid, 500, 500), target)).toEqual({ x: 720, y: 450 });
    expect(resolvePoint(pointIn(grid, 999, 999), target)).toEqual({ x: 1439, y: 899 });
    expect(resolvePoint(pointIn(grid, 1000, 1000), target)).toEqual({ x: 1439, y: 899 });
    expect(() => pointIn(grid, 1001, 0)).toThrow(expect.objectContaining({ code: 'point_outside' }));
  });
});

describe('regions', () => {
  test('cover every target pixel they show and no row more than needed', () => {
    const property = fc.property(
      size.chain((shown) => fc.tuple(fc.constant(shown), inside(shown.width), inside(shown.height), size)),
      ([shown, x, y, target]) => {
        const frame = frameOf(shown);
        const rect = resolveRegion(regionIn(frame, [x, y, shown.width, shown.height]), target);
        expect(rect.x).toBe(Math.floor((x * target.width) / shown.width));
        expect(rect.x + rect.width).toBe(target.width);
        expect(rect.y + rect.height).toBe(target.height);
      },
    );
    fc.assert(property);
  });

  test('that are empty or stick out are refused', () => {
    const frame = frameOf({ width: 100, height: 100 });
    for (const region of [
      [10, 10, 10, 20],
      [20, 0, 10, 5],
      [0, 0, 101, 5],
    ] as const) {
      expect(() => regionIn(frame, region)).toThrow(expect.objectContaining({ code: 'point_outside' }));
    }
  });
});

describe('scrolling', () => {
  const target = { width: 2000, height: 1000 };

  test('keeps wheel ticks and turns pixels into them, 100 to a tick, at least one', () => {
    expect(resolveScroll({ unit: 'ticks', dx: 0, dy: -3 }, target)).toEqual({ dx: 0, dy: -3 });
    const frame = frameOf({ width: 1000, height: 500 });
    expect(resolveScroll({ unit: 'pixels', dx: 0, dy: 300, frame }, target)).toEqual({ dx: 0, dy: 6 });
    expect(resolveScroll({ unit: 'pixels', dx: -1, dy: 0, frame }, target)).toEqual({ dx: -1, dy: 0 });
    expect(resolveScroll({ unit: 'pixels', dx: 0, dy: 800, frame: grid }, target)).toEqual({ dx: 0, dy: 8 });
  });

  test('points the same way in every dialect', () => {
    const frame = frameOf({ width: 1000, height: 1000 });
    const square = { width: 1000, height: 1000 };
    const down = [
      parseAnthropicAction('scroll', { scroll_direction: 'down', scroll_amount: 3, coordinate: [1, 1] }, frame),
      parseOpenaiAction({ type: 'scroll', x: 1, y: 1, scroll_x: 0, scroll_y: 300 }, frame),
      ...parseGeminiFunction('scroll', { x: 1, y: 1, direction: 'down' }),
      ...parseGeminiFunction('scroll', { x: 1, y: 1, direction: 'down', magnitude_in_pixels: 300 }),
      ...parseGeminiFunction('scroll', { x: 1, y: 1, direction: 'down', magnitude_in_wheel_clicks: 3 }),
      ...parseGeminiFunction('scroll_at', { x: 1, y: 1, direction: 'down', magnitude: 300 }),
    ];
    for (const action of down) {
      if (action.kind !== 'scroll') throw new Error(`not a scroll: ${action.kind}`);
      expect(resolveScroll(action.amount, square)).toEqual({ dx: 0, dy: 3 });
    }
  });
});
