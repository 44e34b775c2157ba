/** Finds where a picture shows text that the accessibility tree does not give: canvases, pictures, terminals. */
import type { Rect } from '../model/geometry.js';
import { area, bottom, inflate, intersect, right, union } from '../model/geometry.js';
import type { RawImage } from '../model/image.js';
import { eraseFrames } from './erase-frames.js';
import { brightnessOf, cutGray, type GrayImage } from './gray.js';
import { holdsItsText } from './pixel-evidence.js';
import type { TreeText } from './report.js';

export interface UnreadText {
  /** The tree's places do not match the picture, so nothing of it was taken as known. */
  readonly treeIsOff: boolean;
  /** The part to read, in pixels of the picture. */
  readonly area: Rect;
  /** That part alone, with everything already known wiped out. */
  readonly pixels: GrayImage;
}

const cellWidth = 32;
const cellHeight = 16;

/** Written lines change between dark and bright this often within a cell; borders and icons do not. */
const changesPerRow = 4;
const busyRows = 3;
const edgeContrast = 40;

/** With this share of its texts not where it says, a tree is not believed at all. */
const mustMatch = 0.6;
const fewTexts = 4;

export function unreadText(image: RawImage, known: readonly TreeText[]): UnreadText | undefined {
  const gray = brightnessOf(image);
  const bounds = { x: 0, y: 0, width: gray.width, height: gray.height };
  const claimed = known.filter((text) => intersect(bounds, whole(text.box)) && isFilledBy(text));
  const proven = claimed.filter(({ box }) => holdsItsText(gray, box));
  const treeIsOff = claimed.length >= fewTexts && proven.length < mustMatch * claimed.length;
  for (const { box } of treeIsOff ? [] : proven) {
    const part = intersect(bounds, inflate(whole(box), 1));
    if (part) wipe(gray, part);
  }
  eraseFrames(gray);
  let found: Rect | undefined;
  for (let y = 0; y < gray.height; y += cellHeight) {
    for (let x = 0; x < gray.width; x += cellWidth) {
      const cell = intersect(bounds, { x, y, width: cellWidth, height: cellHeight });
      if (cell && isWritten(gray, cell)) found = found ? union(found, cell) : cell;
    }
  }
  const part = found && intersect(bounds, inflate(found, cellHeight / 2));
  return part && { treeIsOff, area: part, pixels: cutGray(gray, part) };
}

const whole = ({ x, y, width, height }: Rect): Rect => {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top };
};

/**
 * A name may belong to a picture or a page rather than be written in it: only a box its text could fill is known.
 * A text cut short (`…`) leaves the rest unknown.
 */
function isFilledBy({ text, box }: TreeText): boolean {
  const perCharacter = 60;
  return !text.trimEnd().endsWith('…') && text.trim() !== '' && (box.height <= 40 || text.length * perCharacter >= 0.2 * area(box));
}

function wipe(gray: GrayImage, box: Rect): void {
  const value = gray.at(box.x, box.y);
  for (let y = box.y; y < bottom(box); y++) gray.pixels.fill(value, y * gray.width + box.x, y * gray.width + right(box));
}

function isWritten(gray: GrayImage, cell: Rect): boolean {
  let rows = 0;
  for (let y = cell.y; y < bottom(cell); y++) {
    let changes = 0;
    let level = gray.at(cell.x, y);
    for (let x = cell.x + 1; x < right(cell); x++) {
      const value = gray.at(x, y);
      if (Math.abs(value - level) < edgeContrast) continue;
      changes++;
      level = value;
    }
    if (changes >= changesPerRow && ++rows >= busyRows) return true;
  }
  return false;
}
