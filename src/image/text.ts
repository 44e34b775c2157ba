import type { Size } from '../model/geometry.js';
import type { RawImage } from '../model/image.js';
import type { Color } from './color.js';
import { digitGlyphs, textGlyphs } from './font-data.js';
import { fillRect } from './raw.js';

export interface BitmapFont {
  readonly glyphWidth: number;
  readonly glyphHeight: number;
  /** Rows of a character, top first, the leftmost pixel in the highest bit; a hollow box for one the font lacks. */
  rows(character: string): readonly number[];
}

export type TextScale = 1 | 2 | 3;

const decodedText = new Map(
  Object.entries(textGlyphs).map(([character, rows]) => [character, Array.from(rows, (digit) => Number.parseInt(digit, 32))] as const),
);
const missing = decodedText.get('\ufffd') ?? [];

/** Printable ASCII, 5 x 7 with two rows for descenders. */
export const textFont: BitmapFont = { glyphWidth: 5, glyphHeight: 9, rows: (character) => decodedText.get(character) ?? missing };

/** Bold digits only; anything else is an empty cell. */
export const digitFont: BitmapFont = { glyphWidth: 6, glyphHeight: 9, rows: (character) => digitGlyphs[character] ?? [] };

/** The text font's digits, which have no descenders. */
export const smallDigitFont: BitmapFont = { ...textFont, glyphHeight: 7 };

export function measureText(font: BitmapFont, text: string, scale: TextScale = 1): Size {
  const characters = [...text].length;
  return { width: Math.max(0, characters * (font.glyphWidth + 1) - 1) * scale, height: font.glyphHeight * scale };
}

export interface TextStyle {
  readonly font: BitmapFont;
  readonly color: Color;
  readonly scale?: TextScale;
}

/** Crisp, unsmoothed text with its top-left corner at `(x, y)`. */
export function drawText(image: RawImage, x: number, y: number, text: string, { font, color, scale = 1 }: TextStyle): void {
  let left = x;
  for (const character of text) {
    for (const [row, bits] of font.rows(character).entries()) {
      for (let column = 0; column < font.glyphWidth; column++) {
        if (!(bits & (1 << (font.glyphWidth - 1 - column)))) continue;
        fillRect(image, { x: left + column * scale, y: y + row * scale, width: scale, height: scale }, color);
      }
    }
    left += (font.glyphWidth + 1) * scale;
  }
}
