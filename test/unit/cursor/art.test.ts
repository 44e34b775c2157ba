import { describe, expect, test } from 'vitest';
import type { OverlayPicture } from '../../../src/backends/port.js';
import { onWhite, solidSpans } from '../../../src/backends/x11/overlay/solid.js';
import { outlineStrips } from '../../../src/cursor/art/outline.js';
import { drawPointer, nameReach } from '../../../src/cursor/art/pointer.js';
import { drawRing, RING_FRAMES } from '../../../src/cursor/art/ring.js';
import { colorFor, palette } from '../../../src/cursor/palette.js';
import { contrast, rgb, white } from '../../../src/image/color.js';

const color = rgb(37, 99, 235);
const sides = [false, true].flatMap((isAbove) => [false, true].map((isLeft) => ({ isLeft, isAbove })));
const pixel = ({ data, width }: OverlayPicture, x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
const alpha = (picture: OverlayPicture, x: number, y: number) => pixel(picture, x, y)[3] ?? 0;

function expectPremultiplied({ data }: OverlayPicture): void {
  for (let i = 0; i < data.length; i += 4) {
    const most = Math.max(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0);
    if (most > (data[i + 3] ?? 0) + 1) throw new Error(`pixel ${i / 4} is brighter than its alpha allows`);
  }
}

function edges({ width, height }: OverlayPicture): [number, number][] {
  const across = Array.from({ length: width }, (_, x) => [x, 0] as [number, number]).flatMap(
    ([x]) =>
      [
        [x, 0],
        [x, height - 1],
      ] as [number, number][],
  );
  const down = Array.from({ length: height }, (_, y) => y).flatMap(
    (y) =>
      [
        [0, y],
        [width - 1, y],
      ] as [number, number][],
  );
  return [...across, ...down];
}

describe('the pointer', () => {
  test.each(sides)('has its tip at its hot spot and fades out before its edges (%o)', (side) => {
    const picture = drawPointer({ name: 'shopping', color, scale: 1 }, side);
    const { x, y } = picture.hot;
    expect(alpha(picture, x + 1, y + 1)).toBe(255);
    expect(alpha(picture, x - 4, y - 4)).toBeLessThan(90);
    expect(alpha(picture, x + 6, y + 6)).toBe(255);
    expect(Math.max(...edges(picture).map(([px, py]) => alpha(picture, px, py)))).toBeLessThan(20);
    expectPremultiplied(picture);
  });

  test('is filled with the session’s colour inside a white rim', () => {
    const picture = drawPointer({ name: 'shopping', color, scale: 1 }, { isLeft: false, isAbove: false });
    const [b = 0, g = 0, r = 0] = pixel(picture, picture.hot.x + 6, picture.hot.y + 5);
    expect(Math.hypot(r - color.r, g - color.g, b - color.b)).toBeLessThan(60);
    const row = Array.from({ length: 12 }, (_, x) => pixel(picture, picture.hot.x - 2 + x, picture.hot.y + 8).join());
    expect(row).toContain('255,255,255,255');
  });

  test('grows with the scale of the screen', () => {
    const [small, large] = [1, 2].map((scale) => drawPointer({ name: 'a', color, scale }, { isLeft: false, isAbove: false }));
    expect(large?.width).toBeGreaterThan((small?.width ?? 0) * 1.9);
    expect(large?.hot.x).toBe((small?.hot.x ?? 0) * 2);
  });

  test('takes names of any length and alphabet', () => {
    const names = ['', 'x', 'Ältester Name', '名前', 'a'.repeat(64)];
    const widths = names.map((name) => drawPointer({ name, color, scale: 1 }, { isLeft: false, isAbove: false }).width);
    expect(Math.max(...widths)).toBeLessThan(260);
    expect(nameReach({ name: 'a'.repeat(64), color, scale: 1 }).right).toBeLessThan(260);
  });
});

describe('the ripple', () => {
  const rings = Array.from({ length: RING_FRAMES }, (_, frame) => drawRing(color, 1, frame));
  const strength = (picture: OverlayPicture) =>
    picture.data.filter((_, index) => index % 4 === 3).reduce((most, value) => Math.max(most, value), 0);

  test('grows and fades, all pictures of one size', () => {
    const radius = (picture: OverlayPicture) => {
      const row = Array.from({ length: picture.width }, (_, x) => alpha(picture, x, picture.hot.y));
      return picture.hot.x - row.indexOf(Math.max(...row));
    };
    const radii = rings.slice(0, -1).map(radius);
    expect(radii.every((each, index) => index === 0 || each >= (radii[index - 1] ?? 0))).toBe(true);
    expect(strength(rings.at(0) ?? rings[1] ?? drawRing(color, 1, 0))).toBe(255);
    expect(strength(rings.at(-1) ?? drawRing(color, 1, 0))).toBeLessThan(10);
    expect(new Set(rings.map(({ width, height }) => `${width}x${height}`)).size).toBe(1);
    rings.forEach(expectPremultiplied);
  });
});

describe('the frame of a target', () => {
  test.each([
    { x: 100, y: 100, width: 200, height: 40 },
    { x: 100, y: 100, width: 6, height: 5 },
    { x: 0, y: 0, width: 1000, height: 800 },
  ])('leaves the element itself free (%o)', (element) => {
    const strips = outlineStrips(element, color, 1).map(({ at, draw }) => ({ at, picture: draw() }));
    for (const { at, picture } of strips) {
      for (let y = 0; y < picture.height; y++) {
        for (let x = 0; x < picture.width; x++) {
          const [sx, sy] = [at.x + x, at.y + y];
          const isInside = sx >= element.x && sy >= element.y && sx < element.x + element.width && sy < element.y + element.height;
          if (isInside) expect(alpha(picture, x, y)).toBeLessThan(128);
        }
      }
    }
  });

  test('has a solid line all around', () => {
    const strips = outlineStrips({ x: 100, y: 100, width: 200, height: 40 }, color, 1).map(({ at, draw }) => ({ at, picture: draw() }));
    const alphaAt = (x: number, y: number) =>
      Math.max(
        0,
        ...strips.map(({ at, picture }) =>
          x < at.x || y < at.y || x >= at.x + picture.width || y >= at.y + picture.height ? 0 : alpha(picture, x - at.x, y - at.y),
        ),
      );
    for (const [x, y] of [
      [200, 96],
      [200, 143],
      [96, 120],
      [303, 120],
    ] as const)
      expect(alphaAt(x, y)).toBeGreaterThan(200);
  });
});

describe('without transparency', () => {
  test('what is mostly opaque stays, on white, and the rest is cut off', () => {
    const data = Buffer.from([0, 0, 0, 255, 0, 0, 0, 100, 60, 60, 60, 200, 0, 0, 0, 0].flat());
    const picture = { width: 2, height: 2, data, hot: { x: 0, y: 0 } };
    expect(solidSpans(picture)).toEqual([
      { x: 0, y: 0, width: 1, height: 1 },
      { x: 0, y: 1, width: 1, height: 1 },
    ]);
    expect([...onWhite(picture).subarray(8, 12)]).toEqual([115, 115, 115, 255]);
  });

  test('no shadow is left of the pointer', () => {
    const picture = drawPointer({ name: 'shopping', color, scale: 1 }, { isLeft: false, isAbove: false });
    const solid = onWhite(picture);
    const shadows = solidSpans(picture).flatMap(({ x, y, width }) =>
      Array.from({ length: width }, (_, index) => solid[(y * picture.width + x + index) * 4] ?? 0).filter((blue) => blue < 60),
    );
    expect(shadows).toEqual([]);
  });
});

describe('colours', () => {
  test('are readable under white letters and apart from each other', () => {
    for (const each of palette) expect(contrast(each.color, white)).toBeGreaterThan(4.4);
    for (const [index, a] of palette.entries()) {
      for (const b of palette.slice(index + 1)) {
        expect(Math.hypot(a.color.r - b.color.r, a.color.g - b.color.g, a.color.b - b.color.b), `${a.name} and ${b.name}`).toBeGreaterThan(
          35,
        );
      }
    }
  });

  test('a name keeps its colour, and two on one screen never share one while there is another', () => {
    expect(colorFor('shopping', [])).toBe(colorFor('shopping', []));
    const taken = palette.map((_, index) => index).reduce<(typeof palette)[number][]>((sum) => [...sum, colorFor('same', sum)], []);
    expect(new Set(taken).size).toBe(palette.length);
    expect(palette).toContain(colorFor('one more', taken));
  });
});
