/**
 * Points and rectangles that know which pixels they count.
 * `image`: the delivered picture. `window`: the window's own top-left corner. `screen`: the root of the desktop.
 * Mixing them does not compile; only `image/coordinates.ts` converts.
 */
export type Space = 'image' | 'window' | 'screen';

declare const space: unique symbol;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle whose space does not matter to the reader; half-open: `x + width` is the first column outside. */
export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

export type Point<S extends Space> = { readonly x: number; readonly y: number; readonly [space]: S };
export type RectIn<S extends Space> = Rect & { readonly [space]: S };

export type ImagePoint = Point<'image'>;
export type WindowPoint = Point<'window'>;
export type ScreenPoint = Point<'screen'>;
export type ImageRect = RectIn<'image'>;
export type WindowRect = RectIn<'window'>;
export type ScreenRect = RectIn<'screen'>;

// The brand exists for the compiler only, so these constructors are the one place that has to assert it.
const brandPoint = <S extends Space>(x: number, y: number): Point<S> => ({ x, y }) as Point<S>;
const brandRect = <S extends Space>({ x, y, width, height }: Rect): RectIn<S> => ({ x, y, width, height }) as RectIn<S>;

export const imagePoint = (x: number, y: number): ImagePoint => brandPoint(x, y);
export const windowPoint = (x: number, y: number): WindowPoint => brandPoint(x, y);
export const screenPoint = (x: number, y: number): ScreenPoint => brandPoint(x, y);
export const imageRect = (rect: Rect): ImageRect => brandRect(rect);
export const windowRect = (rect: Rect): WindowRect => brandRect(rect);
export const screenRect = (rect: Rect): ScreenRect => brandRect(rect);

export const right = (rect: Rect): number => rect.x + rect.width;
export const bottom = (rect: Rect): number => rect.y + rect.height;
export const area = (size: Size): number => Math.max(0, size.width) * Math.max(0, size.height);
export const isEmpty = (size: Size): boolean => !(size.width > 0 && size.height > 0);

export function contains(rect: Rect, point: { readonly x: number; readonly y: number }): boolean {
  return point.x >= rect.x && point.y >= rect.y && point.x < right(rect) && point.y < bottom(rect);
}

export function containsRect(outer: Rect, inner: Rect): boolean {
  return inner.x >= outer.x && inner.y >= outer.y && right(inner) <= right(outer) && bottom(inner) <= bottom(outer);
}

export function intersects(a: Rect, b: Rect): boolean {
  return a.x < right(b) && b.x < right(a) && a.y < bottom(b) && b.y < bottom(a);
}

/** The common part, or undefined when the two do not share a pixel. */
export function intersect<R extends Rect>(a: R, b: NoInfer<R>): R | undefined {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(right(a), right(b)) - x;
  const height = Math.min(bottom(a), bottom(b)) - y;
  return width > 0 && height > 0 ? { ...a, x, y, width, height } : undefined;
}

export function union<R extends Rect>(a: R, b: NoInfer<R>): R {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return { ...a, x, y, width: Math.max(right(a), right(b)) - x, height: Math.max(bottom(a), bottom(b)) - y };
}

/** Grown by `by` pixels on every side (shrunk when negative, never below nothing). */
export function inflate<R extends Rect>(rect: R, by: number): R {
  return {
    ...rect,
    x: rect.x - by,
    y: rect.y - by,
    width: Math.max(0, rect.width + 2 * by),
    height: Math.max(0, rect.height + 2 * by),
  };
}

/** The pixel in the middle; always inside a rectangle that has any. */
export function center<S extends Space>(rect: RectIn<S>): Point<S> {
  return brandPoint(Math.floor(rect.x + rect.width / 2), Math.floor(rect.y + rect.height / 2));
}

export function offset<S extends Space>(point: Point<S>, dx: number, dy: number): Point<S> {
  return brandPoint(point.x + dx, point.y + dy);
}

/** The smallest rectangle of whole pixels around `rect`. */
export function outward<R extends Rect>(rect: R): R {
  const x = Math.floor(rect.x);
  const y = Math.floor(rect.y);
  return { ...rect, x, y, width: Math.ceil(right(rect)) - x, height: Math.ceil(bottom(rect)) - y };
}

/** Boxes of characters in reading order, joined to one box per line. */
export function linesOf(boxes: readonly Rect[]): Rect[] {
  const found: Rect[] = [];
  for (const box of boxes) {
    const line = found.at(-1);
    if (line && box.y < bottom(line) && line.y < bottom(box)) found[found.length - 1] = union<Rect>(line, box);
    else found.push(box);
  }
  return found;
}
