import type { Rect } from '../../model/geometry.js';
import type { GrayImage } from '../gray.js';

/** Share of full ink per pixel of a cell, 0 to 1, row by row. */
type Shape = readonly number[];

const minGlyphHeight = 3;
const minBarWidth = 3;
const minBars = 5;

/** Mean difference per pixel up to which two glyphs are the same one, placed at another fraction of a pixel. */
const sameGlyph = 0.14;
/** At four pixels across, a fraction of a pixel changes much of the glyph. */
const sameSmallGlyph = 0.24;
const smallGlyph = 6;

export interface MaskGlyph {
  readonly shape: Shape;
  readonly width: number;
  /** How often it must be repeated before it counts. */
  readonly minCount: number;
}

/** The glyph if every cell shows the same bullet, asterisk or solid bar; letters and digits are told apart by their shape. */
export function maskGlyphOf(gray: GrayImage, cells: readonly Rect[], background: number): MaskGlyph | undefined {
  const [first] = cells;
  if (!first || first.height < minGlyphHeight) return undefined;
  const shape = shapeOf(gray, first, background);
  const ink = measure(shape, first.width);
  const isSmall = Math.min(ink.width, ink.height) <= smallGlyph;
  const minCount = isRound(shape, first.width, ink, isSmall) ? 0 : isBar(ink) ? minBars : undefined;
  if (minCount === undefined) return undefined;
  const glyph = { shape, width: ink.width, minCount };
  return cells.every((cell) => isSameGlyph(gray, glyph, cell, background)) ? glyph : undefined;
}

export function isSameGlyph(gray: GrayImage, { shape }: MaskGlyph, cell: Rect, background: number): boolean {
  const limit = Math.min(cell.width - 2, cell.height) <= smallGlyph ? sameSmallGlyph : sameGlyph;
  return difference(shape, shapeOf(gray, cell, background), cell.width) <= limit;
}

function isRound(shape: Shape, width: number, ink: Ink, isSmall: boolean): boolean {
  const aspect = ink.height / ink.width;
  const uneven = isSmall ? 0.36 : 0.2;
  if (aspect < 0.65 || aspect > 1.4 || ink.middle < 0.55 || ink.mirrored > uneven || ink.flipped > 0.25) return false;
  return ink.fill > 0.55 || isStar(shape, width, ink);
}

function isBar({ width, height, fill }: Ink): boolean {
  return width >= minBarWidth && height > 1.4 * width && height <= 3.2 * width && fill > 0.95;
}

interface Ink {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Share of the glyph's own box that is inked. */
  readonly fill: number;
  /** Ink in the middle: letters like o, 0 and u are open there. */
  readonly middle: number;
  /** Mean difference to its own image mirrored left to right, and upside down. */
  readonly mirrored: number;
  readonly flipped: number;
}

function shapeOf(gray: GrayImage, cell: Rect, background: number): Shape {
  const shape: number[] = [];
  let most = 1;
  for (let y = cell.y; y < cell.y + cell.height; y++) {
    for (let x = cell.x; x < cell.x + cell.width; x++) {
      const ink = x < 0 || x >= gray.width ? 0 : Math.abs(gray.at(x, y) - background);
      most = Math.max(most, ink);
      shape.push(ink);
    }
  }
  return shape.map((ink) => ink / most);
}

/** The smaller of the differences in place and one pixel to either side. */
function difference(a: Shape, b: Shape, width: number): number {
  return Math.min(...[-1, 0, 1].map((shift) => shifted(a, b, width, shift)));
}

function shifted(a: Shape, b: Shape, width: number, shift: number): number {
  let total = 0;
  for (let i = 0; i < a.length; i++) {
    const column = (i % width) + shift;
    const other = column < 0 || column >= width ? 0 : (b[i + shift] ?? 0);
    total += Math.abs((a[i] ?? 0) - other);
  }
  return total / a.length;
}

function measure(shape: Shape, width: number): Ink {
  const height = shape.length / width;
  const inked = shape.flatMap((ink, i) => (ink > 0.4 ? [{ x: i % width, y: Math.floor(i / width) }] : []));
  const left = Math.min(...inked.map(({ x }) => x));
  const top = Math.min(...inked.map(({ y }) => y));
  const w = Math.max(...inked.map(({ x }) => x)) - left + 1;
  const h = Math.max(...inked.map(({ y }) => y)) - top + 1;
  const at = (x: number, y: number) => (x < 0 || y < 0 || x >= width || y >= height ? 0 : (shape[y * width + x] ?? 0));
  let sum = 0;
  let mirrored = 0;
  let flipped = 0;
  for (let y = top; y < top + h; y++) {
    for (let x = left; x < left + w; x++) {
      sum += at(x, y);
      mirrored += Math.abs(at(x, y) - at(2 * left + w - 1 - x, y));
      flipped += Math.abs(at(x, y) - at(x, 2 * top + h - 1 - y));
    }
  }
  const [cx, cy] = [left + (w - 1) / 2, top + (h - 1) / 2];
  const around = [Math.floor(cx), Math.ceil(cx)].flatMap((x) => [Math.floor(cy), Math.ceil(cy)].map((y) => at(x, y)));
  const middle = around.reduce((total, ink) => total + ink, 0) / around.length;
  return { left, top, width: w, height: h, fill: sum / (w * h), middle, mirrored: mirrored / (w * h), flipped: flipped / (w * h) };
}

/** Arms from a dense middle to a sparse rim. */
function isStar(shape: Shape, width: number, { left, top, width: w, height: h }: Ink): boolean {
  let rim = 0;
  let rimPixels = 0;
  for (let y = top; y < top + h; y++) {
    for (let x = left; x < left + w; x++) {
      if (x > left && x < left + w - 1 && y > top && y < top + h - 1) continue;
      rim += shape[y * width + x] ?? 0;
      rimPixels++;
    }
  }
  return rim / rimPixels < 0.6;
}
