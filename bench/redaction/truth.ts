/** What is secret in a picture, found without our code: the pixels that change when the secrets are left out. */
import type { RawImage } from '../../src/model/image.js';

/** Pixels of one row of the window. */
export type Patch = readonly number[];

const changed = 40;
const rowGap = 3;

/** The pixels in which two pictures differ, split where nothing differs for a few lines. */
export function differingPatches(a: RawImage, b: RawImage, least = changed): Patch[] {
  if (a.width !== b.width || a.height !== b.height) throw new Error('the window changed its size');
  const patches: number[][] = [];
  let current: number[] = [];
  let empty = rowGap;
  for (let y = 0; y < a.height; y++) {
    const row = differingPixels(a, b, y, least);
    empty = row.length > 0 ? 0 : empty + 1;
    if (empty >= rowGap && current.length > 0) {
      patches.push(current);
      current = [];
    }
    current.push(...row);
  }
  if (current.length > 0) patches.push(current);
  return patches;
}

function differingPixels(a: RawImage, b: RawImage, y: number, least: number): number[] {
  const pixels: number[] = [];
  for (let x = 0; x < a.width; x++) {
    const [i, j] = [y * a.stride + x * 4, y * b.stride + x * 4];
    const difference = [0, 1, 2].reduce((most, c) => Math.max(most, Math.abs((a.data[i + c] ?? 0) - (b.data[j + c] ?? 0))), 0);
    if (difference > least) pixels.push(y * a.width + x);
  }
  return pixels;
}

/** How much of a patch lies in the regions, 0 to 1. */
export function coveredShare(patch: Patch, mask: Uint8Array): number {
  return patch.reduce((sum, pixel) => sum + (mask[pixel] ?? 0), 0) / Math.max(1, patch.length);
}

export function maskOf(
  size: { width: number; height: number },
  regions: readonly { x: number; y: number; width: number; height: number }[],
): Uint8Array {
  const mask = new Uint8Array(size.width * size.height);
  for (const { x, y, width, height } of regions) {
    for (let row = y; row < y + height; row++) mask.fill(1, row * size.width + x, row * size.width + x + width);
  }
  return mask;
}

/** Pixels that may be covered: the boxes around patches, grown by what a line of text takes above and below its letters. */
export function boxesMask({ width, height }: { width: number; height: number }, patches: readonly Patch[], margin: number): Uint8Array {
  return maskOf(
    { width, height },
    patches.map((patch) => {
      const columns = patch.map((pixel) => pixel % width);
      const rows = patch.map((pixel) => Math.floor(pixel / width));
      const most = (values: readonly number[], pick: (a: number, b: number) => number) => values.reduce((a, b) => pick(a, b));
      const [left, top] = [Math.max(0, most(columns, Math.min) - margin), Math.max(0, most(rows, Math.min) - margin)];
      const [end, low] = [Math.min(width, most(columns, Math.max) + 1 + margin), Math.min(height, most(rows, Math.max) + 1 + margin)];
      return { x: left, y: top, width: end - left, height: low - top };
    }),
  );
}
