/** Puts back what a dead process left on a display. Every step may run twice, or after somebody else did it. */
import {
  DeleteProperty,
  readKeymap,
  readWords,
  setKeysyms,
  writeWords,
  type X11Connection,
  XIDevice,
  XISetClientPointer,
} from '../../../../wire/x11/index.js';
import { ifAlive, XA } from '../../display.js';
import { removeLeftWindows } from '../device/left-windows.js';
import { listMasters } from '../device/masters.js';
import type { SeatName } from '../device/seat-name.js';
import { releaseCoreHand } from '../foreground/core-hand.js';
import { lock, putBack } from '../foreground/desk.js';
import { personsFocus } from '../guard/watch.js';
import { sendFocus } from '../hand/sent-focus.js';
import { restoreShape } from '../target/shape-requests.js';
import { reassertPersonsWindow } from '../wm/reassert.js';
import { stackingOrder } from '../wm/wm-messages.js';
import { readWindowManager } from '../wm/wm-traits.js';
import type { Change, JournalContents } from './change.js';
import { removeLeftSeats } from './left-seats.js';

/** Asks, and changes nothing, what undoing begins with: whoever did it once is faster the second time. */
export async function lookAround(x: X11Connection): Promise<void> {
  await Promise.all([listMasters(x), stackingOrder(x), personsFocus(x), readWindowManager(x), removeLeftWindows(x, () => false)]);
}

/** First what hurts the person: buttons and keys that are down, holes, focus. Devices last, because they need time. */
export async function undo(x: X11Connection, { owner, inForce }: JournalContents): Promise<void> {
  const isOwners = ({ pid, starttime }: SeatName) => pid === owner.pid && starttime === owner.starttime;
  await removeLeftSeats(x, isOwners, async () => {
    for (const change of [...inForce].reverse()) await ifAlive(undoChange(x, change));
    await reassertPersonsWindow(x);
  });
  await reassertPersonsWindow(x);
}

async function undoChange(x: X11Connection, change: Change): Promise<void> {
  switch (change.kind) {
    case 'shape':
      return restoreShape(x, change.window, change.saved);
    case 'client_pointer':
      return x.checked(XISetClientPointer, { window: change.window, deviceId: XIDevice.CorePointer });
    case 'focus_in':
      return unfocus(x, change.window);
    case 'property':
      return restoreProperty(x, change);
    case 'spare_keys':
      return emptyKeys(x, change.keycodes);
    case 'foreground':
      return leaveForeground(x, change);
    default:
      return change satisfies never;
  }
}

async function leaveForeground(x: X11Connection, { window, desk }: Extract<Change, { kind: 'foreground' }>): Promise<void> {
  await releaseCoreHand(x, desk.pointer);
  lock(x, desk.locks);
  await putBack(x, window, desk);
}

async function unfocus(x: X11Connection, window: number): Promise<void> {
  if ((await personsFocus(x)) !== window) sendFocus(x, window, 'FocusOut');
}

async function restoreProperty(x: X11Connection, { window, name, written, before }: Extract<Change, { kind: 'property' }>): Promise<void> {
  const property = await x.atoms.intern(name);
  const [current] = await readWords(x, window, property);
  if (current !== written) return;
  if (before === undefined) x.send(DeleteProperty, { window, property });
  else writeWords(x, window, property, XA.CARDINAL, [before]);
}

/** They typed nothing before; a single character on one of them is what was lent. */
async function emptyKeys(x: X11Connection, keycodes: readonly number[]): Promise<void> {
  const keymap = await readKeymap(x, XIDevice.CoreKeyboard);
  const lent = keycodes.filter((keycode) => keymap.keysyms(keycode).length === 1 && keymap.keysyms(keycode)[0] !== 0);
  for (const keycode of lent) await setKeysyms(x, keymap, keycode, []);
}
