/** Which window the person has just picked on a taskbar: only such tools ask for a window in the person's name. */
import { monotonicMs } from '../../../../kit/clock.js';
import type { X11Connection } from '../../../../wire/x11/index.js';
import { SOURCE_PAGER } from '../wm/wm-messages.js';

/** The window manager has followed by then, however busy it is. */
const FOLLOWED_MS = 1000;

export class PersonsPick {
  /** Our own corrections are asked for in the same words, so the last one alone would not tell. */
  readonly #picked = new Map<number, number>();

  private constructor(x: X11Connection, activating: number) {
    x.on('ClientMessage', ({ window, type, data: [source] }) => {
      if (type === activating && source === SOURCE_PAGER) this.#picked.set(window, monotonicMs());
    });
  }

  /** `x` must be a connection that is told what is sent to the window manager. */
  static async open(x: X11Connection): Promise<PersonsPick> {
    return new PersonsPick(x, await x.atoms.intern('_NET_ACTIVE_WINDOW'));
  }

  is(window: number): boolean {
    return this.#recent().includes(window);
  }

  /** Another window than this one: they are to be sent back to it no more. */
  isElsewhere(window: number): boolean {
    return this.#recent().some((picked) => picked !== window);
  }

  /** They are there. */
  fulfilled(window: number): void {
    this.#picked.delete(window);
  }

  #recent(): number[] {
    const now = monotonicMs();
    for (const [window, at] of this.#picked) if (now - at > FOLLOWED_MS) this.#picked.delete(window);
    return [...this.#picked.keys()];
  }
}
