/** Shapes as signed distances: negative inside, zero on the edge. */
import type { Rect } from '../../model/geometry.js';

export type Shape = (x: number, y: number) => number;

interface Spot {
  readonly x: number;
  readonly y: number;
}

export const grow =
  (shape: Shape, by: number): Shape =>
  (x, y) =>
    shape(x, y) - by;

export const shift =
  (shape: Shape, dx: number, dy: number): Shape =>
  (x, y) =>
    shape(x - dx, y - dy);

/** A band of `width` along the edge of a shape. */
export const band =
  (shape: Shape, width: number): Shape =>
  (x, y) =>
    Math.abs(shape(x, y)) - width / 2;

export const circle =
  (center: Spot, radius: number): Shape =>
  (x, y) =>
    Math.hypot(x - center.x, y - center.y) - radius;

export function roundedBox({ x: left, y: top, width, height }: Rect, radius: number): Shape {
  const r = Math.min(radius, width / 2, height / 2);
  const [cx, cy] = [left + width / 2, top + height / 2];
  const [halfWidth, halfHeight] = [width / 2 - r, height / 2 - r];
  return (x, y) => {
    const dx = Math.abs(x - cx) - halfWidth;
    const dy = Math.abs(y - cy) - halfHeight;
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - r;
  };
}

/** Thick lines with round ends; several meet without seams. */
export function strokes(lines: readonly (readonly [Spot, Spot])[], width: number): Shape {
  return (x, y) => {
    let nearest = Number.POSITIVE_INFINITY;
    for (const [from, to] of lines) nearest = Math.min(nearest, distanceToLine(x, y, from, to));
    return nearest - width / 2;
  };
}

export function polygon(corners: readonly Spot[]): Shape {
  return (x, y) => {
    let nearest = Number.POSITIVE_INFINITY;
    let isInside = false;
    let previous = corners.at(-1) ?? { x: 0, y: 0 };
    for (const corner of corners) {
      nearest = Math.min(nearest, distanceToLine(x, y, previous, corner));
      const crosses =
        corner.y > y !== previous.y > y && x < ((previous.x - corner.x) * (y - corner.y)) / (previous.y - corner.y) + corner.x;
      if (crosses) isInside = !isInside;
      previous = corner;
    }
    return isInside ? -nearest : nearest;
  };
}

function distanceToLine(x: number, y: number, from: Spot, to: Spot): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length2 = dx * dx + dy * dy;
  const along = length2 === 0 ? 0 : Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / length2));
  return Math.hypot(x - from.x - along * dx, y - from.y - along * dy);
}
