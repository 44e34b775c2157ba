/**
 * A second keyboard that "has the focus" in the target while the application takes it with the agent's keyboard.
 * The server then tells nobody about the latter, so the window manager does not see a focus change.
 */
import { XIEventType, XIGrabDevice, XIGrabStatus, XISetFocus, XIUngrabDevice } from '../../../../wire/x11/index.js';
import { addMaster, type Master } from '../device/masters.js';
import { holdAway } from '../device/remove-masters.js';
import { POINTER_ROOT } from '../guard/watch.js';
import type { Seat } from '../seat.js';
import { slipKeyboardInto } from './keyboard-entry.js';

export class Shield {
  #master: Promise<Master> | undefined;
  /** The keyboard that holds a window right now. */
  #raised: { readonly keyboard: number; readonly window: number } | undefined;

  constructor(private readonly seat: Seat) {}

  /** The devices behind it, once there are any. */
  async master(): Promise<Master | undefined> {
    return this.#master?.catch(() => undefined);
  }

  get isRaised(): boolean {
    return this.#raised !== undefined;
  }

  /** Makes the devices. */
  prepare(): Promise<Master> {
    this.#master ??= this.#make();
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
    const { x } = this.seat;
    if (this.#raised) {
      x.send(XIUngrabDevice, { deviceId: this.#raised.keyboard });
      x.send(XISetFocus, { deviceId: this.#raised.keyboard, window: POINTER_ROOT });
    }
    this.#raised = undefined;
  }

  /** Its pointer never moves and is held by us, so that nobody sees it. */
  async #make(): Promise<Master> {
    const { x, devices, perch } = this.seat;
    await this.seat.awaitNewcomer();
    const master = await addMaster(x, { ...devices.name, isShield: true });
    await holdAway(x, [master], perch);
    this.seat.cover();
    return master;
  }
}
