/** The window of a sprite: above everything, managed by nobody, focused by nobody, and nothing can click it. */
import {
  ChangeProperty,
  CreateWindow,
  ShapeKind,
  ShapeOperation,
  ShapeRectangles,
  WindowClass,
  writeWords,
  type X11Connection,
} from '../../../wire/x11/index.js';
import { XA } from '../display.js';
import { ARGB_DEPTH } from './argb-visual.js';

export const OVERLAY_CLASS = 'offhand-cursor';

export const spriteAtoms = [
  '_NET_WM_WINDOW_TYPE',
  '_NET_WM_WINDOW_TYPE_DND',
  '_NET_WM_WINDOW_OPACITY',
  '_COMPTON_SHADOW',
  'WM_HINTS',
] as const;
export type SpriteAtoms = Readonly<Record<(typeof spriteAtoms)[number], number>>;

export interface SpriteHome {
  readonly x: X11Connection;
  readonly visual: number;
  readonly colormap: number;
  readonly atoms: SpriteAtoms;
}

/** WM_HINTS: only the input field counts, and it says never. */
const NO_INPUT = [1, 0, 0, 0, 0, 0, 0, 0, 0];

export function createSpriteWindow({ x, visual, colormap, atoms }: SpriteHome): number {
  const window = x.ids.allocate();
  x.send(CreateWindow, {
    depth: ARGB_DEPTH,
    window,
    parent: x.root,
    x: 0,
    y: 0,
    width: 1,
    height: 1,
    class: WindowClass.InputOutput,
    visual,
    values: { backgroundPixel: 0, borderPixel: 0, overrideRedirect: true, colormap },
  });
  x.send(ShapeRectangles, { operation: ShapeOperation.Set, kind: ShapeKind.Input, window, rectangles: [] });
  const name = `${OVERLAY_CLASS}\0${OVERLAY_CLASS}\0`;
  x.send(ChangeProperty, { window, property: XA.WM_CLASS, type: XA.STRING, format: 8, data: Buffer.from(name) });
  x.send(ChangeProperty, { window, property: XA.WM_NAME, type: XA.STRING, format: 8, data: Buffer.from(OVERLAY_CLASS) });
  writeWords(x, window, atoms.WM_HINTS, atoms.WM_HINTS, NO_INPUT);
  // What is dragged along with a pointer gets neither shadow nor animation from compositors.
  writeWords(x, window, atoms._NET_WM_WINDOW_TYPE, XA.ATOM, [atoms._NET_WM_WINDOW_TYPE_DND]);
  writeWords(x, window, atoms._COMPTON_SHADOW, XA.CARDINAL, [0]);
  return window;
}
