/** Where a toolkit's numbers start and how many pixels each of them counts. */
import type { Rect, Size } from '../../../model/geometry.js';
import type { Window } from '../../../model/window.js';
import type { ExtentsOrigin } from './to-element.js';

/** How the application of a window counts. */
export interface Measure {
  /** Pixels per unit. */
  readonly scale: number;
  /** From the window's corner to where GTK 4 begins to count: its shadow, and the edge it draws itself, are left out. */
  readonly inset: { readonly x: number; readonly y: number };
}

export const PLAIN: Measure = { scale: 1, inset: { x: 0, y: 0 } };

/** `reported` is the box of the window's top element; `shadow` the left, right, top and bottom of `_GTK_FRAME_EXTENTS`. */
export function measure(window: Window, reported: Rect, [left = 0, right = 0, top = 0, bottom = 0]: readonly number[]): Measure {
  const scale = scaleOf(window, reported);
  const { width, height } = window.bounds;
  const edge = (whole: number, inner: number) => Math.max(0, Math.round((whole - inner * scale) / 2));
  return {
    scale,
    inset: { x: left + edge(width - left - right, reported.width), y: top + edge(height - top - bottom, reported.height) },
  };
}

/**
 * GTK 4 answers window coordinates whichever are asked for, and GTK 3 on a scaled display counts screens in units too coarse to
 * say where its window stands. Everyone else is asked for screen coordinates: Qt's window coordinates are wrong.
 */
export function extentsOrigin(toolkit: string, toolkitVersion: string, { bounds }: Window, { scale, inset }: Measure): ExtentsOrigin {
  const isGtk = /gtk/i.test(toolkit);
  if (isGtk && toolkitVersion.startsWith('4')) return { space: 'window', x: -inset.x, y: -inset.y, scale };
  if (isGtk && scale !== 1) return { space: 'window', x: 0, y: 0, scale };
  return { space: 'screen', x: bounds.x, y: bounds.y, scale };
}

const LARGEST_SCALE = 4;
const STEP = 0.25;
const SLACK = 0.02;
/** Some count the title bar as part of the window. */
const TITLE_SLACK = 0.1;

/** GTK and Qt on a scaled display count in larger units than pixels; the window's own size gives them away. */
export function scaleOf(window: Window, reported: Size): number {
  const across = window.bounds.width / reported.width;
  const down = window.bounds.height / reported.height;
  const scale = Math.round(across / STEP) * STEP;
  const fits = (ratio: number, slack: number) => Math.abs(ratio - scale) <= scale * slack;
  return scale > 1 && scale <= LARGEST_SCALE && fits(across, SLACK) && fits(down, TITLE_SLACK) ? scale : 1;
}
