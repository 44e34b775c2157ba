import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawClickMarker, drawDragPath, drawTargetBox } from '../../../src/image/annotate.js';
import { black, type Color, colorAt, contrast, rgb, white } from '../../../src/image/color.js';
import { drawMarks } from '../../../src/image/marks.js';
import { cloneImage, createImage, fillRect } from '../../../src/image/raw.js';
import { digitFont, drawText, measureText, textFont } from '../../../src/image/text.js';
import { area, imagePoint, intersect, type Rect } from '../../../src/model/geometry.js';
import type { RawImage } from '../../../src/model/image.js';

const grid = (columns: number, rows: number, { width, height, gap }: { width: number; height: number; gap: number }) =>
  Array.from({ length: columns * rows }, (_, i) => ({
    index: i + 1,
    rect: { x: 30 + (i % columns) * (width + gap), y: 30 + Math.floor(i / columns) * (height + gap), width, height },
  }));

const overlaps = (labels: readonly Rect[]) =>
  labels.flatMap((a, i) => labels.slice(i + 1).map((b) => area(intersect(a, b) ?? { width: 0, height: 0 }))).filter((shared) => shared > 0);

/** Reads the digits of a label back from its pixels by comparing each cell with the font. */
function readNumber(image: RawImage, label: Rect): string {
  const ink = colorAt(image, label.x, label.y);
  let text = '';
  for (let x = label.x + 2; x + digitFont.glyphWidth <= label.x + label.width; x += digitFont.glyphWidth + 1) {
    const rows = Array.from({ length: digitFont.glyphHeight }, (_, row) =>
      Array.from({ length: digitFont.glyphWidth }, (_, column) => isSame(colorAt(image, x + column, label.y + 2 + row), ink)).reduce(
        (bits, set) => (bits << 1) | Number(set),
        0,
      ),
    );
    text += [...'0123456789'].find((digit) => digitFont.rows(digit).every((bits, row) => bits === rows[row])) ?? '?';
  }
  return text;
}

const isSame = (a: Color, b: Color) => a.r === b.r && a.g === b.g && a.b === b.b;

