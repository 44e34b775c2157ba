/** The small bitmap font drawn with smooth strokes: neighbouring pixels of a glyph are joined, so it looks good at any size. */
import type { Color } from '../../image/color.js';
import { textFont } from '../../image/text.js';
import type { Canvas } from './canvas.js';
import { strokes } from './shapes.js';

/** Distance of a glyph's pixels from each other, and the width of the strokes that join them. */
const PITCH = 1.3;
const STROKE = 1.35;
const ADVANCE = (textFont.glyphWidth + 1) * PITCH;
const CAPITAL_ROWS = 7;

export const capitalHeight = (CAPITAL_ROWS - 1) * PITCH + STROKE;

/** Letters the font has; accents are dropped where the bare letter is there. */
export const plainText = (text: string): string => text.normalize('NFKD').replaceAll(/\p{Mark}/gu, '');

export function textWidth(text: string): number {
  const widths = [...text].map(glyphWidth);
  return widths.reduce((sum, width) => sum + width, 0) + Math.max(0, widths.length - 1) * GAP;
}

const GAP = PITCH + STROKE * 0.55;

/** `y` is the top of capital letters. */
export function drawLetters(canvas: Canvas, text: string, x: number, y: number, color: Color): void {
  let left = x;
  for (const character of text) {
    const { first, width } = extentOf(character);
    const origin = { x: left + STROKE / 2 - first * PITCH, y: y + STROKE / 2 };
    const lines = linesOf(textFont.rows(character)).map(([from, to]) => [place(origin, from), place(origin, to)] as const);
    const within = { x: left - 1, y: y - 1, width: ADVANCE + 2, height: textFont.glyphHeight * PITCH + 2 };
    if (lines.length > 0) canvas.fill(strokes(lines, STROKE), { color }, within);
    left += width + GAP;
  }
}

type Dot = readonly [column: number, row: number];

const place = (origin: { x: number; y: number }, [column, row]: Dot) => ({ x: origin.x + column * PITCH, y: origin.y + row * PITCH });

const glyphWidth = (character: string): number => extentOf(character).width;

/** Letters keep their own width: an i takes less room than an m. */
function extentOf(character: string): { first: number; width: number } {
  const columns = dotsOf(textFont.rows(character)).map(([column]) => column);
  if (columns.length === 0) return { first: 0, width: 2 * PITCH };
  const first = Math.min(...columns);
  return { first, width: (Math.max(...columns) - first) * PITCH + STROKE };
}

function dotsOf(rows: readonly number[]): Dot[] {
  const columns = Array.from({ length: textFont.glyphWidth }, (_, column) => column);
  return rows.flatMap((bits, row) => columns.filter((column) => isSet(bits, column)).map((column): Dot => [column, row]));
}

const isSet = (bits: number, column: number): boolean => (bits & (1 << (textFont.glyphWidth - 1 - column))) !== 0;

/** Straight neighbours are joined; diagonal ones only where no corner joins them already. */
function linesOf(rows: readonly number[]): [Dot, Dot][] {
  const has = (column: number, row: number): boolean => column >= 0 && column < textFont.glyphWidth && isSet(rows[row] ?? 0, column);
  return dotsOf(rows).flatMap(([column, row]): [Dot, Dot][] => {
    const dot: Dot = [column, row];
    const joined: Dot[] = [];
    if (has(column + 1, row)) joined.push([column + 1, row]);
    if (has(column, row + 1)) joined.push([column, row + 1]);
    for (const side of [-1, 1]) {
      if (has(column + side, row + 1) && !has(column + side, row) && !has(column, row + 1)) joined.push([column + side, row + 1]);
    }
    return [[dot, dot], ...joined.map((other): [Dot, Dot] => [dot, other])];
  });
}
