import { describe, expect, test } from 'vitest';
import { holeAt } from '../../../src/backends/x11/seat/target/hole.js';
import { judge } from '../../../src/backends/x11/seat/target/verdict.js';

const geometry = { x: 100, y: 50, width: 200, height: 100, borderWidth: 0 };
const whole = [{ x: 0, y: 0, width: 200, height: 100 }];

describe('a hole', () => {
  test('lies in the coordinates of the window that gets it', () => {
    expect(holeAt(7, geometry, whole, { x: 110, y: 60 })).toEqual({ window: 7, saved: 'default', x: 10, y: 10 });
  });

  test('counts from inside a border', () => {
    const bordered = { ...geometry, borderWidth: 2 };
    const shape = [{ x: -2, y: -2, width: 204, height: 104 }];
    expect(holeAt(7, bordered, shape, { x: 100, y: 50 })).toEqual({ window: 7, saved: 'default', x: -2, y: -2 });
  });

  test('remembers a shape that is not the default one', () => {
    const shape = [
      { x: 0, y: 0, width: 50, height: 100 },
      { x: 100, y: 0, width: 50, height: 100 },
    ];
    expect(holeAt(7, geometry, shape, { x: 105, y: 55 })?.saved).toEqual(shape);
    expect(holeAt(7, geometry, shape, { x: 170, y: 55 })).toBeUndefined();
  });

  test('is not needed outside the window or where it takes no input', () => {
    expect(holeAt(7, geometry, whole, { x: 300, y: 60 })).toBeUndefined();
    expect(holeAt(7, geometry, [], { x: 110, y: 60 })).toBeUndefined();
  });
});

describe('the verdict on a place', () => {
  const at = { x: 5, y: 6 };
  const look = (window: number, child: number, rootX = 5) => ({ window, child, rootX, rootY: 6 });

  test('is inside when every window leads to the next', () => {
    expect(judge([1, 2, 3], [look(1, 2), look(2, 3)], at)).toBe('inside');
  });

  test('is covered when another window is in between', () => {
    expect(judge([1, 2, 3], [look(1, 9), look(2, 3)], at)).toBe('covered');
    expect(judge([1, 2, 3], [look(1, 2), look(2, 0)], at)).toBe('covered');
  });

  test('says nothing about a pixel the pointer is not on', () => {
    expect(judge([1, 2], [look(1, 2, 4)], at)).toBe('elsewhere');
  });

  test('is never inside without a look at each window', () => {
    expect(judge([1, 2, 3], [look(1, 2)], at)).toBe('covered');
  });
});
