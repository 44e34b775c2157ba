/** The way of a glide: a cubic Bezier that bends like the move of a hand and overshoots along its last direction. */
import type { Motion, Spot } from './knobs.js';

export type PathKnobs = Pick<Motion, 'startHandle' | 'endHandle' | 'arcSize' | 'arcFlow'>;

/** Where the glide is at `progress`; 0 is the start, 1 the end, more than 1 a little beyond it. */
export type Path = (progress: number) => Spot;

/** A curve through control points this far from the straight line bends away from it by three quarters of that. */
const BULGE = 0.75;
const WIDEST_BEND = 240;
const LONGEST_OVERSHOOT = 12;

/** `heading` is the direction of a move that is already under way; the new one leaves along it instead of turning on the spot. */
export function glidePath(from: Spot, to: Spot, knobs: PathKnobs, heading?: Spot): Path {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return () => to;
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const side = upward({ x: along.y, y: -along.x });
  const bend = Math.min(knobs.arcSize * length, WIDEST_BEND) / (2 * BULGE);
  const leave = heading ?? along;
  const bendAtStart = heading ? 0 : bend * (1 - knobs.arcFlow);
  const bendAtEnd = bend * (1 + knobs.arcFlow);
  const first = offset(from, leave, knobs.startHandle * length, side, bendAtStart);
  const second = offset(to, along, -knobs.endHandle * length, side, bendAtEnd);
  const arrival = unit({ x: to.x - second.x, y: to.y - second.y }) ?? along;
  return (progress) =>
    progress <= 1 ? bezier(from, first, second, to, Math.max(0, progress)) : beyond(to, arrival, (progress - 1) * length);
}

/** Direction of the path at `progress`, or undefined where it stands still. */
export function headingAt(path: Path, progress: number): Spot | undefined {
  const before = path(Math.max(0, progress - 0.02));
  const now = path(Math.min(1, progress));
  return unit({ x: now.x - before.x, y: now.y - before.y });
}

function bezier(p0: Spot, p1: Spot, p2: Spot, p3: Spot, t: number): Spot {
  const u = 1 - t;
  const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
  return { x: a * p0.x + b * p1.x + c * p2.x + d * p3.x, y: a * p0.y + b * p1.y + c * p2.y + d * p3.y };
}

/** Long glides would overshoot by a hand's width; this levels off. */
function beyond(end: Spot, direction: Spot, by: number): Spot {
  const reach = LONGEST_OVERSHOOT * (1 - Math.exp(-by / LONGEST_OVERSHOOT));
  return { x: end.x + direction.x * reach, y: end.y + direction.y * reach };
}

const offset = (from: Spot, along: Spot, far: number, side: Spot, aside: number): Spot => ({
  x: from.x + along.x * far + side.x * aside,
  y: from.y + along.y * far + side.y * aside,
});

/** Hands swing over the top, not under. */
const upward = (side: Spot): Spot => (side.y > 0 ? { x: -side.x, y: -side.y } : side);

function unit({ x, y }: Spot): Spot | undefined {
  const length = Math.hypot(x, y);
  return length < 0.01 ? undefined : { x: x / length, y: y / length };
}
