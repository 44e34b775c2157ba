/**
 * The person's own pointer: whether they are busy with it, and holding it still for a moment.
 * Holding uses a synchronous grab in the window it is already in: nothing crosses, and whatever the person does
 * meanwhile is queued by the server and delivered in order.
 */
import { DriverError } from '../../../../errors/driver-error.js';
import { after, monotonicMs, type Timer } from '../../../../kit/clock.js';
import { poll } from '../../../../kit/poll.js';
import {
  type X11Connection,
  XIDevice,
  XIGrabDevice,
  XIGrabMode,
  XIGrabStatus,
  XIQueryPointer,
  XIUngrabDevice,
} from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';

const PATIENCE_MS = 2000;
const LOOK_AGAIN_MS = 25;
const deviceId = XIDevice.CorePointer;

export class PersonPointer {
  /** Windows from the root down to the one the pointer was last in. */
  #path: readonly number[];
  #holders = 0;
  #isHeld = false;
  #until = 0;
  #pending: Timer | undefined;

  /** `x` must be a connection that grabs nothing else of the person's. */
  constructor(private readonly x: X11Connection) {
    this.#path = [x.root];
  }

  /** Waits while the person drags or has a menu open, but not for ever. */
  async whenFree(signal: AbortSignal): Promise<void> {
    if (this.#isHeld || (await this.#isFree())) return;
    const freed = await poll(() => this.#isHeld || this.#isFree(), { timeoutMs: PATIENCE_MS, intervalMs: LOOK_AGAIN_MS, signal });
    if (!freed) throw new DriverError('person_busy', 'The person is dragging or has a menu open; nothing was sent.');
  }

  /** Holds the pointer still until the matching `thaw`. Waits like `whenFree`. */
  async freeze(signal: AbortSignal): Promise<void> {
    this.#holders++;
    this.#pending?.cancel();
    try {
      // Also when it is held already: the window it was held in may have closed, which lets it go.
      const held = await poll(() => this.#hold(), { timeoutMs: PATIENCE_MS, intervalMs: LOOK_AGAIN_MS, signal });
      if (!held) throw new DriverError('person_busy', 'The person is dragging or has a menu open; nothing was sent.');
      this.#isHeld = true;
    } catch (error) {
      this.#holders--;
      throw error;
    }
  }

  /** Ends one `freeze` in `ms` milliseconds; the last one frees the pointer. */
  thaw(ms: number): void {
    this.#holders--;
    this.#until = Math.max(this.#until, monotonicMs() + ms);
    if (this.#holders > 0) return;
    const left = this.#until - monotonicMs();
    if (left <= 0) this.#free();
    else this.#pending = after(left, () => this.#free());
  }

  #free(): void {
    if (this.#holders > 0 || !this.#isHeld) return;
    this.#isHeld = false;
    this.x.send(XIUngrabDevice, { deviceId });
    this.x.flush();
  }

  async #isFree(): Promise<boolean> {
    const window = await this.#deepest();
    if (window === undefined) return false;
    const grab = this.x.request(XIGrabDevice, { deviceId, window, mode: XIGrabMode.Sync });
    this.x.send(XIUngrabDevice, { deviceId });
    return (await ifAlive(grab))?.status === XIGrabStatus.Success;
  }

  async #hold(): Promise<boolean> {
    const window = await this.#deepest();
    if (window === undefined) return false;
    return (await ifAlive(this.x.request(XIGrabDevice, { deviceId, window, mode: XIGrabMode.Sync })))?.status === XIGrabStatus.Success;
  }

  /** The window the pointer is in; undefined while a button is down. Mostly one question: it is where it was. */
  async #deepest(): Promise<number | undefined> {
    const looks = await Promise.all(this.#path.map((window) => ifAlive(this.#look(window))));
    if (looks[0] && looks[0].buttons.length > 0) return undefined;
    const wrong = looks.findIndex((look, index) => look?.child !== (this.#path[index + 1] ?? 0));
    if (wrong < 0) return this.#path.at(-1);
    const path = this.#path.slice(0, wrong + 1);
    for (let child = looks[wrong]?.child ?? 0; child !== 0; ) {
      path.push(child);
      child = (await ifAlive(this.#look(child)))?.child ?? 0;
    }
    this.#path = path;
    return path.at(-1);
  }

  #look(window: number) {
    return this.x.request(XIQueryPointer, { window, deviceId });
  }
}
