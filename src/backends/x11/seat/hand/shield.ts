/**
 * A second keyboard that "has the focus" in the target while the application takes it with the agent's keyboard.
 * The server then tells nobody about the latter, so the window manager does not see a focus change.
 */
import { XIEventType, XIGrabDevice, XIGrabStatus, XISetFocus, XIUngrabDevice } from '../../../../wire/x11/index.js';
import type { Master } from '../device/masters.js';
import type { Seat } from '../seat.js';
import { slipKeyboardInto } from './keyboard-entry.js';

export class Shield {
  #master: Promise<Master> | undefined;
  /** The keyboard that holds a window right now. */
  #raised: { readonly keyboard: number; readonly window: number } | undefined;

  constructor(private readonly seat: Seat) {}

  get isRaised(): boolean {
    return this.#raised !== undefined;
  }

  /** Makes the devices. */
  prepare(): Promise<Master> {
    this.#master ??= this.seat.bring({ ...this.seat.devices.name, role: 'shield' });
    return this.#master;
  }

  /** False where the window is not shown. */
  async raise(window: number): Promise<boolean> {
    if (this.#raised?.window === window) return true;
    const { keyboard } = await this.prepare();
    const { status } = await this.seat.x.request(XIGrabDevice, { deviceId: keyboard, window, mask: [XIEventType.KeyPress] });
    if (status !== XIGrabStatus.Success) return false;
    this.#raised = { keyboard, window };
    return true;
  }

  /** The same under window managers that take the beginning of a grab for a focus change, but not its end. */
  async slipInto(window: number): Promise<void> {
    if (this.#raised?.window === window) return;
    this.lower();
    const { keyboard } = await this.prepare();
    slipKeyboardInto(this.seat.x, keyboard, window);
    this.#raised = { keyboard, window };
  }

  /** Only queues requests. */
  lower(): void {
    const { x, devices } = this.seat;
    if (this.#raised) {
      x.send(XIUngrabDevice, { deviceId: this.#raised.keyboard });
      x.send(XISetFocus, { deviceId: this.#raised.keyboard, window: devices.home });
    }
    this.#raised = undefined;
  }
}
