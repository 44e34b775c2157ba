import type { Size } from '../model/geometry.js';
import type { RawImage } from '../model/image.js';
import { cloneImage } from './raw.js';
import type { SizeLimit } from './size-limit.js';
import { fitSize } from './size-limit.js';

/** Which source cells one target cell covers, and how much of each, in 1/256; a cell's weights add up to 256. */
interface Coverage {
  readonly first: Int32Array;
  readonly count: Int32Array;
  readonly weights: Int32Array;
  readonly perCell: number;
}

/**
 * One row between the two passes. Red and blue share a number, 16 bits apart: weighted sums of 8-bit values stay below
 * 65536, so both are summed by one multiplication. Green is kept apart.
 */
interface Row {
  readonly redBlue: Int32Array;
  readonly green: Int32Array;
}

const redBlueMask = 0xff00ff;
const redBlueHalf = 0x800080;
const greenHalf = 0x80;

/** The image itself when it already fits. */
export function fitImage(image: RawImage, limit: SizeLimit): RawImage {
  return resizeImage(image, fitSize(image, limit));
}

/** Area filter: every source pixel counts by the share it covers, so thin lines and small text stay visible when shrunk. */
export function resizeImage(image: RawImage, size: Size): RawImage {
  if (size.width === image.width && size.height === image.height) return image;
  const columns = coverage(image.width, size.width);
  const rows = coverage(image.height, size.height);
  const source = asPixels(image);
  const data = Buffer.allocUnsafe(size.width * size.height * 4);
  const target = asPixels({ ...size, stride: size.width * 4, data });
  const row: Row = { redBlue: new Int32Array(image.width), green: new Int32Array(image.width) };
  for (let y = 0; y < size.height; y++) {
    sumRows(source, rows, y, row);
    sumColumns(row, columns, target.pixels.subarray(y * size.width, (y + 1) * size.width));
  }
  return { width: size.width, height: size.height, stride: size.width * 4, data };
}

interface Pixels {
  readonly pixels: Int32Array;
  readonly perRow: number;
}

function asPixels(image: RawImage): Pixels {
  const { data, stride } = image.data.byteOffset % 4 === 0 && image.stride % 4 === 0 ? image : cloneImage(image);
  return { pixels: new Int32Array(data.buffer, data.byteOffset, data.length >> 2), perRow: stride >> 2 };
}

function coverage(from: number, to: number): Coverage {
  const perCell = Math.ceil(from / to) + 1;
  const first = new Int32Array(to);
  const count = new Int32Array(to);
  const weights = new Int32Array(to * perCell);
  for (let cell = 0; cell < to; cell++) {
    const start = (cell * from) / to;
    const end = ((cell + 1) * from) / to;
    const low = Math.floor(start);
    const high = Math.min(from, Math.ceil(end - 1e-9));
    first[cell] = low;
    count[cell] = high - low;
    // Rounding the running total, not each weight, makes them add up exactly.
    let given = 0;
    for (let k = low; k < high; k++) {
      const total = Math.round((256 * (Math.min(k + 1, end) - start) * to) / from);
      weights[cell * perCell + k - low] = total - given;
      given = total;
    }
  }
  return { first, count, weights, perCell };
}

function sumRows({ pixels, perRow }: Pixels, rows: Coverage, target: number, { redBlue, green }: Row): void {
  const first = rows.first[target] ?? 0;
  const count = rows.count[target] ?? 0;
  const width = redBlue.length;
  // The first row overwrites what the last target row left, which is measurably faster than clearing and adding.
  const head = rows.weights[target * rows.perCell] ?? 0;
  for (let x = 0, i = first * perRow; x < width; x++, i++) {
    const pixel = pixels[i] ?? 0;
    redBlue[x] = (redBlueHalf + Math.imul(pixel & redBlueMask, head)) | 0;
    green[x] = greenHalf + Math.imul((pixel >>> 8) & 0xff, head);
  }
  for (let k = 1; k < count; k++) {
    const weight = rows.weights[target * rows.perCell + k] ?? 0;
    if (weight === 0) continue;
    for (let x = 0, i = (first + k) * perRow; x < width; x++, i++) {
      const pixel = pixels[i] ?? 0;
      redBlue[x] = ((redBlue[x] ?? 0) + Math.imul(pixel & redBlueMask, weight)) | 0;
      green[x] = (green[x] ?? 0) + Math.imul((pixel >>> 8) & 0xff, weight);
    }
  }
  for (let x = 0; x < width; x++) {
    redBlue[x] = ((redBlue[x] ?? 0) >>> 8) & redBlueMask;
    green[x] = (green[x] ?? 0) >>> 8;
  }
}

function sumColumns({ redBlue, green }: Row, columns: Coverage, out: Int32Array): void {
  const { first, count, weights, perCell } = columns;
  for (let cell = 0; cell < out.length; cell++) {
    let i = first[cell] ?? 0;
    const end = i + (count[cell] ?? 0);
    let rb = redBlueHalf;
    let g = greenHalf;
    for (let w = cell * perCell; i < end; i++, w++) {
      const weight = weights[w] ?? 0;
      rb = (rb + Math.imul(redBlue[i] ?? 0, weight)) | 0;
      g = (g + Math.imul(green[i] ?? 0, weight)) | 0;
    }
    out[cell] = 0xff000000 | ((rb >>> 8) & redBlueMask) | (g & 0xff00);
  }
}
