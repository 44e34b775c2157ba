/** Putting a window below another, in the words the running window manager takes. */
import type { X11Connection } from '../../../../wire/x11/index.js';
import { putBelow } from './wm-messages.js';
import { readWindowManager } from './wm-traits.js';

export async function askToPutBelow(x: X11Connection, window: number, sibling: number): Promise<void> {
  putBelow(x, { ...(await readWindowManager(x)), window, sibling });
}
