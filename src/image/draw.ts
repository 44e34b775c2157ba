/** Smooth shapes, each painted from the distance of a pixel's centre to its edge. */
import type { ImagePoint, Rect } from '../model/geometry.js';
import { intersect, outward } from '../model/geometry.js';
import type { RawImage } from '../model/image.js';
import type { Color } from './color.js';
import { fillRect, imageBounds } from './raw.js';

export interface Stroke {
  readonly color: Color;
  readonly width: number;
  /** 0 to 1; 1 when absent. */
  readonly opacity?: number;
}

export function blendRect(image: RawImage, rect: Rect, color: Color, opacity: number): void {
  if (opacity >= 1) {
    fillRect(image, rect, color);
    return;
  }
  const part = intersect(imageBounds(image), outward(rect));
  if (!part) return;
  for (let y = part.y; y < part.y + part.height; y++) {
    for (let x = part.x; x < part.x + part.width; x++) blendPixel(image, x, y, color, opacity);
  }
}

/** A frame drawn inside the rectangle's edge. */
export function strokeRect(image: RawImage, rect: Rect, { color, width, opacity = 1 }: Stroke): void {
  const { x, y, width: w, height: h } = rect;
  const across = Math.min(width, w);
  const down = Math.min(width, h);
  blendRect(image, { x, y, width: w, height: down }, color, opacity);
  if (h > down) blendRect(image, { x, y: y + h - down, width: w, height: down }, color, opacity);
  if (h <= 2 * down) return;
  blendRect(image, { x, y: y + down, width: across, height: h - 2 * down }, color, opacity);
  if (w > across) blendRect(image, { x: x + w - across, y: y + down, width: across, height: h - 2 * down }, color, opacity);
}

export function strokeLine(image: RawImage, from: ImagePoint, to: ImagePoint, stroke: Stroke): void {
  const reach = stroke.width / 2 + 1;
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length2 = dx * dx + dy * dy;
  const bounds = {
    x: Math.min(from.x, to.x) - reach,
    y: Math.min(from.y, to.y) - reach,
    width: Math.abs(dx) + 2 * reach,
    height: Math.abs(dy) + 2 * reach,
  };
  paint(image, bounds, stroke, (x, y) => {
    const t = length2 === 0 ? 0 : Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / length2));
    return Math.hypot(x - from.x - t * dx, y - from.y - t * dy) - stroke.width / 2;
  });
}

export function strokeCircle(image: RawImage, center: ImagePoint, radius: number, stroke: Stroke): void {
  paint(
    image,
    around(center, radius + stroke.width),
    stroke,
    (x, y) => Math.abs(Math.hypot(x - center.x, y - center.y) - radius) - stroke.width / 2,
  );
}

export function fillCircle(image: RawImage, center: ImagePoint, radius: number, color: Color, opacity = 1): void {
  paint(image, around(center, radius + 1), { color, opacity }, (x, y) => Math.hypot(x - center.x, y - center.y) - radius);
}

/** A line that ends in a filled head whose tip is at `to`. */
export function strokeArrow(image: RawImage, from: ImagePoint, to: ImagePoint, stroke: Stroke): void {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const head = Math.min(length, stroke.width * 4 + 4);
  const neck = { ...to, x: to.x - ux * head * 0.8, y: to.y - uy * head * 0.8 };
  strokeLine(image, from, neck, stroke);
  paint(image, around(to, head + 1), stroke, (x, y) => {
    const along = (to.x - x) * ux + (to.y - y) * uy;
    const aside = Math.abs((x - to.x) * -uy + (y - to.y) * ux);
    return Math.max(aside - along / 2, along - head);
  });
}

function around({ x, y }: ImagePoint, reach: number): Rect {
  return { x: x - reach, y: y - reach, width: 2 * reach + 1, height: 2 * reach + 1 };
}

function paint(
  image: RawImage,
  bounds: Rect,
  { color, opacity = 1 }: Omit<Stroke, 'width'>,
  distance: (x: number, y: number) => number,
): void {
  const part = intersect(imageBounds(image), outward(bounds));
  if (!part) return;
  for (let y = part.y; y < part.y + part.height; y++) {
    for (let x = part.x; x < part.x + part.width; x++) {
      const coverage = Math.min(1, 0.5 - distance(x, y));
      if (coverage > 0) blendPixel(image, x, y, color, coverage * opacity);
    }
  }
}

function blendPixel({ data, stride }: RawImage, x: number, y: number, color: Color, opacity: number): void {
  const i = y * stride + x * 4;
  data[i] = mix(data[i] ?? 0, color.b, opacity);
  data[i + 1] = mix(data[i + 1] ?? 0, color.g, opacity);
  data[i + 2] = mix(data[i + 2] ?? 0, color.r, opacity);
}

const mix = (below: number, above: number, opacity: number): number => Math.round(below + (above - below) * opacity);
