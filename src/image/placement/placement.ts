/** Where the number of a mark goes: beside or in its element, on the emptiest spot, never over another number. */
import type { Rect, Size } from '../../model/geometry.js';
import { area, bottom, containsRect, inflate, intersects, right } from '../../model/geometry.js';
import type { InkMap } from './ink.js';
import { type LabelSlot, labelSlots } from './slots.js';

export interface Placement {
  readonly label: Rect;
  /** Which of the offered sizes was taken. */
  readonly sizeIndex: number;
  /** The label stands away from its element and needs a line to it. */
  readonly detached: boolean;
}

interface Slotted extends Placement {
  readonly slot: number;
}

interface Item {
  readonly box: Rect;
  /** Where a label could go in each of its sizes, from the one that reads best to the one that fits best. */
  readonly choices: readonly { readonly size: Size; readonly slots: readonly LabelSlot[] }[];
  /** Other elements a label could cover; those around this one are not among them, covering them is unavoidable. */
  readonly others: readonly Rect[];
  /** Indices of elements of about the same shape close by, whose labels should sit alike. */
  readonly alike: readonly number[];
  /** Indices whose labels can come near. */
  readonly near: readonly number[];
}

const cost = {
  overLabel: 400,
  perLabelPixel: 40,
  perInkPixel: 4,
  perElementPixel: 0.4,
  /** Touching a foreign element leaves open whose number it is. */
  besideElement: 10,
  unlikeNeighbours: 8,
  perPixelMoved: 1,
  /** A smaller label is worth it only where the full one hides or touches something. */
  smaller: 24,
};

const rounds = 3;

export function placeLabels(boxes: readonly Rect[], sizes: readonly (readonly Size[])[], image: Rect, ink: InkMap): Placement[] {
  const items = describe(boxes, sizes);
  // Small elements have the fewest good spots, so they choose first.
  const order = items.map((_, i) => i).sort((a, b) => area(boxes[a] ?? image) - area(boxes[b] ?? image) || a - b);
  const placed = new Map<number, Slotted>();
  for (let round = 0; round < rounds; round++) {
    for (const i of order) {
      const item = items[i];
      if (!item) continue;
      const labels = item.near.flatMap((j) => placed.get(j)?.label ?? []);
      const popular = round === 0 ? -1 : mostCommon(item.alike.flatMap((j) => placed.get(j)?.slot ?? []));
      placed.set(i, bestPlacement(item, { labels, popular, image, ink }));
    }
  }
  return items.map((item, i) => placed.get(i) ?? { label: item.box, sizeIndex: 0, detached: false });
}

function describe(boxes: readonly Rect[], sizes: readonly (readonly Size[])[]): Item[] {
  const widest = sizes.flat().reduce((max, { width, height }) => Math.max(max, width, height), 0);
  return boxes.map((box, i): Item => {
    const reach = inflate(box, 5 * widest);
    const near = boxes.flatMap((other, j) => (i !== j && intersects(reach, other) ? [j] : []));
    const others = near.flatMap((j) => boxes[j] ?? []).filter((other) => !containsRect(other, box));
    const choices = (sizes[i] ?? []).map((size) => ({ size, slots: labelSlots(box, size) }));
    return { box, choices, near, others, alike: near.filter((j) => isAlike(box, boxes[j])) };
  });
}

function isAlike(a: Rect, b: Rect | undefined): boolean {
  if (!b) return false;
  return Math.abs(a.height - b.height) <= 0.2 * a.height && Math.abs(a.width - b.width) <= 0.35 * a.width;
}

interface Surroundings {
  readonly labels: readonly Rect[];
  /** The slot most neighbours of the same shape took. */
  readonly popular: number;
  readonly image: Rect;
  readonly ink: InkMap;
}

function bestPlacement(item: Item, { labels, popular, image, ink }: Surroundings): Slotted {
  let best: Slotted = { label: item.box, sizeIndex: 0, detached: false, slot: -1 };
  let least = Number.POSITIVE_INFINITY;
  for (const [sizeIndex, { size, slots }] of item.choices.entries()) {
    if (least <= sizeIndex * cost.smaller) break;
    const label = { x: 0, y: 0, width: size.width, height: size.height };
    const rim = Math.floor(size.height / 6);
    for (const slot of slots) {
      let total = sizeIndex * cost.smaller + slot.cost + (popular >= 0 && slot.id !== popular ? cost.unlikeNeighbours : 0);
      if (total >= least) continue;
      label.x = Math.max(image.x, Math.min(slot.x, right(image) - label.width));
      label.y = Math.max(image.y, Math.min(slot.y, bottom(image) - label.height));
      total += (Math.abs(label.x - slot.x) + Math.abs(label.y - slot.y)) * cost.perPixelMoved;
      // The rim of a label may lie on a border: only what its middle covers is lost.
      total += ink.in(inflate(label, -rim)) * cost.perInkPixel;
      if (total >= least) continue;
      total += crowding(label, labels, item.others);
      if (total >= least) continue;
      least = total;
      best = { label: { ...label }, sizeIndex, detached: slot.detached, slot: slot.id };
    }
  }
  return best;
}

function crowding(label: Rect, labels: readonly Rect[], others: readonly Rect[]): number {
  let total = 0;
  for (const other of labels) {
    const shared = sharedArea(label, other, 0);
    if (shared > 0) total += cost.overLabel + shared * cost.perLabelPixel;
  }
  for (const other of others) {
    if (sharedArea(label, other, 2) > 0) total += cost.besideElement + sharedArea(label, other, 0) * cost.perElementPixel;
  }
  return total;
}

/** Pixels common to `a`, grown by `margin`, and `b`. */
function sharedArea(a: Rect, b: Rect, margin: number): number {
  const width = Math.min(a.x + a.width + margin, b.x + b.width) - Math.max(a.x - margin, b.x);
  if (width <= 0) return 0;
  const height = Math.min(a.y + a.height + margin, b.y + b.height) - Math.max(a.y - margin, b.y);
  return height > 0 ? width * height : 0;
}

function mostCommon(slots: readonly number[]): number {
  const counts = new Map<number, number>();
  let best = -1;
  for (const slot of slots) {
    counts.set(slot, (counts.get(slot) ?? 0) + 1);
    if ((counts.get(slot) ?? 0) > (counts.get(best) ?? 0)) best = slot;
  }
  return best;
}
