import type { RawImage } from '../model/image.js';

export interface Color {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

export const rgb = (r: number, g: number, b: number): Color => ({ r, g, b });

export const black = rgb(0, 0, 0);
export const white = rgb(255, 255, 255);

/** Relative luminance (WCAG 2), 0 to 1. */
export function luminance({ r, g, b }: Color): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(a: Color, b: Color): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((p, q) => p - q);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** Black or white, whichever is easier to read on `background`. */
export const inkOn = (background: Color): Color => (contrast(white, background) >= contrast(black, background) ? white : black);

export function colorAt(image: RawImage, x: number, y: number): Color {
  const i = y * image.stride + x * 4;
  return { r: image.data[i + 2] ?? 0, g: image.data[i + 1] ?? 0, b: image.data[i] ?? 0 };
}

const linearTable = Float64Array.from({ length: 256 }, (_, channel) => {
  const c = channel / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
});

const linear = (channel: number): number => linearTable[channel] ?? 0;
