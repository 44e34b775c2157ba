/** Whether characters are drawn where a toolkit says: letters leave ink there and blanks do not. */
import { inflate, intersect, intersects, linesOf, outward, type Rect, union } from '../../model/geometry.js';
import type { GrayImage } from '../gray.js';
import { hasInk, holdsItsText, isCalmAlong } from '../pixel-evidence.js';
import type { PlacedStretch } from '../report.js';

const FEWEST_LETTERS = 3;
/** Where other lines could be taken for this one. */
const FEWEST_BLANKS = 3;
const INKED = 0.9;
const BLANK = 0.75;

export function isProven(gray: GrayImage, around: PlacedStretch['around'], element: Rect): boolean {
  const inside = around.filter(({ box }) => intersects(element, box));
  const letters = inside.filter(({ isBlank }) => !isBlank);
  const blanks = inside.filter(({ isBlank }) => isBlank);
  const [first] = letters;
  if (!first || letters.length < FEWEST_LETTERS) return false;
  if (letters.filter(({ box }) => hasInk(gray, outward(box))).length < INKED * letters.length) return false;
  const bounds = { x: 0, y: 0, width: gray.width, height: gray.height };
  const lines = linesOf(letters.map(({ box }) => box)).flatMap((line) => intersect(bounds, inflate(outward(line), 1)) ?? []);
  if (!lines.every((line) => isCalmAlong(gray, line))) return false;
  const hasOtherLines = element.height > 1.8 * first.box.height;
  if (blanks.length < (hasOtherLines ? FEWEST_BLANKS : 1)) {
    return (
      !hasOtherLines &&
      holdsItsText(
        gray,
        letters.map(({ box }) => box).reduce((all, box) => union<Rect>(all, box)),
      )
    );
  }
  return blanks.filter(({ box }) => !hasInk(gray, middleOf(box))).length >= BLANK * blanks.length;
}

/** Letters lean over their edge and links are underlined: neither is in the middle of a blank. */
function middleOf({ x, y, width, height }: Rect): Rect {
  const aside = width > 3 ? 1 : 0;
  return outward({ x: x + aside, y: y + height * 0.15, width: Math.max(1, width - 2 * aside), height: height * 0.6 });
}
