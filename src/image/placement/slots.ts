import type { Rect, Size } from '../../model/geometry.js';
import { bottom, right } from '../../model/geometry.js';

export interface LabelSlot {
  /** The same place relative to any box has the same id. */
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly detached: boolean;
  /** What a reader loses by looking here rather than at the best place. */
  readonly cost: number;
}

/** Where a label begins along one axis, as shares of the box's and of its own length from the box's start. */
type Anchor = readonly [box: number, label: number];

const before: Anchor = [0, -1];
const start: Anchor = [0, 0];
const middle: Anchor = [0.5, -0.5];
const end: Anchor = [1, -1];
const after: Anchor = [1, 0];
const onStart: Anchor = [0, -0.5];
const onEnd: Anchor = [1, -0.5];

const attached: readonly (readonly [across: Anchor, down: Anchor, cost: number])[] = [
  [start, before, 0],
  [before, middle, 3],
  [end, start, 4],
  [end, before, 4],
  [start, start, 5],
  [before, start, 5],
  [after, middle, 5],
  [end, end, 5],
  [end, middle, 6],
  [start, after, 6],
  [after, start, 6],
  [start, end, 6],
  [end, after, 7],
  [start, middle, 7],
  [middle, before, 8],
  [middle, after, 9],
  [onStart, onStart, 9],
  [onEnd, onStart, 10],
  [onEnd, onEnd, 11],
  [onStart, onEnd, 11],
  [middle, start, 12],
  [middle, end, 12],
  [middle, middle, 12],
];

const distances = [0.75, 1.75, 2.75];
const directions = 12;

/** Places around and in the box, best first; then rings of places further away. */
export function labelSlots(box: Rect, size: Size): LabelSlot[] {
  const slots = attached.map(([across, down, cost], id): LabelSlot => {
    const x = Math.round(box.x + across[0] * box.width + across[1] * size.width);
    const y = Math.round(box.y + down[0] * box.height + down[1] * size.height);
    return { id, x, y, detached: false, cost };
  });
  const left = (box.x + right(box) - size.width) / 2;
  const top = (box.y + bottom(box) - size.height) / 2;
  for (const distance of distances) {
    for (let direction = 0; direction < directions; direction++) {
      const angle = (direction * 2 * Math.PI) / directions;
      const x = Math.round(left + Math.cos(angle) * ((box.width + size.width) / 2 + distance * size.height));
      const y = Math.round(top + Math.sin(angle) * ((box.height + size.height) / 2 + distance * size.height));
      slots.push({ id: slots.length, x, y, detached: true, cost: 60 + 40 * distance });
    }
  }
  return slots;
}
