/**
 * Hides from the window manager that its lent keyboard came into a new window: as long as a second keyboard is there, the server
 * tells nobody of the first. It is in time only where a window is shown well before it is focused.
 */
import { after, type Timer } from '../../../../kit/clock.js';
import { poll } from '../../../../kit/poll.js';
import type { Shield } from '../hand/shield.js';

/** The window manager still holds the server, or shows the frame before the window. */
const SHOWN_MS = 100;
const LOOK_AGAIN_MS = 1;

export class Veil {
  #shield: Shield | undefined;
  #over = 0;
  #end: Timer | undefined;

  /** Makes the second keyboard, which takes longer than there is time for later. */
  async prepare(shield: Shield): Promise<void> {
    if (this.#over === 0) this.#shield = shield;
    await shield.prepare();
  }

  /** Over this window from now on, for so long; not where the agent itself needs the second keyboard just now. */
  async hide(window: number, forMs: number): Promise<void> {
    const shield = this.#shield;
    if (!shield || (shield.isRaised && this.#over !== window)) return;
    this.#over = window;
    this.#end?.cancel();
    this.#end = after(forMs, () => this.lift(window));
    await poll(() => this.#over !== window || shield.raise(window), { timeoutMs: SHOWN_MS, intervalMs: LOOK_AGAIN_MS });
    if (this.#over !== window) shield.lower();
  }

  lift(window = this.#over): void {
    if (window === 0 || this.#over !== window) return;
    this.#end?.cancel();
    this.#over = 0;
    this.#shield?.lower();
  }
}
