/** What the pixels say about a box of the accessibility tree. Toolkits misreport places, most often under scaling. */
import type { Rect } from '../model/geometry.js';
import { bottom, inflate, intersect, outward, right } from '../model/geometry.js';
import type { GrayImage } from './gray.js';

const inkContrast = 30;
const edgeContrast = 40;

/** Text cut by the edge of its box changes between dark and bright along it; a border or empty ground does not. */
const changesAcross = 2;
const changesPerPixelAlong = 0.03;

/** True when something is drawn in the box and nothing that is drawn reaches out of it. */
export function holdsItsText(gray: GrayImage, box: Rect): boolean {
  const bounds = { x: 0, y: 0, width: gray.width, height: gray.height };
  const part = intersect(bounds, outward(plain(box)));
  const ring = part && intersect(bounds, inflate(part, 1));
  if (!part || !ring || !hasInk(gray, part)) return false;
  return (
    isCalmAlong(gray, ring) &&
    changes(ring.height, (i) => gray.at(ring.x, ring.y + i)) <= changesAcross &&
    changes(ring.height, (i) => gray.at(right(ring) - 1, ring.y + i)) <= changesAcross
  );
}

/** True when neither the first nor the last row of the box, which lies in the picture, cuts through writing. */
export function isCalmAlong(gray: GrayImage, box: Rect): boolean {
  const along = Math.max(changesAcross, changesPerPixelAlong * box.width);
  return [box.y, bottom(box) - 1].every((y) => changes(box.width, (i) => gray.at(box.x + i, y)) <= along);
}

const plain = ({ x, y, width, height }: Rect): Rect => ({ x, y, width, height });

/** Whether anything that can be read is drawn in the box, which is of whole pixels and may reach out of the picture. */
export function hasInk(gray: GrayImage, box: Rect): boolean {
  let low = 255;
  let high = 0;
  for (let y = Math.max(0, box.y); y < Math.min(gray.height, bottom(box)); y++) {
    for (let x = Math.max(0, box.x); x < Math.min(gray.width, right(box)); x++) {
      const value = gray.at(x, y);
      if (value < low) low = value;
      if (value > high) high = value;
      if (high - low >= inkContrast) return true;
    }
  }
  return false;
}

function changes(length: number, at: (i: number) => number): number {
  let count = 0;
  let level = at(0);
  for (let i = 1; i < length; i++) {
    const value = at(i);
    if (Math.abs(value - level) < edgeContrast) continue;
    count++;
    level = value;
  }
  return count;
}

/** Far below what a reader can tell from the ground. */
const faintest = 6;

/** The part of the box in which anything at all is drawn; all of it where the ground is not even. */
export function inkBounds(gray: GrayImage, box: Rect): Rect {
  const part = intersect({ x: 0, y: 0, width: gray.width, height: gray.height }, outward(plain(box)));
  if (!part) return plain(box);
  const ground = commonest(gray, part);
  const isDrawn = (x: number, y: number) => Math.abs(gray.at(x, y) - ground) > faintest;
  const rowDrawn = (y: number) => some(part.width, (i) => isDrawn(part.x + i, y));
  const columnDrawn = (x: number) => some(part.height, (i) => isDrawn(x, part.y + i));
  let [left, top, end, low] = [part.x, part.y, right(part), bottom(part)];
  while (top < low && !rowDrawn(top)) top++;
  while (low > top && !rowDrawn(low - 1)) low--;
  while (left < end && !columnDrawn(left)) left++;
  while (end > left && !columnDrawn(end - 1)) end--;
  return top < low && left < end ? { x: left, y: top, width: end - left, height: low - top } : part;
}

/** How far from the edge of an element its border, with round corners, may reach. */
const borders = [4, 6, 8, 10];
const bleed = 2;

/** What is written in an element: all that is drawn in it but its border. Where writing reaches the border, up to the edge. */
export function writtenIn(gray: GrayImage, box: Rect): Rect {
  const whole = intersect({ x: 0, y: 0, width: gray.width, height: gray.height }, outward(plain(box)));
  if (!whole) return plain(box);
  const inners = borders.filter((width) => width * 5 <= whole.height).map((width) => inflate(whole, -width));
  const clear = inners.find((inner) => touchedEdges(inner, inkBounds(gray, inner)).length === 0);
  if (clear) return inflate(inkBounds(gray, clear), bleed);
  const [inner = whole] = inners;
  const ink = inkBounds(gray, inner);
  const touched = touchedEdges(inner, ink);
  const left = (touched.includes('left') ? whole.x : ink.x) - bleed;
  const top = (touched.includes('top') ? whole.y : ink.y) - bleed;
  const end = (touched.includes('right') ? right(whole) : right(ink)) + bleed;
  const low = (touched.includes('bottom') ? bottom(whole) : bottom(ink)) + bleed;
  return { x: left, y: top, width: end - left, height: low - top };
}

type Edge = 'left' | 'top' | 'right' | 'bottom';

function touchedEdges(inner: Rect, ink: Rect): Edge[] {
  const edges: [Edge, boolean][] = [
    ['left', ink.x <= inner.x],
    ['top', ink.y <= inner.y],
    ['right', right(ink) >= right(inner)],
    ['bottom', bottom(ink) >= bottom(inner)],
  ];
  return edges.flatMap(([edge, isTouched]) => (isTouched ? [edge] : []));
}

function commonest(gray: GrayImage, box: Rect): number {
  const counts = new Uint32Array(256);
  let best = 0;
  for (let y = box.y; y < bottom(box); y++) {
    for (let x = box.x; x < right(box); x++) {
      const value = gray.at(x, y);
      counts[value] = (counts[value] ?? 0) + 1;
      if ((counts[value] ?? 0) > (counts[best] ?? 0)) best = value;
    }
  }
  return best;
}

function some(length: number, test: (i: number) => boolean): boolean {
  for (let i = 0; i < length; i++) if (test(i)) return true;
  return false;
}
