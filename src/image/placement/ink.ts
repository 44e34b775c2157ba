import type { Rect } from '../../model/geometry.js';
import { bottom, intersect, right } from '../../model/geometry.js';
import type { RawImage } from '../../model/image.js';
import { imageBounds } from '../raw.js';

/** Every second pixel in each direction is enough to see text, and four times as fast. */
const step = 2;

/** Brightness must change by this much between neighbours to count as something drawn. */
const edgeThreshold = 28;

/** Answers how much is drawn in a rectangle (text, icons, borders) in constant time. */
export class InkMap {
  readonly #columns: number;
  readonly #sums: Int32Array;
  readonly #bounds: Rect;

  constructor(image: RawImage) {
    const { data, stride } = image;
    const rows = Math.ceil(image.height / step);
    this.#columns = Math.ceil(image.width / step) + 1;
    this.#sums = new Int32Array(this.#columns * (rows + 1));
    this.#bounds = imageBounds(image);
    for (let row = 0; row < rows; row++) {
      const down = row + 1 < rows ? step * stride : 0;
      let i = row * step * stride;
      let o = (row + 1) * this.#columns + 1;
      let sum = 0;
      for (let column = 1; column < this.#columns; column++, o++, i += step * 4) {
        const ahead = column + 1 < this.#columns ? step * 4 : 0;
        const here = brightness(data, i);
        const change = Math.abs(here - brightness(data, i + ahead)) + Math.abs(here - brightness(data, i + down));
        if (change > edgeThreshold) sum++;
        this.#sums[o] = sum + (this.#sums[o - this.#columns] ?? 0);
      }
    }
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

function brightness(data: Buffer, i: number): number {
  return ((data[i] ?? 0) + 2 * (data[i + 1] ?? 0) + (data[i + 2] ?? 0)) >> 2;
}
