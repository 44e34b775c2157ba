/**
 * Takes masters off a display without hurting applications: one in which a pointer stands when it vanishes may crash.
 * The pointer is held, led to a corner where nobody sees it, and only removed after everybody has noticed that it left.
 */
import { delay } from '../../../../kit/clock.js';
import {
  fakeDeviceMotion,
  GetGeometry,
  type X11Connection,
  X11Error,
  XIGrabDevice,
  XIGrabStatus,
  XISetFocus,
} from '../../../../wire/x11/index.js';
import { Pulse } from '../target/pulse.js';
import { stackingOrder } from '../wm/wm-messages.js';
import { dropMaster, type Master } from './masters.js';

/** Applications have handled that the pointer left once they answer; what they still do about it takes a moment more. */
const AFTERTHOUGHT_MS = 100;
const NOTICED_MS = 400;
const POINTER_ROOT = 1;

/** `ownWindow` is a mapped window of this connection. Pointers this connection holds already stay held. */
export async function holdAway(x: X11Connection, masters: readonly Master[], ownWindow: number): Promise<void> {
  const { width, height } = await x.request(GetGeometry, { drawable: x.root });
  for (const { pointer, keyboard, testPointer } of masters) {
    x.send(XISetFocus, { deviceId: keyboard, window: POINTER_ROOT });
    const { status } = await x.request(XIGrabDevice, { deviceId: pointer, window: ownWindow }).catch(ifGone);
    if (status === XIGrabStatus.Success && testPointer !== undefined) fakeDeviceMotion(x, testPointer, [width - 1, height - 1]);
  }
  await x.sync();
}

/** `meanwhile` runs while everybody notices. */
export async function removeHeld(x: X11Connection, masters: readonly Master[], meanwhile = async () => {}): Promise<void> {
  await Promise.all([masters.length > 0 ? noticed(x) : undefined, meanwhile()]);
  for (const { pointer } of masters) await dropMaster(x, pointer).catch(ifGone);
}

/** Without a window manager's list nobody knows whom to ask. */
async function noticed(x: X11Connection): Promise<void> {
  const windows = await stackingOrder(x).catch(() => []);
  if (windows.length === 0) return delay(NOTICED_MS);
  await Promise.all(windows.map((window) => new Pulse(x, window).handled(NOTICED_MS).catch(() => false)));
  await delay(AFTERTHOUGHT_MS);
}

/** Somebody else, a guardian or a new start, may be removing it too. */
function ifGone(error: unknown): { status: number } {
  if (error instanceof X11Error) return { status: XIGrabStatus.AlreadyGrabbed };
  throw error;
}