describe('marks', () => {
  test('numbers of a dense keypad do not touch each other', () => {
    const image = createImage(900, 700, rgb(240, 240, 240));
    const drawn = drawMarks(image, grid(12, 14, { width: 54, height: 30, gap: 8 }));
    expect(drawn).toHaveLength(168);
    expect(overlaps(drawn.map(({ label }) => label))).toEqual([]);
  });

  test.each([
    ['white', white],
    ['black', black],
    ['mid gray', rgb(119, 119, 119)],
    ['blue', rgb(30, 60, 200)],
  ])('every number can be read back on %s', (_, background) => {
    const image = createImage(700, 400, background);
    const drawn = drawMarks(image, grid(8, 5, { width: 60, height: 40, gap: 16 }));
    for (const { index, label } of drawn) {
      expect(readNumber(image, label)).toBe(String(index));
      const [ink, fill] = [colorAt(image, label.x, label.y), colorAt(image, label.x + 1, label.y + 1)];
      expect(contrast(ink, fill)).toBeGreaterThan(4.5);
    }
  });

  test('a number leaves the text of its own element alone when there is room beside it', () => {
    const image = createImage(300, 120, white);
    const text = { x: 100, y: 50, width: 100, height: 20 };
    drawText(image, 104, 54, 'Save the document', { font: textFont, color: black });
    const before = cloneImage(image);
    const [drawn] = drawMarks(image, [{ index: 7, rect: text }]);
    expect(drawn && intersect({ ...drawn.label }, text)).toBeUndefined();
    for (let x = 102; x < 198; x++) for (let y = 52; y < 68; y++) expect(colorAt(image, x, y)).toEqual(colorAt(before, x, y));
  });

  test('labels stay inside the picture and marks outside it are left out', () => {
    const image = createImage(200, 100, white);
    const drawn = drawMarks(image, [
      { index: 1, rect: { x: -20, y: -20, width: 60, height: 50 } },
      { index: 2, rect: { x: 190, y: 90, width: 60, height: 50 } },
      { index: 3, rect: { x: 300, y: 0, width: 10, height: 10 } },
    ]);
    expect(drawn.map(({ index }) => index)).toEqual([1, 2]);
    for (const { label } of drawn) expect(intersect({ x: 0, y: 0, width: 200, height: 100 }, { ...label })).toEqual({ ...label });
  });

  test('any arrangement is drawn without leaving the picture, the same way every time', () => {
    const rect = fc.record({
      x: fc.integer({ min: -50, max: 350 }),
      y: fc.integer({ min: -50, max: 250 }),
      width: fc.integer({ min: 0, max: 300 }),
      height: fc.integer({ min: 0, max: 300 }),
    });
    fc.assert(
      fc.property(fc.array(rect, { maxLength: 40 }), fc.constantFrom(1, 2, 3), (rects, scale) => {
        const marks = rects.map((r, index) => ({ index, rect: r }));
        const [one, two] = [createImage(320, 240, white), createImage(320, 240, white)];
        expect(drawMarks(one, marks, { scale })).toEqual(drawMarks(two, marks, { scale }));
        expect(one.data.equals(two.data)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test.each([1, 2] as const)('240 elements in a ruled table keep their words and get a number each, at %i×', (scale) => {
    const { image, cells } = ruledTable(scale);
    const before = cloneImage(image);
    const drawn = drawMarks(
      image,
      cells.map((rect, index) => ({ index: index + 1, rect })),
      { scale },
    );
    expect(drawn).toHaveLength(240);
    const touching = drawn.flatMap(({ label }, i) => drawn.slice(i + 1).filter((other) => intersect({ ...label }, { ...other.label })));
    expect(touching).toEqual([]);
    const words = drawn.map(({ label }) => inkLost(before, label));
    expect(words.filter((lost) => lost > 0)).toEqual([]);
  });

  test('twice the scale gives labels twice the size', () => {
    const one = drawMarks(createImage(200, 100, white), [{ index: 12, rect: { x: 60, y: 40, width: 50, height: 30 } }]);
    const two = drawMarks(createImage(400, 200, white), [{ index: 12, rect: { x: 120, y: 80, width: 100, height: 60 } }], { scale: 2 });
    expect(two[0]?.label.width).toBe(2 * (one[0]?.label.width ?? 0));
    expect(two[0]?.label.height).toBe(2 * (one[0]?.label.height ?? 0));
  });
});

/** 24 rows of ten words between rules, as tables in applications and pages are drawn. */
function ruledTable(scale: 1 | 2): { image: RawImage; cells: Rect[] } {
  const size = measureText(textFont, 'label-abc', scale);
  const [across, down] = [size.width + 8 * scale, size.height + 13 * scale];
  const image = createImage(10 * across + 20 * scale, 24 * down + 20 * scale, white);
  const cells: Rect[] = [];
  for (let row = 0; row <= 24; row++) {
    fillRect(image, { x: 0, y: 12 * scale + row * down, width: image.width, height: scale }, rgb(150, 150, 150));
    for (let column = 0; column < 10 && row < 24; column++) {
      const place = { x: 12 * scale + column * across, y: 12 * scale + row * down + 6 * scale };
      drawText(image, place.x, place.y, 'label-abc', { font: textFont, color: black, scale });
      cells.push({ ...place, ...size });
    }
  }
  return { image, cells };
}

/** Black pixels of the picture that a label covers. */
function inkLost(before: RawImage, label: Rect): number {
  let lost = 0;
  for (let y = label.y; y < label.y + label.height; y++)
    for (let x = label.x; x < label.x + label.width; x++) if (colorAt(before, x, y).r < 100) lost++;
  return lost;
}

describe('text', () => {
  test('draws exactly as wide and high as it measures', () => {
    for (const scale of [1, 2, 3] as const) {
      const image = createImage(400, 60, white);
      drawText(image, 5, 5, 'HgjW|', { font: textFont, color: black, scale });
      const size = measureText(textFont, 'HgjW|', scale);
      const dark: Rect[] = [];
      for (let y = 0; y < 60; y++) for (let x = 0; x < 400; x++) if (colorAt(image, x, y).r === 0) dark.push({ x, y, width: 1, height: 1 });
      expect(Math.min(...dark.map(({ x }) => x))).toBe(5);
      expect(Math.max(...dark.map(({ y }) => y))).toBe(5 + size.height - 1);
      expect(Math.max(...dark.map(({ x }) => x))).toBeLessThan(5 + size.width);
    }
  });

  test('every printable ASCII character has its own shape', () => {
    const shapes = Array.from({ length: 95 }, (_, i) => textFont.rows(String.fromCharCode(32 + i)).join());
    expect(new Set(shapes).size).toBe(95);
    expect(shapes).not.toContain(textFont.rows('\ufffd').join());
    expect(textFont.rows('\u4e2d')).toEqual(textFont.rows('\ufffd'));
  });
});

describe('annotations', () => {
  test('a click marker leaves the clicked spot visible and shows on light and dark', () => {
    for (const background of [white, black, rgb(230, 30, 60)]) {
      const image = createImage(80, 80, background);
      drawClickMarker(image, imagePoint(40, 40));
      expect(colorAt(image, 43, 43)).toEqual(background);
      const standsOut = Array.from({ length: 80 * 80 }, (_, i) => colorAt(image, i % 80, Math.floor(i / 80))).filter(
        (c) => contrast(c, background) > 3,
      );
      expect(standsOut.length).toBeGreaterThan(100);
    }
  });

  test('a target box is drawn around the element, not on it', () => {
    const image = createImage(100, 60, white);
    fillRect(image, { x: 30, y: 20, width: 40, height: 20 }, rgb(9, 9, 9));
    drawTargetBox(image, { x: 30, y: 20, width: 40, height: 20 });
    for (let x = 30; x < 70; x++) expect(colorAt(image, x, 20)).toEqual(rgb(9, 9, 9));
    expect(colorAt(image, 29, 30)).toEqual(rgb(230, 30, 60));
  });

  test('a drag path ends at its target', () => {
    const image = createImage(120, 60, white);
    drawDragPath(image, imagePoint(15, 30), imagePoint(100, 30));
    expect(colorAt(image, 98, 30)).toEqual(rgb(230, 30, 60));
    expect(colorAt(image, 115, 30)).toEqual(white);
  });

  test('drawing outside the picture changes nothing', () => {
    const image = createImage(20, 20, white);
    drawClickMarker(image, imagePoint(500, -300));
    drawDragPath(image, imagePoint(500, 500), imagePoint(500, 500));
    expect(image.data.every((byte) => byte === 255)).toBe(true);
  });
});
