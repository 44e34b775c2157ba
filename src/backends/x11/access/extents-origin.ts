/** Where a toolkit's numbers start and how many pixels each of them counts. */
import type { Size } from '../../../model/geometry.js';
import type { Window } from '../../../model/window.js';
import type { ExtentsOrigin } from './to-element.js';

/**
 * GTK 4 answers window coordinates whichever are asked for, and GTK 3 on a scaled display counts screens in units too coarse to
 * say where its window stands. Everyone else is asked for screen coordinates: Qt's window coordinates are wrong.
 */
export function extentsOrigin(toolkit: string, toolkitVersion: string, { bounds }: Window, scale: number): ExtentsOrigin {
  const fromWindow = /gtk/i.test(toolkit) && (toolkitVersion.startsWith('4') || scale !== 1);
  return fromWindow ? { space: 'window', x: 0, y: 0, scale } : { space: 'screen', x: bounds.x, y: bounds.y, scale };
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
