import { monotonicMs } from '../../../../kit/clock.js';
import { poll } from '../../../../kit/poll.js';
import type { X11Connection, X11Event } from '../../../../wire/x11/index.js';
import { SOURCE_PAGER } from './wm-messages.js';

/** Well within what a stamp lies ahead. */
const RENEW_MS = 200;

/** A window's own wish to come to the front is not fulfilled for as long as this lasts. */
export interface Declining {
  /** Whether the window has asked, within a time. */
  isAsked(timeoutMs: number): Promise<boolean>;
  /** Others have to do without something meanwhile, so it is not to last longer than it must. */
  readonly isExclusive: boolean;
  end(): void;
}

/** Whether a message to the window manager is a window asking for that, and not the person through a tool of theirs. */
export const isOwnWish = ({ window, type, data }: X11Event<'ClientMessage'>, target: number, activating: number): boolean =>
  window === target && type === activating && data[0] !== SOURCE_PAGER;

/** Has the window manager decline it: each time it is asked, the person used theirs later. */
export class WindowManagerDeclines implements Declining {
  readonly isExclusive = false;
  #hasAsked = false;
  #renewed = monotonicMs();

  private constructor(private readonly renew: () => Promise<boolean>) {}

  /** `x` must be told what the window manager is asked for. */
  static async begin(x: X11Connection, target: number, renew: () => Promise<boolean>): Promise<WindowManagerDeclines> {
    const activating = await x.atoms.intern('_NET_ACTIVE_WINDOW');
    const declining = new WindowManagerDeclines(renew);
    const off = x.on('ClientMessage', (message) => {
      if (!isOwnWish(message, target, activating)) return;
      declining.#hasAsked = true;
      off();
    });
    declining.end = off;
    return declining;
  }

  end: () => void = () => {};

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
