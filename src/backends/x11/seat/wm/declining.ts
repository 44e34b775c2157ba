/** Has the window manager decline what a window asks for by itself: each time it is asked, the person used theirs later. */
import { monotonicMs } from '../../../../kit/clock.js';
import { poll } from '../../../../kit/poll.js';
import type { X11Connection } from '../../../../wire/x11/index.js';
import { SOURCE_PAGER } from './wm-messages.js';

/** Well within what a stamp lies ahead. */
const RENEW_MS = 200;

export class Declining {
  #hasAsked = false;
  #renewed = monotonicMs();

  private constructor(private readonly renew: () => Promise<boolean>) {}

  /** `x` must be told what the window manager is asked for. */
  static async begin(x: X11Connection, target: number, renew: () => Promise<boolean>): Promise<Declining> {
    const activating = await x.atoms.intern('_NET_ACTIVE_WINDOW');
    const declining = new Declining(renew);
    const off = x.on('ClientMessage', ({ window, type, data }) => {
      if (window !== target || type !== activating || data[0] === SOURCE_PAGER) return;
      declining.#hasAsked = true;
      off();
    });
    declining.end = off;
    return declining;
  }

  end: () => void = () => {};

  /** Whether the window has asked to come to the front, within a time. */
  async isAsked(timeoutMs: number): Promise<boolean> {
    return (await poll(() => this.#look(), { timeoutMs, intervalMs: 5 })) === true;
  }

  async #look(): Promise<boolean> {
    if (this.#hasAsked || monotonicMs() - this.#renewed < RENEW_MS) return this.#hasAsked;
    this.#renewed = monotonicMs();
    await this.renew();
    return this.#hasAsked;
  }
}
