/** Notices on the root window which window the person works in, how windows are stacked, and which are new. */
import { ChangeWindowAttributes, EventMask, GetGeometry, readWords, type X11Connection } from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';

export interface RootListener {
  active?(window: number): void;
  restacked?(): void;
  /** A window is being made, or the window manager is about to show it. */
  appearing?(window: number): void;
  /** A window, or the frame around one, is no longer shown. */
  vanished?(window: number): void;
  /** Another window may lie under a pointer that did not move. */
  rearranged?(): void;
}

export class RootWatch {
  #active = 0;
  #changes = 0;
  readonly #listeners = new Set<RootListener>();

  private constructor(
    private readonly x: X11Connection,
    private readonly activeAtom: number,
  ) {}

  /** `x` must be a connection that selects nothing else on the root window. */
  static async open(x: X11Connection): Promise<RootWatch> {
    const [active, stacking] = await Promise.all([x.atoms.intern('_NET_ACTIVE_WINDOW'), x.atoms.intern('_NET_CLIENT_LIST_STACKING')]);
    const watch = new RootWatch(x, active);
    x.on('PropertyNotify', ({ window, atom }) => {
      if (window !== x.root) return;
      if (atom === active) watch.#refresh().catch(() => {}); // the display went away
      if (atom === stacking) watch.#tell((listener) => listener.restacked?.());
    });
    x.on('CreateNotify', ({ window, parent, overrideRedirect }) => {
      if (parent === x.root && !overrideRedirect) watch.#tell((listener) => listener.appearing?.(window));
    });
    x.on('ReparentNotify', ({ event, window, parent, overrideRedirect }) => {
      if (event !== x.root) return;
      watch.#changes++;
      if (parent !== x.root && !overrideRedirect) watch.#tell((listener) => listener.appearing?.(window));
    });
    x.on('UnmapNotify', ({ event, window }) => {
      if (event !== x.root) return;
      watch.#changes++;
      watch.#tell((listener) => listener.vanished?.(window));
      watch.#tell((listener) => listener.rearranged?.());
    });
    x.on('MapNotify', ({ event }) => {
      if (event !== x.root) return;
      watch.#changes++;
      watch.#tell((listener) => listener.rearranged?.());
    });
    x.on('ConfigureNotify', ({ event }) => {
      if (event === x.root) watch.#tell((listener) => listener.rearranged?.());
    });
    const eventMask = EventMask.PropertyChange | EventMask.SubstructureNotify;
    x.send(ChangeWindowAttributes, { window: x.root, values: { eventMask } });
    await watch.#refresh();
    return watch;
  }

  /** 0 when none is active, or when there is no window manager to say. */
  get active(): number {
    return this.#active;
  }

  /** Openbox goes on calling the last window active that was closed. `isWmDone` tells that it will not take the person elsewhere. */
  async forgetGone(isWmDone: () => Promise<unknown>): Promise<void> {
    const isGone = async (window: number) => (await ifAlive(this.x.request(GetGeometry, { drawable: window }))) === undefined;
    const active = this.#active;
    if (active === 0 || !(await isGone(active))) return;
    await isWmDone();
    await this.#refresh();
    if (active === this.#active) this.#active = 0;
  }

  /** How often a window came, went or was called active. */
  get changes(): number {
    return this.#changes;
  }

  listen(listener: RootListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async #refresh(): Promise<void> {
    const [window = 0] = await readWords(this.x, this.x.root, this.activeAtom);
    if (window === this.#active) return;
    this.#active = window;
    this.#changes++;
    this.#tell((listener) => listener.active?.(window));
  }

  #tell(notice: (listener: RootListener) => void): void {
    for (const listener of [...this.#listeners]) notice(listener);
  }
}
