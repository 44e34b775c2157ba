/** The window manager's focus changes are made with the keyboard of one pointer: the person's, unless an agent's is lent to it. */
import { type X11Connection, XIDevice, XISetClientPointer } from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';
import type { Journal } from '../journal/journal.js';
import type { Maker } from '../wm/early-loan.js';
import { type RunningWm, readWindowManager } from '../wm/wm-traits.js';

interface Lent {
  readonly wmWindow: number;
  readonly pointer: number;
  readonly undone: () => void;
}

/** Lends faster than we could; says what it lent for those it was told of before. */
export type LendWhenMade = (wmWindow: number, makers: readonly Maker[]) => Promise<number | undefined>;

export class LentPointer {
  /** Who gets one from the thread when they make a window, and how to say that nobody does any more. */
  #makers: { readonly names: string; readonly undone: () => void } | undefined;
  #lent: Lent | undefined;
  #wm: Promise<RunningWm> | undefined;
  #known: RunningWm | undefined;

  constructor(
    private readonly x: X11Connection,
    private readonly journal: Journal,
    private readonly lendWhenMade: LendWhenMade,
  ) {}

  get isLent(): boolean {
    return this.#lent !== undefined;
  }

  /** Asked once: another window manager would own another window, and the old one is then gone. */
  windowManager(): Promise<RunningWm> {
    this.#wm ??= readWindowManager(this.x).then((wm) => {
      this.#known = wm;
      return wm;
    });
    return this.#wm;
  }

  /** Undefined until it was asked for. */
  get known(): RunningWm | undefined {
    return this.#known;
  }

  /** One of these from now on, the one it has already if that is among them; the person's when there are none. */
  async lend(pointers: readonly number[]): Promise<void> {
    const { window } = await this.windowManager();
    const lent = this.#lent;
    if (lent && lent.wmWindow === window && pointers.includes(lent.pointer)) return;
    const [pointer] = pointers;
    if (!lent && pointer === undefined) return;
    const wmWindow = pointer === undefined ? lent?.wmWindow : window;
    if (wmWindow === undefined) return;
    this.#lent = pointer === undefined ? undefined : { wmWindow, pointer, undone: this.#record(wmWindow) };
    await this.#focusWith(wmWindow, pointer ?? XIDevice.CorePointer);
    lent?.undone();
  }

  /** Without asking anything first; only once it is known who it is lent to. */
  lendAtOnce(pointer: number): void {
    const wmWindow = this.#known?.window;
    if (this.#lent || wmWindow === undefined) return;
    this.#lent = { wmWindow, pointer, undone: this.#record(wmWindow) };
    this.x.send(XISetClientPointer, { window: wmWindow, deviceId: pointer });
    this.x.flush();
  }

  /** It gets the pointer of one of these as soon as that makes a window, and none for what any other makes. */
  async expect(makers: readonly Maker[]): Promise<void> {
    const names = makers.map(({ window, pointer }) => `${window} ${pointer}`).join();
    if (names === (this.#makers?.names ?? '')) return;
    const { window: wmWindow } = await this.windowManager();
    if (wmWindow === undefined) return;
    const before = this.#makers;
    this.#makers = names === '' ? undefined : { names, undone: this.#record(wmWindow) };
    const pointer = await this.lendWhenMade(wmWindow, makers).catch(() => undefined); // we lend it ourselves then
    if (pointer !== undefined && !this.#lent) this.#lent = { wmWindow, pointer, undone: this.#record(wmWindow) };
    before?.undone();
  }

  /** The window manager has the person's keyboard while `act` goes on. */
  async without(act: () => Promise<unknown>): Promise<void> {
    if (this.#lent) await this.#focusWith(this.#lent.wmWindow, XIDevice.CorePointer);
    await act();
    if (this.#lent) await this.#focusWith(this.#lent.wmWindow, this.#lent.pointer);
  }

  #record(window: number): () => void {
    return this.journal.record({ kind: 'client_pointer', window });
  }

  async #focusWith(wmWindow: number, pointer: number): Promise<void> {
    const done = await ifAlive(this.x.checked(XISetClientPointer, { window: wmWindow, deviceId: pointer }).then(() => true));
    if (done) return;
    this.#wm = undefined;
    this.#known = undefined;
  }
}
