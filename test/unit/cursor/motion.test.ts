import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { glidePath, headingAt, type PathKnobs } from '../../../src/cursor/motion/path.js';
import { glideDuration, springProgress } from '../../../src/cursor/motion/timing.js';

const knobs: PathKnobs = { startHandle: 0.3, endHandle: 0.3, arcSize: 0.25, arcFlow: 0 };
const spot = fc.record({ x: fc.integer({ min: -5000, max: 5000 }), y: fc.integer({ min: -5000, max: 5000 }) });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const anyKnobs = fc.record({ startHandle: share, endHandle: share, arcSize: share, arcFlow: fc.double({ min: -1, max: 1, noNaN: true }) });
const steps = Array.from({ length: 101 }, (_, index) => index / 100);

/** How far the path lies above the straight line, at each step; the line goes from left to right. */
const bend = (path: (progress: number) => { x: number; y: number }) => steps.map((step) => -path(step).y);

describe('the path of a glide', () => {
  test('begins and ends exactly where it should, whatever the knobs', () => {
    fc.assert(
      fc.property(spot, spot, anyKnobs, (from, to, any) => {
        const path = glidePath(from, to, any);
        for (const [progress, place] of [
          [0, from],
          [1, to],
        ] as const) {
          if (from.x === to.x && from.y === to.y) continue;
          expect(path(progress).x).toBeCloseTo(place.x, 6);
          expect(path(progress).y).toBeCloseTo(place.y, 6);
        }
      }),
    );
  });

  test('is a straight line without an arc', () => {
    const path = glidePath({ x: 0, y: 0 }, { x: 400, y: 0 }, { ...knobs, arcSize: 0 });
    expect(Math.max(...bend(path).map(Math.abs))).toBeCloseTo(0);
  });

  test('bends upward, more with a larger arc, and not without bounds', () => {
    const height = (arcSize: number, length = 400) =>
      Math.max(...bend(glidePath({ x: 0, y: 0 }, { x: length, y: 0 }, { ...knobs, arcSize })));
    expect(height(0.25)).toBeCloseTo(50, 0);
    expect(height(0.5)).toBeCloseTo(100, 0);
    expect(height(1, 5000)).toBeCloseTo(120, 0);
  });

  test('bends early or late as the flow says', () => {
    const peak = (arcFlow: number) => {
      const heights = bend(glidePath({ x: 0, y: 0 }, { x: 400, y: 0 }, { ...knobs, arcFlow }));
      return heights.indexOf(Math.max(...heights));
    };
    expect(peak(-1)).toBeLessThan(40);
    expect(peak(0)).toBe(50);
    expect(peak(1)).toBeGreaterThan(60);
  });

  test('stays near its ends: no knob sends it across the screen', () => {
    fc.assert(
      fc.property(spot, spot, anyKnobs, share, (from, to, any, progress) => {
        const length = Math.hypot(to.x - from.x, to.y - from.y);
        const { x, y } = glidePath(from, to, any)(progress);
        expect(Math.hypot(x - from.x, y - from.y)).toBeLessThanOrEqual(length * 1.6 + 1);
      }),
    );
  });

  test('goes a little beyond its end along the direction it came in', () => {
    const path = glidePath({ x: 0, y: 0 }, { x: 2000, y: 0 }, { ...knobs, arcSize: 0 });
    expect(path(1.04).x).toBeGreaterThan(2005);
    expect(path(1.5).x).toBeLessThanOrEqual(2012);
  });

  test('leaves along the direction of the move it interrupts', () => {
    const before = glidePath({ x: 0, y: 0 }, { x: 400, y: 0 }, { ...knobs, arcSize: 0 });
    const heading = headingAt(before, 0.5);
    expect(heading).toEqual({ x: 1, y: 0 });
    const turned = glidePath({ x: 200, y: 0 }, { x: 200, y: 400 }, knobs, heading);
    expect(turned(0.05).x).toBeGreaterThan(205);
    expect(turned(1)).toEqual({ x: 200, y: 400 });
  });

  test('has no direction where it stands still', () => {
    expect(headingAt(glidePath({ x: 5, y: 5 }, { x: 5, y: 5 }, knobs), 0.5)).toBeUndefined();
  });
});

describe('the timing of a glide', () => {
  const spring = fc.double({ min: 0.3, max: 1, noNaN: true });

  test('starts at 0 and is exactly at 1 when the time is up', () => {
    fc.assert(
      fc.property(spring, (value) => {
        expect(springProgress(0, value)).toBe(0);
        expect(springProgress(1, value)).toBe(1);
        expect(springProgress(7, value)).toBe(1);
      }),
    );
  });

  test('never jumps from one frame to the next', () => {
    fc.assert(
      fc.property(spring, (value) => {
        for (const step of steps.slice(1)) {
          expect(Math.abs(springProgress(step, value) - springProgress(step - 0.01, value))).toBeLessThan(0.2);
        }
      }),
    );
  });

  test('does not pass the end with a spring of 1, and does a little with less', () => {
    const furthest = (value: number) => Math.max(...steps.map((step) => springProgress(step, value)));
    expect(furthest(1)).toBe(1);
    expect(furthest(0.72)).toBeGreaterThan(1.01);
    expect(furthest(0.72)).toBeLessThan(1.06);
    expect(furthest(0.4)).toBeGreaterThan(furthest(0.72));
  });

  test('short ways take less time', () => {
    expect(glideDuration(900, 350)).toBe(350);
    expect(glideDuration(30, 350)).toBeLessThan(160);
    expect(glideDuration(900, 0)).toBe(0);
  });
});
