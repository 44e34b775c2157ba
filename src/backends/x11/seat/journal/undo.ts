/** Puts back what a dead process left on a display. Every step may run twice, or after somebody else did it. */
import {
  ConfigureWindow,
  CreateWindow,
  DeleteProperty,
  EventMask,
  fakeDeviceButton,
  fakeDeviceKey,
  MapWindow,
  QueryDeviceState,
  readKeymap,
  readWords,
  StackMode,
  setKeysyms,
  WindowClass,
  writeWords,
  type X11Connection,
  XIDevice,
  XIQueryPointer,
  XISetClientPointer,
} from '../../../../wire/x11/index.js';
import { ifAlive, XA } from '../../display.js';
import { listMasters, type Master } from '../device/masters.js';
import { holdAway, removeHeld } from '../device/remove-masters.js';
import { releaseCoreHand } from '../foreground/core-hand.js';
import { lock, putBack } from '../foreground/desk.js';
import { personsFocus } from '../guard/watch.js';
import { sendFocus } from '../hand/sent-focus.js';
import { restoreShape } from '../target/shape-requests.js';
import { reassertPersonsWindow } from '../wm/reassert.js';
import { stackingOrder } from '../wm/wm-messages.js';
import type { Change, JournalContents } from './change.js';

/** Asks, and changes nothing, what undoing begins with: whoever did it once is faster the second time. */
export async function lookAround(x: X11Connection): Promise<void> {
  await Promise.all([listMasters(x), stackingOrder(x), personsFocus(x)]);
}

/** First what hurts the person: buttons and keys that are down, holes, focus. Devices last, because they need time. */
export async function undo(x: X11Connection, { owner, inForce }: JournalContents): Promise<void> {
  const masters = (await listMasters(x)).filter(({ name }) => name.pid === owner.pid && name.starttime === owner.starttime);
  await removeLeftMasters(x, masters, async () => {
    for (const change of [...inForce].reverse()) await ifAlive(undoChange(x, change));
    await reassertPersonsWindow(x);
  });
  await reassertPersonsWindow(x);
}

/** `whileHeld` runs when nothing is pressed any more and no window sees the pointers. */
export async function removeLeftMasters(x: X11Connection, masters: readonly Master[], whileHeld = async () => {}): Promise<void> {
  const window = x.ids.allocate();
  const values = { overrideRedirect: true, doNotPropagateMask: EventMask.KeyPress | EventMask.KeyRelease };
  x.send(CreateWindow, { window, parent: x.root, x: -50, y: -50, width: 1, height: 1, class: WindowClass.InputOnly, values });
  x.send(MapWindow, { window });
  for (const master of masters) {
    await releaseEverything(x, master, window);
    await holdAway(x, [master], window);
  }
  await removeHeld(x, masters, whileHeld);
}

/** `ownWindow` slips under the pointer first: no other window sees a key come up or the pointer come free. */
async function releaseEverything(x: X11Connection, master: Master, ownWindow: number): Promise<void> {
  const { pointer, keyboard, testPointer, testKeyboard } = master;
  const look = await ifAlive(x.request(XIQueryPointer, { window: x.root, deviceId: pointer }).catch(() => undefined));
  if (look) {
    const place = { x: Math.floor(look.rootX), y: Math.floor(look.rootY) };
    x.send(ConfigureWindow, { window: ownWindow, values: { ...place, stackMode: StackMode.Above } });
  }
  const keys = await ifAlive(x.request(QueryDeviceState, { deviceId: keyboard }).catch(() => undefined));
  for (const button of look?.buttons ?? []) if (testPointer !== undefined) fakeDeviceButton(x, testPointer, button, false);
  for (const state of keys?.classes ?? []) {
    if (state.type !== 'key' || testKeyboard === undefined) continue;
    for (const keycode of state.pressed) fakeDeviceKey(x, testKeyboard, keycode, false);
  }
  await x.sync();
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
