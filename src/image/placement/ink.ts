import type { Rect } from '../../model/geometry.js';
import { bottom, intersect, right } from '../../model/geometry.js';
import type { RawImage } from '../../model/image.js';
import { imageBounds } from '../raw.js';

/** Every second pixel in each direction is enough to see text, and four times as fast. */
const step = 2;

/** Brightness must change by this much between neighbours to count as something drawn. */
const edgeThreshold = 28;

/** A change in one direction only, all along so many samples, is a border, a rule or an underline: nobody misses a piece of it. */
const ruleLength = 12;

/** What brightness does at a sample: nothing, change to the right, change downwards, or both. */
const across = 1;
const down = 2;

/** Answers how much is drawn in a rectangle (text, icons; not plain lines) in constant time. */
export class InkMap {
  readonly #columns: number;
  readonly #sums: Int32Array;
  readonly #bounds: Rect;

  constructor(image: RawImage) {
    const rows = Math.ceil(image.height / step);
    const columns = Math.ceil(image.width / step);
    const edges = edgesOf(image, columns, rows);
    // Lines lie across or stand: each kind is looked for along its own direction.
    for (let row = 0; row < rows; row++) dropRules(edges, { from: row * columns, by: 1, count: columns, kind: down });
    for (let column = 0; column < columns; column++) dropRules(edges, { from: column, by: columns, count: rows, kind: across });
    this.#columns = columns + 1;
    this.#sums = sumsOf(edges, columns, rows);
    this.#bounds = imageBounds(image);
  }

  /** About how many pixels of `rect` belong to something drawn. */
  in(rect: Rect): number {
    const part = intersect(this.#bounds, rect);
    if (!part) return 0;
    const left = Math.floor(part.x / step);
    const top = Math.floor(part.y / step);
    const end = Math.ceil(right(part) / step);
    const low = Math.ceil(bottom(part) / step);
    return (this.#sum(end, low) - this.#sum(left, low) - this.#sum(end, top) + this.#sum(left, top)) * step * step;
  }

  #sum(column: number, row: number): number {
    return this.#sums[row * this.#columns + column] ?? 0;
  }
}

function edgesOf({ data, stride }: RawImage, columns: number, rows: number): Uint8Array {
  const edges = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    const below = row + 1 < rows ? step * stride : 0;
    let i = row * step * stride;
    for (let column = 0; column < columns; column++, i += step * 4) {
      const beside = column + 1 < columns ? step * 4 : 0;
      const here = brightness(data, i);
      const toRight = Math.abs(here - brightness(data, i + beside));
      const downwards = Math.abs(here - brightness(data, i + below));
      if (toRight + downwards <= edgeThreshold) continue;
      edges[row * columns + column] = (toRight * 4 > downwards ? across : 0) | (downwards * 4 > toRight ? down : 0);
    }
  }
  return edges;
}

interface Line {
  readonly from: number;
  readonly by: number;
  readonly count: number;
  readonly kind: number;
}

function dropRules(edges: Uint8Array, { from, by, count, kind }: Line): void {
  let length = 0;
  for (let k = 0; k <= count; k++) {
    const at = from + k * by;
    if (k < count && edges[at] === kind) {
      length++;
      continue;
    }
    if (length >= ruleLength) for (let back = 1; back <= length; back++) edges[at - back * by] = 0;
    length = 0;
  }
}

/** Of everything above and left of each sample. */
function sumsOf(edges: Uint8Array, columns: number, rows: number): Int32Array {
  const sums = new Int32Array((columns + 1) * (rows + 1));
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (let column = 0; column < columns; column++) {
      if (edges[row * columns + column] !== 0) sum++;
      const at = (row + 1) * (columns + 1) + column + 1;
      sums[at] = sum + (sums[at - columns - 1] ?? 0);
    }
  }
  return sums;
}

function brightness(data: Buffer, i: number): number {
  return ((data[i] ?? 0) + 2 * (data[i + 1] ?? 0) + (data[i + 2] ?? 0)) >> 2;
}
