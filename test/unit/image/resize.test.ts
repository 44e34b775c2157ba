import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { black, colorAt, rgb, white } from '../../../src/image/color.js';
import { createImage, cropImage, fillRect, flattenAlpha, pasteImage } from '../../../src/image/raw.js';
import { fitImage, resizeImage } from '../../../src/image/resize.js';
import type { RawImage } from '../../../src/model/image.js';

const noise = (width: number, height: number, padding = 0): RawImage => {
  const stride = width * 4 + padding;
  return { width, height, stride, data: Buffer.from(Array.from({ length: stride * height }, (_, i) => (i * 2_654_435_761) >>> 24)) };
};

/** The filter's definition, pixel by pixel in floating point. */
function areaMean(image: RawImage, x: number, y: number, width: number, height: number): number[] {
  const [x0, x1] = [(x * image.width) / width, ((x + 1) * image.width) / width];
  const [y0, y1] = [(y * image.height) / height, ((y + 1) * image.height) / height];
  const sums = [0, 0, 0];
  for (let sy = Math.floor(y0); sy < Math.min(image.height, Math.ceil(y1)); sy++) {
    for (let sx = Math.floor(x0); sx < Math.min(image.width, Math.ceil(x1)); sx++) {
      const share = (Math.min(sx + 1, x1) - Math.max(sx, x0)) * (Math.min(sy + 1, y1) - Math.max(sy, y0));
      const { r, g, b } = colorAt(image, sx, sy);
      for (const [channel, value] of [r, g, b].entries()) sums[channel] = (sums[channel] ?? 0) + value * share;
    }
  }
  return sums.map((sum) => sum / ((x1 - x0) * (y1 - y0)));
}

/** Weights count in 1/256: on noise, the worst picture there is, two passes may be this far off. */
const roundingOfWeights = 3;

describe('resize', () => {
  test('every pixel is the mean of the area it stands for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(0, 1, 4),
        (width, height, toWidth, toHeight, padding) => {
          const source = noise(width, height, padding);
          const scaled = resizeImage(source, { width: toWidth, height: toHeight });
          for (let y = 0; y < toHeight; y++) {
            for (let x = 0; x < toWidth; x++) {
              const { r, g, b } = colorAt(scaled, x, y);
              const exact = areaMean(source, x, y, toWidth, toHeight);
              for (const [channel, value] of [r, g, b].entries())
                expect(Math.abs(value - (exact[channel] ?? 0))).toBeLessThanOrEqual(roundingOfWeights);
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test('flat colours keep their exact value', () => {
    const scaled = resizeImage(createImage(1920, 1080, rgb(255, 254, 1)), { width: 1568, height: 882 });
    for (const [x, y] of [
      [0, 0],
      [1567, 881],
      [700, 333],
    ] as const)
      expect(colorAt(scaled, x, y)).toEqual(rgb(255, 254, 1));
  });

  test('an image within the limit is handed back as it is', () => {
    const image = createImage(100, 80);
    expect(fitImage(image, { maxDimension: 1568 })).toBe(image);
    expect(fitImage(image, { maxDimension: 0 })).toBe(image);
    expect(fitImage(image, { maxDimension: 50 })).toMatchObject({ width: 50, height: 40 });
  });
});

describe('raw images', () => {
  test('a crop holds the pixels of its part and is cut at the edge', () => {
    const source = noise(20, 10, 8);
    const part = cropImage(source, { x: 15, y: 6, width: 30, height: 2 });
    expect(part).toMatchObject({ width: 5, height: 2 });
    for (let x = 0; x < 5; x++) expect(colorAt(part, x, 1)).toEqual(colorAt(source, 15 + x, 7));
    expect(cropImage(source, { x: 30, y: 0, width: 5, height: 5 })).toMatchObject({ width: 0, height: 0 });
  });

  test('a fill covers every pixel the rectangle touches and none beside it', () => {
    const image = createImage(10, 10, white);
    fillRect(image, { x: 1.5, y: 2.2, width: 3, height: 1 }, black);
    const covered = Array.from({ length: 100 }, (_, i) => i).filter((i) => colorAt(image, i % 10, Math.floor(i / 10)).r === 0);
    expect(covered).toEqual([21, 22, 23, 24, 31, 32, 33, 34]);
  });

  test('a popup pasted over the edge is clipped', () => {
    const image = createImage(4, 4, white);
    pasteImage(image, createImage(3, 3, black), -1, 2);
    const covered = Array.from({ length: 16 }, (_, i) => i).filter((i) => colorAt(image, i % 4, Math.floor(i / 4)).r === 0);
    expect(covered).toEqual([8, 9, 12, 13]);
  });

  test('transparency shows the background through', () => {
    const image: RawImage = { width: 2, height: 1, stride: 8, data: Buffer.from([0, 0, 0, 0, 10, 20, 30, 128]) };
    flattenAlpha(image, white);
    expect(colorAt(image, 0, 0)).toEqual(white);
    expect(colorAt(image, 1, 0)).toEqual(rgb(157, 147, 137));
  });
});
