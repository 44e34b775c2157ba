/**
 * Whether the person's window is still there. A window manager takes them elsewhere before it takes away what it put around
 * the window, so that this is heard of the window itself: what comes after is done for them.
 */
import { ChangeWindowAttributes, EventMask, type X11Connection } from '../../../../wire/x11/index.js';

export class PersonsWindow {
  #window = 0;
  #parent = 0;
  #isGone = false;

  constructor(
    private readonly x: X11Connection,
    onTurn: (window: number) => void,
  ) {
    const isIt = ({ event, window }: { event: number; window: number }) => window === this.#window && event === this.#parent;
    const turn = (isGone: boolean) => (event: { event: number; window: number }) => {
      if (!isIt(event)) return;
      this.#isGone = isGone;
      onTurn(event.window);
    };
    x.on('UnmapNotify', turn(true));
    x.on('MapNotify', turn(false));
  }

  /** They closed it or put it away. */
  isGone(window: number): boolean {
    return this.#isGone && window === this.#window;
  }

  /** It is still theirs: only what is around it is left, as it was rolled up. */
  keep(window: number): void {
    if (window === this.#window) this.#isGone = false;
  }

  /** From the root down to it, as long as it is there. */
  watch(window: number, chain: readonly number[] | undefined): void {
    const parent = chain?.at(-2) ?? 0;
    if (window === this.#window && parent === this.#parent) return;
    this.#select(this.#parent, 0);
    this.#select(parent, EventMask.SubstructureNotify);
    this.#window = window;
    this.#parent = parent;
    this.#isGone = false;
  }

  /** On the root it is heard anyway. */
  #select(window: number, eventMask: number): void {
    if (window !== 0 && window !== this.x.root) this.x.checked(ChangeWindowAttributes, { window, values: { eventMask } }).catch(() => {}); // it may have closed
  }
}
