/** Takes the devices and windows of dead processes off a display. Every step may run twice, or after somebody else did it. */
import {
  ConfigureWindow,
  CreateWindow,
  DestroyWindow,
  EventMask,
  fakeDeviceButton,
  fakeDeviceKey,
  MapWindow,
  QueryDeviceState,
  StackMode,
  WindowClass,
  type X11Connection,
  XIGetFocus,
  XIGrabDevice,
  XIQueryPointer,
  XISetFocus,
  XIUngrabDevice,
} from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';
import { removeLeftWindows } from '../device/left-windows.js';
import { listMasters, type Master } from '../device/masters.js';
import { holdAway, removeHeld } from '../device/remove-masters.js';
import type { SeatName } from '../device/seat-name.js';
import { POINTER_ROOT } from '../guard/watch.js';
import { readWindowManager } from '../wm/wm-traits.js';

/** Gives how many there were. `whileHeld` runs when nothing is pressed any more and no window sees the pointers. */
export async function removeLeftSeats(x: X11Connection, isLeft: (name: SeatName) => boolean, whileHeld = async () => {}): Promise<number> {
  const masters = (await listMasters(x)).filter(({ name }) => isLeft(name)).sort(sittersLast);
  await leaveUnnoticed(x, masters);
  const covers: number[] = [];
  for (const master of masters) {
    // One each: a pointer that an application holds, as one with an open menu does, stays where it is.
    const cover = makeCover(x);
    covers.push(cover);
    await releaseEverything(x, master, cover);
    await holdAway(x, [master], cover);
  }
  await removeLeftWindows(x, isLeft);
  await removeHeld(x, masters, whileHeld);
  for (const window of covers) x.send(DestroyWindow, { window });
  return masters.length;
}

/** As long as one stays, the root window is told nothing of the others. */
const sittersLast = (a: Master, b: Master): number => Number(a.name.role === 'sitter') - Number(b.name.role === 'sitter');

/** What hid from the window manager that a keyboard came into a window ended with the process: it hides now that it goes. */
async function leaveUnnoticed(x: X11Connection, masters: readonly Master[]): Promise<void> {
  const shield = masters.find(({ name }) => name.role === 'shield');
  if (!shield || (await readWindowManager(x)).noticesGrabs) return;
  for (const { keyboard, name } of masters) {
    if (name.role !== 'hand') continue;
    const { focus } = await x.request(XIGetFocus, { deviceId: keyboard }).catch(nowhere);
    if (focus <= POINTER_ROOT || focus === x.root) continue;
    await x.request(XIGrabDevice, { deviceId: shield.keyboard, window: focus }).catch(nowhere);
    x.send(XISetFocus, { deviceId: keyboard, window: POINTER_ROOT });
    x.send(XIUngrabDevice, { deviceId: shield.keyboard });
  }
}

/** Somebody else cleans up too, or the window has gone. */
const nowhere = () => ({ focus: POINTER_ROOT });

/** A pixel of our own that no key goes through. */
function makeCover(x: X11Connection): number {
  const window = x.ids.allocate();
  const values = { overrideRedirect: true, doNotPropagateMask: EventMask.KeyPress | EventMask.KeyRelease };
  x.send(CreateWindow, { window, parent: x.root, x: -50, y: -50, width: 1, height: 1, class: WindowClass.InputOnly, values });
  x.send(MapWindow, { window });
  return window;
}

/** The cover slips under the pointer first: no other window sees a key come up or the pointer come free. */
async function releaseEverything(x: X11Connection, master: Master, cover: number): Promise<void> {
  const { pointer, keyboard, testPointer, testKeyboard } = master;
  const look = await ifAlive(x.request(XIQueryPointer, { window: x.root, deviceId: pointer }).catch(() => undefined));
  if (look) {
    const place = { x: Math.floor(look.rootX), y: Math.floor(look.rootY) };
    x.send(ConfigureWindow, { window: cover, values: { ...place, stackMode: StackMode.Above } });
  }
  const keys = await ifAlive(x.request(QueryDeviceState, { deviceId: keyboard }).catch(() => undefined));
  for (const button of look?.buttons ?? []) if (testPointer !== undefined) fakeDeviceButton(x, testPointer, button, false);
  for (const state of keys?.classes ?? []) {
    if (state.type !== 'key' || testKeyboard === undefined) continue;
    for (const keycode of state.pressed) fakeDeviceKey(x, testKeyboard, keycode, false);
  }
  await x.sync();
}
