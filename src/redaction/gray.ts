import type { Rect } from '../model/geometry.js';
import type { RawImage } from '../model/image.js';

/** Brightness only, 0 to 255. */
export class GrayImage {
  constructor(
    readonly width: number,
    readonly height: number,
    readonly pixels: Uint8Array,
  ) {}

  /** Inside the picture only. */
  at(x: number, y: number): number {
    return this.pixels[y * this.width + x] ?? 0;
  }
}

export function brightnessOf({ width, height, stride, data }: RawImage): GrayImage {
  const pixels = new Uint8Array(width * height);
  let o = 0;
  for (let y = 0; y < height; y++) {
    for (let i = y * stride, end = i + width * 4; i < end; i += 4) {
      pixels[o++] = ((data[i] ?? 0) + 2 * (data[i + 1] ?? 0) + (data[i + 2] ?? 0)) >> 2;
    }
  }
  return new GrayImage(width, height, pixels);
}

export function cutGray(gray: GrayImage, part: Rect): GrayImage {
  const pixels = new Uint8Array(part.width * part.height);
  for (let y = 0; y < part.height; y++) {
    const from = (part.y + y) * gray.width + part.x;
    pixels.set(gray.pixels.subarray(from, from + part.width), y * part.width);
  }
  return new GrayImage(part.width, part.height, pixels);
}
