/**
 * Makes one window ready for the agent and puts it back: its owner's grabs and focus requests go to the agent's devices,
 * and it believes it is focused, so that it does not ask the window manager to make it so.
 */
import {
  coreEvents,
  FocusDetail,
  FocusMode,
  SendEvent,
  XIDevice,
  XIGetFocus,
  XISetClientPointer,
  XISetFocus,
} from '../../../../wire/x11/index.js';
import type { Journal } from '../journal/journal.js';
import type { WmTraits } from '../person/wm-traits.js';
import type { Seat } from '../seat.js';
import type { Target } from '../target/target.js';
import type { Shield } from './shield.js';

const POINTER_ROOT = 1;

export class Attachment {
  #redirected: (() => void) | undefined;
  #focused: (() => void) | undefined;

  constructor(
    private readonly seat: Seat,
    readonly target: Target,
    private readonly journal: Journal,
    private readonly shield: Shield,
    private readonly windowManager: () => Promise<WmTraits>,
  ) {}

  /** True when the window was told just now that it is focused and needs a moment to believe it. */
  async begin(isPopupOpen: () => Promise<boolean>): Promise<boolean> {
    const { window, traits } = this.target;
    const { x, devices } = this.seat;
    if (!this.#redirected) {
      this.#redirected = this.journal.record({ kind: 'client_pointer', window });
      x.send(XISetClientPointer, { window, deviceId: devices.pointer });
      if (traits.needsShield && !(await this.windowManager()).noticesGrabs) await this.shield.raise(window);
    }
    const mustRepeat = traits.losesFocusToPopups && this.#focused !== undefined && !(await isPopupOpen());
    if (!traits.wantsFocusIn || (this.#focused && !mustRepeat) || (await this.#isFocusedByPerson())) return false;
    this.#focused ??= this.journal.record({ kind: 'focus_in', window });
    sendFocus(x, window, 'FocusIn');
    return true;
  }

  /** The application may act on the agent's last click for a while; from now on it is the person's again. */
  async giveBack(): Promise<void> {
    const undone = this.#redirected;
    if (!undone) return;
    this.#redirected = undefined;
    const { x, devices } = this.seat;
    const { focus } = await x.request(XIGetFocus, { deviceId: devices.keyboard });
    // Somebody focused with the agent's keyboard although nobody was expected to: taking it back must not be seen either.
    if (focus !== POINTER_ROOT) await this.shield.raise(this.target.window).catch(() => {}); // the window may be gone
    x.send(XISetFocus, { deviceId: devices.keyboard, window: POINTER_ROOT });
    this.shield.lower();
    x.send(XISetClientPointer, { window: this.target.window, deviceId: XIDevice.CorePointer });
    await x.sync();
    undone();
  }

  /** Ends the belief of being focused, unless the person has made it true. */
  async unfocus(): Promise<void> {
    const undone = this.#focused;
    if (!undone) return;
    this.#focused = undefined;
    if (!(await this.#isFocusedByPerson())) sendFocus(this.seat.x, this.target.window, 'FocusOut');
    await this.seat.x.sync();
    undone();
  }

  async #isFocusedByPerson(): Promise<boolean> {
    const { focus } = await this.seat.x.request(XIGetFocus, { deviceId: XIDevice.CoreKeyboard });
    return focus === this.target.window;
  }
}

/** Mask 0 reaches only the window's creator: the window manager does not hear of it. */
export function sendFocus(x: Seat['x'], window: number, kind: 'FocusIn' | 'FocusOut'): void {
  const event = x.encodeEvent(coreEvents[kind], { detail: FocusDetail.Nonlinear, event: window, mode: FocusMode.Normal });
  x.send(SendEvent, { destination: window, eventMask: 0, event });
}
