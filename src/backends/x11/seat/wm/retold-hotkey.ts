/**
 * The person's window is stamped ahead, so a window manager that goes by that takes their Alt+Tab for older, and does nothing where
 * they let go of Alt before it came to Tab. It is told the key once more, as of now: it alone knows which window comes next.
 */
import { coreEvents, SendEvent, type X11Connection } from '../../../../wire/x11/index.js';
import { serverTime } from '../hand/server-time.js';
import type { Hotkey, HotkeyKeys } from '../person/hotkey-keys.js';
import { wmHasHandled } from './wm-answer.js';
import { activeWindow } from './wm-messages.js';
import type { RunningWm } from './wm-traits.js';

/** It has come to the key by then, however busy it is. */
const HANDLED_MS = 1000;

export class RetoldHotkey {
  /** Where the person was when they pressed a leading key, until they let go. */
  #from = 0;

  constructor(
    private readonly x: X11Connection,
    private readonly ownWindow: number,
    private readonly hotkeys: HotkeyKeys,
    private readonly stamp: { readonly liesAhead: boolean },
    private readonly windowManager: () => Promise<RunningWm>,
  ) {}

  /** Call when they press a leading key or let it go, with the window they are in. */
  async follow(active: number): Promise<void> {
    const { areDown, loneTab } = this.hotkeys;
    const from = this.#from;
    this.#from = areDown ? from || active : 0;
    if (areDown || from === 0 || !loneTab || !this.stamp.liesAhead) return;
    const { window, declinesHotkeys } = await this.windowManager();
    if (window === undefined || !declinesHotkeys || !(await wmHasHandled(this.x, this.ownWindow, HANDLED_MS))) return;
    const time = await serverTime(this.x, this.ownWindow);
    if ((await activeWindow(this.x)) === from && !this.hotkeys.areDown) this.#tell(window, loneTab, from, time);
  }

  /** To a window of its own, which nobody else hears of; but about the person's, by whose keys it sets its clock right. */
  #tell(wmWindow: number, { keycode, state }: Hotkey, personsWindow: number, time: number): void {
    const { x } = this;
    const place = { root: x.root, event: personsWindow, child: 0, rootX: 0, rootY: 0, eventX: 0, eventY: 0, sameScreen: true };
    const event = x.encodeEvent(coreEvents.KeyPress, { detail: keycode, time, state, ...place });
    x.send(SendEvent, { destination: wmWindow, eventMask: 0, event });
    x.flush();
  }
}
