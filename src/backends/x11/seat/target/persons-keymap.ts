/**
 * GTK 2 and 3 read their keymap when they first need one, from the keyboard that a program's requests mean at that moment, and keep
 * to that keyboard: once it is gone, the next change of any keymap ends the program. An agent's goes. So before a program's requests
 * are led away, or at the latest once it has started, it is told something about the person's keyboard, which makes it read theirs.
 */
import { poll } from '../../../../kit/poll.js';
import {
  coreEvents,
  GrabServer,
  SendEvent,
  UngrabServer,
  type X11Connection,
  XIDevice,
  XIGetClientPointer,
  XISetClientPointer,
  XkbGetState,
  xkbEvents,
} from '../../../../wire/x11/index.js';
import { ifAlive, isShown } from '../../display.js';
import type { Seat } from '../seat.js';
import { wmHasHandled } from '../wm/wm-answer.js';
import { Pulse } from './pulse.js';
import { clientOf, readOwner, type Target } from './target.js';

const SLOW_APP_MS = 1000;
const SLOW_WM_MS = 500;
const STARTING_MS = 3000;
const LOOK_AGAIN_MS = 20;
/** The least a key can have. */
const NO_KEY = 8;

export class PersonsKeymap {
  /** Programs that know it, and whose they are. */
  readonly #known = new Set<string>();

  /** Returns when the program of the window has read it, or is too busy to. */
  async teach(x: X11Connection, { window, owner, traits }: Pick<Target, 'window' | 'owner' | 'traits'>): Promise<void> {
    const program = `${clientOf(x, window)} ${owner}`;
    const { readsKeymapWhenTold } = traits;
    if (!readsKeymapWhenTold || this.#known.has(program)) return;
    const current = await ifAlive(x.request(XIGetClientPointer, { window }));
    const isLed = current?.set === true && current.deviceId !== XIDevice.CorePointer;
    if (isLed) x.send(XISetClientPointer, { window, deviceId: XIDevice.CorePointer });
    if (readsKeymapWhenTold === 'key') tellKey(x, window);
    else await tellState(x, window);
    if (await new Pulse(x, window).handled(SLOW_APP_MS)) this.#known.add(program);
    if (isLed) await ifAlive(x.checked(XISetClientPointer, { window, deviceId: current.deviceId }));
  }

  /**
   * The same for one that has to be led away before it gets to reading anything. For a moment it is led to the person again, so not
   * while it may have been asked to take the focus.
   */
  async teachOnceStarted({ x, perch }: Pick<Seat, 'x' | 'perch'>, window: number): Promise<void> {
    const isIdle = async () => (await isShown(x, window)) && (await new Pulse(x, window).handled(LOOK_AGAIN_MS));
    const isReady = async () => {
      if (!(await isIdle())) return false;
      await wmHasHandled(x, perch, SLOW_WM_MS);
      return isIdle();
    };
    if (await poll(isReady, { timeoutMs: STARTING_MS, intervalMs: LOOK_AGAIN_MS }))
      await this.teach(x, { window, ...(await readOwner(x, window)) });
  }
}

/** That one came up which no keyboard has. */
function tellKey(x: X11Connection, window: number): void {
  const place = { rootX: 0, rootY: 0, eventX: 0, eventY: 0, root: x.root, event: window, child: 0 };
  const event = x.encodeEvent(coreEvents.KeyRelease, { ...place, detail: NO_KEY, time: 0, state: 0, sameScreen: true });
  x.send(SendEvent, { destination: window, eventMask: 0, event });
}

/** Nothing can change it while it is read and told. */
async function tellState(x: X11Connection, window: number): Promise<void> {
  x.send(GrabServer);
  try {
    const { pointerButtons, ...state } = await x.request(XkbGetState, { device: XIDevice.CoreKeyboard });
    const cause = { changed: 0, keycode: 0, eventType: 0, requestMajor: 0, requestMinor: 0 };
    const event = x.encodeEvent(xkbEvents.XkbStateNotify, { ...state, pointerButtons, ...cause, time: 0 });
    x.send(SendEvent, { destination: window, eventMask: 0, event });
  } finally {
    x.send(UngrabServer);
    x.flush();
  }
}
