/** Holes of one pixel in the input shape of what covers a window: the arithmetic, without a display. */
import { contains, type Rect } from '../../../../model/geometry.js';

export interface CoverGeometry {
  /** Outer corner on the screen, border included. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly borderWidth: number;
}

/** What brings a window's input shape back: `default` follows later resizes, a list of rectangles would not. */
export type SavedShape = 'default' | readonly Rect[];

export interface Hole {
  readonly window: number;
  readonly saved: SavedShape;
  /** In the window's own coordinates. */
  readonly x: number;
  readonly y: number;
}

/** Origin of a window's own coordinates: inside its border. */
export function toLocal(at: { x: number; y: number }, { x, y, borderWidth }: CoverGeometry): { x: number; y: number } {
  return { x: at.x - x - borderWidth, y: at.y - y - borderWidth };
}

export function defaultShape({ width, height, borderWidth }: CoverGeometry): Rect {
  return { x: -borderWidth, y: -borderWidth, width: width + 2 * borderWidth, height: height + 2 * borderWidth };
}

/** The hole that lets `at` through, or undefined when the window does not catch input there. */
export function holeAt(window: number, geometry: CoverGeometry, shape: readonly Rect[], at: { x: number; y: number }): Hole | undefined {
  const local = toLocal(at, geometry);
  const whole = defaultShape(geometry);
  if (!contains(whole, local) || !shape.some((rect) => contains(rect, local))) return undefined;
  const [only] = shape;
  const isDefault = shape.length === 1 && only !== undefined && sameRect(only, whole);
  return { window, saved: isDefault ? 'default' : shape, ...local };
}

const sameRect = (a: Rect, b: Rect): boolean => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
