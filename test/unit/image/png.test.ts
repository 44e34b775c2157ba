import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { colorAt } from '../../../src/image/color.js';
import { decodePng } from '../../../src/image/png-decode.js';
import { encodePng } from '../../../src/image/png-encode.js';
import { createImage } from '../../../src/image/raw.js';
import type { RawImage } from '../../../src/model/image.js';
import { foreignFiles } from './foreign-png.js';

/** Rows padded beyond their pixels, as X servers may hand them out. */
const images = fc
  .record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 40 }), padding: fc.integer({ min: 0, max: 3 }) })
  .chain(({ width, height, padding }) => {
    const stride = (width + padding) * 4;
    return fc
      .uint8Array({ minLength: stride * height, maxLength: stride * height })
      .map((bytes): RawImage => ({ width, height, stride, data: Buffer.from(bytes) }));
  });

const pixels = (image: RawImage) =>
  Array.from({ length: image.width * image.height }, (_, i) => colorAt(image, i % image.width, Math.floor(i / image.width)));

describe('png', () => {
  test('every picture decodes to the pixels it was made from', async () => {
    await fc.assert(
      fc.asyncProperty(images, fc.integer({ min: 0, max: 9 }), async (image, level) => {
        const decoded = await decodePng((await encodePng(image, level)).bytes);
        expect(pixels(decoded)).toEqual(pixels(image));
      }),
      { numRuns: 50 },
    );
  });

  test('a picture that changed a little, in place, decodes to what it is now', async () => {
    const image = createImage(50, 400);
    for (let at = 0; at < image.data.length; at++) image.data[at] = (at * 7919) >> 3;
    for (const y of [0, 63, 64, 250, 399]) {
      image.data.fill(y, y * image.stride, y * image.stride + 40);
      const { bytes } = await encodePng(image);
      expect(pixels(await decodePng(bytes))).toEqual(pixels(image));
    }
  });

  test('names its size and type', async () => {
    expect(await encodePng(createImage(3, 2))).toMatchObject({ format: 'png', mimeType: 'image/png', width: 3, height: 2 });
  });

  test.each(foreignFiles)('reads $kind files of another encoder', async ({ base64, sha256 }) => {
    const decoded = await decodePng(Buffer.from(base64, 'base64'));
    const bytes = Buffer.from(pixels(decoded).flatMap(({ r, g, b }) => [r, g, b]));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  });

  test('damaged, cut and foreign bytes are refused', async () => {
    const { bytes } = await encodePng(createImage(8, 8));
    const flipped = Buffer.from(bytes);
    flipped[45] = (flipped[45] ?? 0) ^ 0xff;
    await expect(decodePng(flipped)).rejects.toThrow(/damaged/);
    await expect(decodePng(bytes.subarray(0, 40))).rejects.toThrow();
    await expect(decodePng(Buffer.from('GIF89a'))).rejects.toThrow('not a PNG');
  });
});
