import { monotonicMs } from '../../../../kit/clock.js';
import { poll } from '../../../../kit/poll.js';
import { GrabServer, UngrabServer, type X11Connection, type X11Event } from '../../../../wire/x11/index.js';
import { serverTime } from '../hand/server-time.js';
import type { Seat } from '../seat.js';
import { SOURCE_PAGER } from './wm-messages.js';

/** Well within what a stamp lies ahead. */
const RENEW_MS = 200;

/** A window's own wish to come to the front is not fulfilled for as long as this lasts. */
export interface Declining {
  /** Does what makes the window ask: `act` queues it on the seat's connection. */
  letAsk(seat: Pick<Seat, 'x' | 'perch'>, act: () => void): Promise<void>;
  /** Whether the window has asked, within a time. */
  isAsked(timeoutMs: number): Promise<boolean>;
  /** Others have to do without something meanwhile, so it is not to last longer than it must. */
  readonly isExclusive: boolean;
  end(): void;
}

/** Whether a message to the window manager is a window asking for that, and not the person through a tool of theirs. */
export const isOwnWish = ({ window, type, data }: X11Event<'ClientMessage'>, target: number, activating: number): boolean =>
  window === target && type === activating && data[0] !== SOURCE_PAGER;

/** How the window manager is told that the person used their window. */
export interface Stamping {
  /** As of later than before. */
  renew(): Promise<boolean>;
  /** As before; only queues that. */
  repeatOver(x: X11Connection): void;
}

/** Has the window manager decline it: each time it is asked, the person used theirs later. */
export class WindowManagerDeclines implements Declining {
  readonly isExclusive = false;
  #hasAsked = false;
  #renewed = monotonicMs();

  private constructor(private readonly stamping: Stamping) {}

  /** `x` must be told what the window manager is asked for. */
  static async begin(x: X11Connection, target: number, stamping: Stamping): Promise<WindowManagerDeclines> {
    const activating = await x.atoms.intern('_NET_ACTIVE_WINDOW');
    const declining = new WindowManagerDeclines(stamping);
    const off = x.on('ClientMessage', (message) => {
      if (!isOwnWish(message, target, activating)) return;
      declining.#hasAsked = true;
      off();
    });
    declining.end = off;
    return declining;
  }

  end: () => void = () => {};

  /**
   * Whenever any window closes, Mutter and Metacity take a use of a window that lies ahead for one of that moment, and heed whoever
   * asks as of then or later: they are told again after the act, and can do nothing at the very moment of it.
   */
  async letAsk({ x, perch }: Pick<Seat, 'x' | 'perch'>, act: () => void): Promise<void> {
    x.send(GrabServer);
    try {
      act();
      this.stamping.repeatOver(x);
      const then = await serverTime(x, perch);
      while ((await serverTime(x, perch)) === then);
    } finally {
      x.send(UngrabServer);
      x.flush();
    }
  }

  async isAsked(timeoutMs: number): Promise<boolean> {
    return (await poll(() => this.#look(), { timeoutMs, intervalMs: 5 })) === true;
  }

  async #look(): Promise<boolean> {
    if (this.#hasAsked || monotonicMs() - this.#renewed < RENEW_MS) return this.#hasAsked;
    this.#renewed = monotonicMs();
    await this.stamping.renew();
    return this.#hasAsked;
  }
}
