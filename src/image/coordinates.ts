/**
 * The only place where image, window and screen pixels are converted.
 * Pixels are cells, not points: a pixel maps to the pixel that holds its centre, so a shrunk image clicks where it shows
 * and going there and back gives the same pixel. All arithmetic is on whole numbers, hence exact.
 */
import type { ImagePoint, ImageRect, Rect, ScreenPoint, ScreenRect, Size, WindowPoint, WindowRect } from '../model/geometry.js';
import {
  bottom,
  contains,
  imagePoint,
  imageRect,
  intersect,
  right,
  screenPoint,
  screenRect,
  windowPoint,
  windowRect,
} from '../model/geometry.js';
import type { SizeLimit } from './size-limit.js';
import { fitSize } from './size-limit.js';

export type Rounding = 'nearest' | 'outward';

/** How a delivered image was cut out of its window and scaled. */
export interface ImageMap {
  /** Where the window's own (0, 0) lies on the screen. */
  readonly origin: ScreenPoint;
  /** The part of the window the image shows. */
  readonly area: WindowRect;
  /** The delivered image's size. */
  readonly size: Size;
}

export function mapWindow(window: ScreenRect, limit: SizeLimit = {}): ImageMap {
  const area = windowRect({ x: 0, y: 0, width: window.width, height: window.height });
  return { origin: screenPoint(window.x, window.y), area, size: fitSize(area, limit) };
}

/** A view of one part of an image, cut from the same window pixels at their full resolution. */
export function mapZoom(map: ImageMap, region: ImageRect, limit: SizeLimit = {}): ImageMap | undefined {
  const area = intersect(map.area, imageRectToWindow(map, region));
  return area && { origin: map.origin, area, size: fitSize(area, limit) };
}

/** Window pixels per image pixel; 1 when the image was not scaled. */
export const imageScale = (map: ImageMap): number => Math.max(map.area.width / map.size.width, map.area.height / map.size.height);

export const isInImage = (map: ImageMap, point: ImagePoint): boolean => contains({ x: 0, y: 0, ...map.size }, point);

export function imageToWindow(map: ImageMap, point: ImagePoint): WindowPoint {
  const { area, size } = map;
  return windowPoint(area.x + cell(point.x, area.width, size.width), area.y + cell(point.y, area.height, size.height));
}

export function windowToImage(map: ImageMap, point: WindowPoint): ImagePoint {
  const { area, size } = map;
  return imagePoint(cell(point.x - area.x, size.width, area.width), cell(point.y - area.y, size.height, area.height));
}

export const windowToScreen = (map: ImageMap, point: WindowPoint): ScreenPoint =>
  screenPoint(map.origin.x + point.x, map.origin.y + point.y);

export const screenToWindow = (map: ImageMap, point: ScreenPoint): WindowPoint =>
  windowPoint(point.x - map.origin.x, point.y - map.origin.y);

export const imageToScreen = (map: ImageMap, point: ImagePoint): ScreenPoint => windowToScreen(map, imageToWindow(map, point));

export const screenToImage = (map: ImageMap, point: ScreenPoint): ImagePoint => windowToImage(map, screenToWindow(map, point));

/** Every window pixel the image rectangle shows, in whole pixels. */
export function imageRectToWindow(map: ImageMap, rect: ImageRect): WindowRect {
  const { area, size } = map;
  const [x, width] = span(rect.x, right(rect), [area.width, size.width], 'outward');
  const [y, height] = span(rect.y, bottom(rect), [area.height, size.height], 'outward');
  return windowRect({ x: area.x + x, y: area.y + y, width, height });
}

/**
 * Where a window rectangle shows in the image. `nearest` is for telling a caller; `outward` covers every image pixel that
 * holds any part of it, which is what hiding needs. Not clipped to the image; at least one pixel in each direction.
 */
export function windowRectToImage(map: ImageMap, rect: WindowRect, rounding: Rounding = 'nearest'): ImageRect {
  const { area, size } = map;
  const [x, width] = span(rect.x - area.x, right(rect) - area.x, [size.width, area.width], rounding);
  const [y, height] = span(rect.y - area.y, bottom(rect) - area.y, [size.height, area.height], rounding);
  return imageRect({ x, y, width, height });
}

export const screenRectToWindow = (map: ImageMap, rect: ScreenRect): WindowRect => windowRect(moved(rect, -map.origin.x, -map.origin.y));

export const windowRectToScreen = (map: ImageMap, rect: WindowRect): ScreenRect => screenRect(moved(rect, map.origin.x, map.origin.y));

export const screenRectToImage = (map: ImageMap, rect: ScreenRect, rounding: Rounding = 'nearest'): ImageRect =>
  windowRectToImage(map, screenRectToWindow(map, rect), rounding);

const moved = (rect: Rect, dx: number, dy: number): Rect => ({ ...rect, x: rect.x + dx, y: rect.y + dy });

/** Start and length of a stretch after scaling by `to / from`. */
function span(low: number, high: number, [to, from]: readonly [number, number], rounding: Rounding): readonly [number, number] {
  const start = (low * to) / from;
  const end = (high * to) / from;
  const first = rounding === 'outward' ? Math.floor(start) : Math.round(start);
  const last = rounding === 'outward' ? Math.ceil(end) : Math.round(end);
  return last > first ? [first, last - first] : [Math.floor((start + end) / 2), 1];
}

/** The cell of the `to` grid under the centre of cell `index` of the `from` grid. */
const cell = (index: number, to: number, from: number): number => Math.floor(((2 * index + 1) * to) / (2 * from));
