/**
 * User time 0 says of a window that nobody asked for it, and window managers do not focus what appears with it. Toolkits write
 * theirs while they make one, so it is said again until the window is shown.
 */
import {
  ChangeWindowAttributes,
  DeleteProperty,
  EventMask,
  readWords,
  writeWords,
  type X11Connection,
} from '../../../../wire/x11/index.js';
import { type Atoms, ifAlive, XA } from '../../display.js';

const NOBODY_ASKED = 0;

export class UnaskedWindows {
  /** Those that are not shown yet, with how many changes of our own are still to be announced. */
  readonly #hidden = new Map<number, number>();
  /** Whatever was told so, and how to say that it is not any more. */
  readonly #told = new Map<number, () => void>();
  readonly #unsubscribes: readonly (() => void)[];

  /** `x` must be a connection that is told what becomes of the root's windows. `record` notes what is to be undone should we die. */
  constructor(
    private readonly x: X11Connection,
    private readonly atoms: Pick<Atoms, '_NET_WM_USER_TIME' | '_NET_WM_USER_TIME_WINDOW'>,
    private readonly record: (window: number) => () => void = () => () => {},
  ) {
    this.#unsubscribes = [
      x.on('ReparentNotify', ({ window }) => void this.#hidden.delete(window)),
      x.on('MapNotify', ({ window }) => void this.#hidden.delete(window)),
      x.on('PropertyNotify', ({ window, atom }) => {
        if (!this.#told.has(window)) return;
        if (atom === atoms._NET_WM_USER_TIME && this.#hidden.has(window)) this.#stillUnasked(window);
        if (atom === atoms._NET_WM_USER_TIME_WINDOW) void this.#tellHelper(window);
      }),
    ];
  }

  /** One that is being made. */
  add(window: number): void {
    this.x.send(ChangeWindowAttributes, { window, values: { eventMask: EventMask.PropertyChange } });
    this.#hidden.set(window, 0);
    this.#tell(window);
    void this.#tellHelper(window);
  }

  /** All that was told so is like any other window from now on. */
  async end(): Promise<void> {
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
    await this.clear();
  }

  async clear(): Promise<void> {
    this.#hidden.clear();
    const told = [...this.#told];
    this.#told.clear();
    await Promise.all(told.map(([window, undone]) => this.#takeBack(window).then(undone)));
  }

  #tell(window: number): void {
    const { x, atoms } = this;
    if (!this.#told.has(window)) this.#told.set(window, this.record(window));
    const own = this.#hidden.get(window);
    if (own !== undefined) this.#hidden.set(window, own + 1);
    writeWords(x, window, atoms._NET_WM_USER_TIME, XA.CARDINAL, [NOBODY_ASKED]);
    x.flush();
  }

  /** Qt says when it was started in one breath with showing a window: reading what it said first would be too late. */
  #stillUnasked(window: number): void {
    const own = this.#hidden.get(window) ?? 0;
    if (own > 0) this.#hidden.set(window, own - 1);
    else this.#tell(window);
  }

  /** Toolkits keep the user time on a window of its own, which then counts instead. */
  async #tellHelper(window: number): Promise<void> {
    const [helper] = (await ifAlive(readWords(this.x, window, this.atoms._NET_WM_USER_TIME_WINDOW))) ?? [];
    if (helper !== undefined && helper !== 0 && this.#told.has(window)) this.#tell(helper);
  }

  /** Unless its program has said something else since. */
  async #takeBack(window: number): Promise<void> {
    const property = this.atoms._NET_WM_USER_TIME;
    const current = await ifAlive(readWords(this.x, window, property));
    if (current?.[0] === NOBODY_ASKED) this.x.send(DeleteProperty, { window, property });
  }
}
