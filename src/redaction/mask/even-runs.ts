import type { GrayImage } from '../gray.js';

/** Pieces of one width that follow each other at one distance in a row of pixels. */
export interface EvenRun {
  readonly y: number;
  readonly starts: readonly number[];
  readonly width: number;
  /** Brightness between the pieces. */
  readonly background: number;
}

interface Piece {
  readonly start: number;
  readonly end: number;
}

const minPieces = 3;
/** Longer rows of stars are rulers in source code. */
const maxPieces = 64;
const maxPieceWidth = 32;

/** Bright and dark are told apart within this many pixels, so that neither side needs to be known beforehand. */
const block = 16;
const minContrast = 36;

export function evenRuns(gray: GrayImage, y: number): EvenRun[] {
  const bits = binarize(gray, y);
  return [0, 1].flatMap((polarity) =>
    evenParts(piecesOf(bits, polarity)).map((part): EvenRun => {
      const [first, second] = part;
      const between = first && second ? Math.floor((first.end + second.start) / 2) : 0;
      const width = Math.max(...part.map(({ start, end }) => end - start));
      return {
        y,
        starts: part.map(({ start }) => start),
        width,
        background: extreme(gray, y, first, second, polarity) ?? gray.at(between, y),
      };
    }),
  );
}

/** The gap's brightest or darkest pixel: at small sizes the others are smoothed edges. */
function extreme(gray: GrayImage, y: number, first: Piece | undefined, second: Piece | undefined, polarity: number): number | undefined {
  if (!first || !second) return undefined;
  let found = gray.at(first.end, y);
  for (let x = first.end; x < second.start; x++) found = polarity === 0 ? Math.max(found, gray.at(x, y)) : Math.min(found, gray.at(x, y));
  return found;
}

/** 1 for the brighter, 0 for the darker side of what is around, 2 where nothing differs. */
function binarize(gray: GrayImage, y: number): Uint8Array {
  const { width, pixels } = gray;
  const row = pixels.subarray(y * width, (y + 1) * width);
  const blocks = Math.ceil(width / block);
  const low = new Uint8Array(blocks + 2).fill(255);
  const high = new Uint8Array(blocks + 2);
  for (let x = 0; x < width; x++) {
    const b = Math.floor(x / block) + 1;
    const value = row[x] ?? 0;
    if (value < (low[b] ?? 0)) low[b] = value;
    if (value > (high[b] ?? 0)) high[b] = value;
  }
  const bits = new Uint8Array(width).fill(2);
  for (let b = 1; b <= blocks; b++) {
    const dark = Math.min(low[b - 1] ?? 255, low[b] ?? 255, low[b + 1] ?? 255);
    const bright = Math.max(high[b - 1] ?? 0, high[b] ?? 0, high[b + 1] ?? 0);
    if (bright - dark < minContrast) continue;
    const threshold = (dark + bright) / 2;
    for (let x = (b - 1) * block; x < Math.min(width, b * block); x++) bits[x] = (row[x] ?? 0) > threshold ? 1 : 0;
  }
  return bits;
}

/** Stretches of one side, short enough for a glyph; an empty slot marks a place no run may cross. */
function piecesOf(bits: Uint8Array, polarity: number): (Piece | undefined)[] {
  const pieces: (Piece | undefined)[] = [];
  for (let x = 0; x < bits.length; ) {
    const value = bits[x];
    let end = x + 1;
    while (end < bits.length && bits[end] === value) end++;
    if (value === polarity && end - x <= maxPieceWidth) pieces.push({ start: x, end });
    else if (value === 2 || value === polarity) pieces.push(undefined);
    x = end;
  }
  return pieces;
}

function evenParts(pieces: readonly (Piece | undefined)[]): Piece[][] {
  const parts: Piece[][] = [];
  let part: Piece[] = [];
  const finish = () => {
    if (part.length >= minPieces && part.length <= maxPieces) parts.push(part);
    part = [];
  };
  for (const piece of pieces) {
    const last = part.at(-1);
    if (!piece) finish();
    else if (continues(part, piece)) part.push(piece);
    else {
      finish();
      // The last piece of an uneven pair may begin an even row.
      part = last && continues([last], piece) ? [last, piece] : [piece];
    }
  }
  finish();
  return parts;
}

/** Sub-pixel placement lets a width or a distance differ by one pixel. */
function continues(part: readonly Piece[], next: Piece): boolean {
  const [first] = part;
  const last = part.at(-1);
  if (!first || !last) return true;
  const width = first.end - first.start;
  if (Math.abs(next.end - next.start - width) > 1) return false;
  const pitch = part.length > 1 ? (last.start - first.start) / (part.length - 1) : next.start - last.start;
  // Glyphs of one word stand close: a gap of several widths separates things, not characters.
  return Math.abs(next.start - last.start - pitch) <= 1.01 && next.start - last.end <= 3 * width + 2;
}
