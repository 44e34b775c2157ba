import { describe, expect, test } from 'vitest';
import { black, type Color, rgb, white } from '../../../src/image/color.js';
import { fillCircle, strokeRect } from '../../../src/image/draw.js';
import { createImage, fillRect } from '../../../src/image/raw.js';
import { drawText, type TextScale, textFont } from '../../../src/image/text.js';
import { containsRect, imagePoint } from '../../../src/model/geometry.js';
import type { RawImage } from '../../../src/model/image.js';
import { findMaskRuns } from '../../../src/redaction/mask/mask-runs.js';

interface Theme {
  readonly window: Color;
  readonly field: Color;
  readonly border: Color;
  readonly ink: Color;
}

const light: Theme = { window: rgb(240, 240, 240), field: white, border: rgb(170, 170, 170), ink: rgb(20, 20, 20) };
const dark: Theme = { window: rgb(45, 45, 45), field: rgb(30, 30, 30), border: rgb(80, 80, 80), ink: rgb(235, 235, 235) };
const faint: Theme = { ...light, ink: rgb(160, 160, 160) };

function field(theme: Theme, scale: number): RawImage {
  const image = createImage(300 * scale, 80 * scale, theme.window);
  const box = { x: 20 * scale, y: 24 * scale, width: 240 * scale, height: 30 * scale };
  fillRect(image, box, theme.field);
  strokeRect(image, box, { color: theme.border, width: scale });
  return image;
}

function withDots(theme: Theme, scale: number, { count, radius, pitch }: { count: number; radius: number; pitch: number }): RawImage {
  const image = field(theme, scale);
  for (let i = 0; i < count; i++) fillCircle(image, imagePoint((30 + i * pitch) * scale, 39 * scale), radius * scale, theme.ink);
  return image;
}

function written(theme: Theme, text: string, scale: TextScale = 1): RawImage {
  const image = field(theme, scale);
  drawText(image, 30 * scale, 35 * scale, text, { font: textFont, color: theme.ink, scale });
  return image;
}

describe('masked passwords', () => {
  test('columns of one gray on white are found, blank and tiny pictures are not', () => {
    const bars = createImage(64, 32, white);
    for (let x = 0; x < 64; x += 8) fillRect(bars, { x, y: 10, width: 4, height: 12 }, rgb(96, 96, 96));
    expect(findMaskRuns(bars)).toHaveLength(1);
    expect(findMaskRuns(createImage(64, 32, white))).toEqual([]);
    expect(findMaskRuns(createImage(10, 10, rgb(128, 128, 128)))).toEqual([]);
  });

  const themes = { light, dark, faint };
  const cases = Object.keys(themes).flatMap((theme) =>
    [1, 1.5, 2].flatMap((scale) =>
      [
        { count: 4, radius: 2.2, pitch: 8 },
        { count: 12, radius: 2.5, pitch: 7.8 },
        { count: 13, radius: 4.6, pitch: 11.4 },
        { count: 20, radius: 3.5, pitch: 9.3 },
      ].map((dots) => ({ theme, scale, ...dots })),
    ),
  );

  test.each(cases)('$count bullets of radius $radius on $theme at scale $scale are covered entirely', ({ theme, scale, ...dots }) => {
    const regions = findMaskRuns(withDots(themes[theme as keyof typeof themes], scale, dots));
    const { count, radius, pitch } = dots;
    const ink = {
      x: (30 - radius) * scale,
      y: (39 - radius) * scale,
      width: ((count - 1) * pitch + 2 * radius) * scale,
      height: 2 * radius * scale,
    };
    expect(regions).toHaveLength(1);
    for (const region of regions) expect(containsRect(region, ink)).toBe(true);
  });

  test.each([1, 2, 3] as const)('asterisks at scale %i are covered', (scale) => {
    expect(findMaskRuns(written(light, '********', scale))).toHaveLength(1);
    expect(findMaskRuns(written(dark, '********', scale))).toHaveLength(1);
  });

  test.each([
    'hello world',
    '0000000000',
    '1111 1111 1111',
    'oooooooo',
    'llllllll',
    '--------',
    '........',
    '========',
    '########',
    'mmmmmm',
    '...',
    '***',
  ])('ordinary text is left alone: %s', (text) => {
    for (const scale of [1, 2, 3] as const) expect(findMaskRuns(written(light, text, scale))).toEqual([]);
    expect(findMaskRuns(written(dark, text))).toEqual([]);
  });

  test('a dark window without a password is not blanked', () => {
    const image = createImage(400, 300, rgb(40, 42, 54));
    for (let line = 0; line < 12; line++)
      drawText(image, 10, 10 + line * 20, 'const answer = compute(42); // fine', { font: textFont, color: rgb(220, 220, 220) });
    expect(findMaskRuns(image)).toEqual([]);
  });

  test('grids, rulers and stripes are no passwords', () => {
    const grid = createImage(300, 200, white);
    for (let x = 10; x < 290; x += 8) for (let y = 10; y < 190; y += 8) fillCircle(grid, imagePoint(x, y), 2, black);
    expect(findMaskRuns(grid)).toEqual([]);
    const stripes = createImage(300, 200, white);
    for (let x = 0; x < 300; x += 10) fillRect(stripes, { x, y: 0, width: 5, height: 200 }, black);
    expect(findMaskRuns(stripes)).toEqual([]);
    const ruler = createImage(900, 60, white);
    drawText(ruler, 4, 20, `/${'*'.repeat(78)}`, { font: textFont, color: black });
    expect(findMaskRuns(ruler)).toEqual([]);
  });
});
