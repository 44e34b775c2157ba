/** From the provider's grid to the pixels of the target picture; the only arithmetic on native coordinates. */
import { DriverError } from '../../errors/driver-error.js';
import { type ImageMap, imageRectToWindow, imageToWindow } from '../../image/coordinates.js';
import { imagePoint, imageRect, type Rect, type Size, screenPoint, windowRect } from '../../model/geometry.js';
import type { Frame, ImageFrame, NativePoint, NativeRegion, ScrollAmount } from './action.js';

const gridCells = 1000;
const pixelsPerTick = 100;

const between = (frame: Size, target: Size): ImageMap => ({
  origin: screenPoint(0, 0),
  area: windowRect({ x: 0, y: 0, width: target.width, height: target.height }),
  size: { width: frame.width, height: frame.height },
});

/** The target pixel a point stands for; always inside the target. */
export function resolvePoint({ x, y, frame }: NativePoint, target: Size): { x: number; y: number } {
  if (frame.space === 'grid1000') return { x: gridPixel(x, target.width), y: gridPixel(y, target.height) };
  const point = imageToWindow(between(frame, target), imagePoint(x, y));
  return { x: point.x, y: point.y };
}

/** round(v / 1000 × size), halves upward, in whole numbers; the last grid line may round onto the edge, hence the cap. */
const gridPixel = (value: number, size: number): number => Math.min(size - 1, Math.floor((2 * value * size + gridCells) / (2 * gridCells)));

/** Every target pixel the region shows. */
export function resolveRegion({ x0, y0, x1, y1, frame }: NativeRegion, target: Size): Rect {
  const { x, y, width, height } = imageRectToWindow(between(frame, target), imageRect({ x: x0, y: y0, width: x1 - x0, height: y1 - y0 }));
  return { x, y, width, height };
}

/** Wheel ticks, at least one in any direction that was asked for. */
export function resolveScroll(amount: ScrollAmount, target: Size): { dx: number; dy: number } {
  if (amount.unit === 'ticks') return { dx: wholeTicks(amount.dx), dy: wholeTicks(amount.dy) };
  const shown = amount.frame.space === 'image' ? amount.frame : { width: gridCells, height: gridCells };
  return {
    dx: wholeTicks((amount.dx * target.width) / shown.width / pixelsPerTick),
    dy: wholeTicks((amount.dy * target.height) / shown.height / pixelsPerTick),
  };
}

function wholeTicks(ticks: number): number {
  if (ticks === 0) return 0;
  return Math.sign(ticks) * Math.max(1, Math.round(Math.abs(ticks)));
}

/** A point of the frame, or the error that says where the frame ends. Fractions belong to the pixel they lie in. */
export function pointIn(frame: Frame, x: number, y: number): NativePoint {
  const limit = frame.space === 'image' ? frame : { width: gridCells + 1, height: gridCells + 1 };
  const point = { x: Math.floor(x), y: Math.floor(y), frame };
  const isInside = point.x >= 0 && point.y >= 0 && point.x < limit.width && point.y < limit.height;
  if (isInside) return point;
  const allowed = frame.space === 'image' ? `the ${frame.width}×${frame.height} screenshot` : 'the grid 0–999';
  throw new DriverError('point_outside', `The point (${x}, ${y}) lies outside ${allowed}.`, { x, y, frame });
}

export function regionIn(frame: ImageFrame, [x0, y0, x1, y1]: readonly [number, number, number, number]): NativeRegion {
  const isInside = x0 >= 0 && y0 >= 0 && x1 <= frame.width && y1 <= frame.height;
  if (isInside && x0 < x1 && y0 < y1) return { x0, y0, x1, y1, frame };
  const problem =
    x0 < x1 && y0 < y1 ? `lies outside the ${frame.width}×${frame.height} screenshot` : 'is empty: x0 < x1 and y0 < y1 must hold';
  throw new DriverError('point_outside', `The region (${x0}, ${y0}, ${x1}, ${y1}) ${problem}.`, { region: [x0, y0, x1, y1], frame });
}
