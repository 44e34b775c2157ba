import type { Rect } from '../model/geometry.js';
import { intersect, outward } from '../model/geometry.js';
import type { RawImage } from '../model/image.js';
import type { Color } from './color.js';

export function createImage(width: number, height: number, fill?: Color): RawImage {
  const image = { width, height, stride: width * 4, data: Buffer.alloc(width * height * 4, 0xff) };
  if (fill) fillRect(image, { x: 0, y: 0, width, height }, fill);
  return image;
}

export const imageBounds = ({ width, height }: RawImage): Rect => ({ x: 0, y: 0, width, height });

export function cloneImage(image: RawImage): RawImage {
  return cropImage(image, imageBounds(image));
}

/** A tight copy of the part of `rect` that lies inside the image; 0 x 0 when none does. */
export function cropImage(image: RawImage, rect: Rect): RawImage {
  const part = intersect(imageBounds(image), outward(rect)) ?? { x: 0, y: 0, width: 0, height: 0 };
  const stride = part.width * 4;
  const data = Buffer.allocUnsafe(stride * part.height);
  for (let row = 0; row < part.height; row++) {
    const from = (part.y + row) * image.stride + part.x * 4;
    image.data.copy(data, row * stride, from, from + stride);
  }
  return { width: part.width, height: part.height, stride, data };
}

/** Overwrites every pixel the rectangle touches, so nothing beneath can be recovered. */
export function fillRect(image: RawImage, rect: Rect, color: Color): void {
  const part = intersect(imageBounds(image), outward(rect));
  if (!part) return;
  const { data, stride } = image;
  const first = part.y * stride + part.x * 4;
  const rowBytes = part.width * 4;
  for (let i = first; i < first + rowBytes; i += 4) {
    data[i] = color.b;
    data[i + 1] = color.g;
    data[i + 2] = color.r;
    data[i + 3] = 255;
  }
  for (let row = 1; row < part.height; row++) data.copyWithin(first + row * stride, first, first + rowBytes);
}

/** Puts `source` at `(x, y)`, clipped to the target: popups of a window are composed this way. */
export function pasteImage(target: RawImage, source: RawImage, x: number, y: number): void {
  const part = intersect(imageBounds(target), { x, y, width: source.width, height: source.height });
  if (!part) return;
  for (let row = 0; row < part.height; row++) {
    const from = (part.y - y + row) * source.stride + (part.x - x) * 4;
    source.data.copy(target.data, (part.y + row) * target.stride + part.x * 4, from, from + part.width * 4);
  }
}

/** Lays premultiplied BGRA (client-side shadows, rounded corners) over a solid colour. */
export function flattenAlpha(image: RawImage, background: Color): void {
  const { data, width, height, stride } = image;
  for (let y = 0; y < height; y++) {
    for (let i = y * stride, end = i + width * 4; i < end; i += 4) {
      const rest = 255 - (data[i + 3] ?? 255);
      if (rest === 0) continue;
      data[i] = Math.min(255, (data[i] ?? 0) + (background.b * rest) / 255);
      data[i + 1] = Math.min(255, (data[i + 1] ?? 0) + (background.g * rest) / 255);
      data[i + 2] = Math.min(255, (data[i + 2] ?? 0) + (background.r * rest) / 255);
      data[i + 3] = 255;
    }
  }
}
