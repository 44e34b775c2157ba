/** How a keyboard comes into a window without the window manager taking note. */
import {
  GrabServer,
  QueryTree,
  readWords,
  UngrabServer,
  type X11Connection,
  XIGrabType,
  XIPassiveGrabDevice,
  XIPassiveUngrabDevice,
  XISetFocus,
  XIUngrabDevice,
} from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';

const NOWHERE = 0;

/**
 * Only queues requests. The root window is told of every keyboard that was in no window and comes into one, whatever a shield
 * hides. Grabbed by us as it comes and let go at once, it is told of as a grab, which window managers do not heed. Nobody else is
 * served in between: the server does not survive a keyboard grabbed in this way that is sent to no window.
 */
export function putKeyboardInto(x: X11Connection, deviceId: number, window: number): void {
  const whenItComes = { deviceId, grabWindow: window, grabType: XIGrabType.FocusIn };
  x.send(GrabServer);
  x.request(XIPassiveGrabDevice, { ...whenItComes, mask: [] }).catch(() => {}); // the window may be gone
  x.send(XISetFocus, { deviceId, window });
  x.send(XIPassiveUngrabDevice, whenItComes);
  x.send(XIUngrabDevice, { deviceId });
  x.send(UngrabServer);
}

/**
 * The same of a keyboard that is nowhere at first, neither in a window nor with the pointer. The server tells nobody when such a
 * one is grabbed, so all that the window hears of it is the end of that grab.
 */
export function slipKeyboardInto(x: X11Connection, deviceId: number, window: number): void {
  x.send(XISetFocus, { deviceId, window: NOWHERE });
  putKeyboardInto(x, deviceId, window);
}

/** The part of a window that GTK hears keys in; undefined where there is none. */
export async function keyWindowOf(x: X11Connection, window: number): Promise<number | undefined> {
  const [named] = (await ifAlive(readWords(x, window, await x.atoms.intern('_NET_WM_USER_TIME_WINDOW')))) ?? [];
  const tree = named ? await ifAlive(x.request(QueryTree, { window: named })) : undefined;
  return tree?.parent === window ? named : undefined;
}
