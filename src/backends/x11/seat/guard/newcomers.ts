/**
 * Windows that appear because of what an agent does, as by starting a program. The moment the window manager puts its lent
 * keyboard into one, it is sent back to the person's window in one breath: asking anything first would let it show the wrong
 * window meanwhile.
 */
import { monotonicMs } from '../../../../kit/clock.js';
import { ConfigureWindow, StackMode, type X11Connection, XIEventType, XIGetFocus, XISelectEvents } from '../../../../wire/x11/index.js';
import { type Atoms, atomNames } from '../../display.js';
import type { Journal } from '../journal/journal.js';
import { isSameClient } from '../target/target.js';
import { unmark } from '../wm/attention.js';
import { remindOf } from '../wm/reassert.js';
import { UnaskedWindows } from '../wm/unasked.js';
import { putBelow } from '../wm/wm-messages.js';
import type { RunningWm } from '../wm/wm-traits.js';
import type { PersonsChoice } from './persons-choice.js';
import { Veil } from './veil.js';
import { type Before, retractKeyboard, type Watch, WHATEVER_IS_NEW } from './watch.js';

/** A program that asks again each time it is sent away must not keep the window manager busy for ever. */
const TIMES = 20;

/** What gets a window within this time after it was made or shown, or after it asked for it, is not the person's choice. */
const OWN_DOING_MS = 400;

interface Newcomer {
  readonly window: number;
  readonly before: Before;
  readonly wm: RunningWm;
  left: number;
  /** What the window manager put around it. */
  frame: number | undefined;
  /** When it last did something that window managers answer with the focus. */
  stirredAt: number;
}

export class Newcomers {
  readonly veil = new Veil();
  readonly #expected = new Map<number, Newcomer>();
  /** Windows that were there already, and what was watched over from then on. */
  readonly #others = new Map<number, Watch>();
  readonly #unasked: UnaskedWindows;
  #onChosen: (window: number) => void = () => {};

  private constructor(
    private readonly x: X11Connection,
    private readonly choice: PersonsChoice,
    journal: Journal,
    { _NET_ACTIVE_WINDOW: activating, _NET_WM_STATE: state, ...atoms }: Atoms,
  ) {
    const property = { kind: 'property', name: '_NET_WM_USER_TIME', written: 0 } as const;
    this.#unasked = new UnaskedWindows(x, atoms, (window) => journal.record({ ...property, window }));
    x.on('PropertyNotify', ({ window, atom }) => {
      // A window manager that keeps one back calls the person to it instead.
      if (atom === state && this.#expected.has(window)) unmark(x, window).catch(() => {}); // the display went away
    });
    x.on('ClientMessage', ({ window, type, data: [source] }) => {
      if (type === activating && !choice.isTheirRequest(window, source)) this.#stir(window);
    });
    x.on('XIFocusIn', ({ event, deviceId }) => {
      const newcomer = this.#expected.get(event);
      if (newcomer?.before.devices.keyboard === deviceId) void this.#onFocused(newcomer);
      const watch = this.#others.get(event);
      if (watch?.devices.keyboard === deviceId && watch.person !== event) void this.#onOther(event);
    });
    x.on('DestroyNotify', ({ window }) => void this.#expected.delete(window));
    const onShown = (window: number) => {
      this.#stir(window);
      void this.#settle(window).catch(() => {}); // the display went away
    };
    x.on('ReparentNotify', ({ window, parent }) => {
      this.#framed(window, parent);
      onShown(window);
    });
    x.on('MapNotify', ({ window }) => {
      onShown(window);
      this.#hideIn(window);
    });
  }

  /** `x` must be a connection that is told what becomes of the root's windows. */
  static async open(x: X11Connection, choice: PersonsChoice, journal: Journal): Promise<Newcomers> {
    return new Newcomers(x, choice, journal, await x.atoms.internMany(atomNames));
  }

  /** Mutter takes back what it cannot see done before anybody could read that it called the window active. */
  listen(onChosen: (window: number) => void): void {
    this.#onChosen = onChosen;
  }

  expect(window: number, before: Before, wm: RunningWm): void {
    if (this.#expected.has(window)) return;
    // Whoever starts a program says it of all that appears.
    if (before.target !== WHATEVER_IS_NEW) this.#unasked.add(window);
    this.#watch(window, { window, before, wm, left: TIMES, frame: undefined, stirredAt: monotonicMs() });
  }

  /** Those that are there already, which only the person can choose. */
  watchOthers(watch: Watch): void {
    for (const window of watch.order) {
      this.#others.set(window, watch);
      this.#select(window, watch, [XIEventType.FocusIn]);
    }
  }

  /** The person goes to this one, so all of its application is theirs. */
  forget(window: number): void {
    for (const [each, newcomer] of this.#expected) {
      if (!isSameClient(this.x, newcomer.window, window)) continue;
      this.veil.lift(newcomer.window);
      this.choice.unwatchPointer(newcomer.window);
      this.#expected.delete(each);
    }
  }

  /** An agent goes to this one, so its keyboard may be there. */
  leave(window: number): void {
    for (const [each, newcomer] of this.#expected) if (newcomer.window === window) this.#expected.delete(each);
  }

  /** What has appeared is the person's to use from now on. */
  clear(): void {
    void this.#unasked.clear().catch(() => {}); // the display went away
    this.veil.lift();
    for (const { window } of this.#expected.values()) this.choice.unwatchPointer(window);
    this.#expected.clear();
    for (const [window, watch] of this.#others) this.#select(window, watch, []);
    this.#others.clear();
  }

  /** The window manager shows a window by showing what it put around it. */
  #framed(window: number, frame: number): void {
    const newcomer = this.#expected.get(window);
    if (!newcomer || frame === this.x.root) return;
    newcomer.frame = frame;
    this.#watch(frame, newcomer);
    void this.choice.watchPointer(window).catch(() => {}); // the display went away
    this.#putFrameBehind(frame, newcomer);
  }

  #watch(window: number, newcomer: Newcomer): void {
    this.#expected.set(window, newcomer);
    this.#select(window, newcomer.before, [XIEventType.FocusIn]);
  }

  #select(window: number, { devices: { keyboard } }: Before, mask: readonly number[]): void {
    this.x.send(XISelectEvents, { window, masks: [{ deviceId: keyboard, mask: [...mask] }] });
    this.x.flush();
  }

  #stir(window: number): void {
    const newcomer = this.#expected.get(window);
    if (newcomer) newcomer.stirredAt = monotonicMs();
  }

  async #onFocused(newcomer: Newcomer): Promise<void> {
    const { window } = newcomer;
    if (!this.choice.mayExplain(window)) this.#sendBack(newcomer);
    else if (await this.choice.explains(window)) this.#onChosen(window);
    else this.#sendBack(newcomer);
  }

  async #onOther(window: number): Promise<void> {
    if (await this.choice.explains(window)) this.#onChosen(window);
  }

  #sendBack(newcomer: Newcomer): void {
    const { before, wm } = newcomer;
    if (monotonicMs() - newcomer.stirredAt > OWN_DOING_MS || newcomer.left-- <= 0) return;
    const { x } = this;
    retractKeyboard(x, before.devices, before.focus);
    remindOf(x, before, wm.hears);
    x.flush();
  }

  /** Before it is shown, so that it never covers the person's window. */
  #putFrameBehind(frame: number, { before, wm }: Newcomer): void {
    if (!wm.hasFreeFrames || before.frame === undefined) return;
    this.x.send(ConfigureWindow, { window: frame, values: { sibling: before.frame, stackMode: StackMode.Below } });
    this.x.flush();
  }

  #hideIn(frame: number): void {
    const newcomer = this.#expected.get(frame);
    if (!newcomer?.wm.focusesLate || newcomer.frame !== frame) return;
    void this.veil.hide(newcomer.window, OWN_DOING_MS).catch(() => {}); // it has just closed
  }

  /**
   * A window manager that held the server has focused it before anybody could listen. It is put behind only then: xfwm4 takes the
   * focus from what is put behind, and would give the person's window the lent keyboard without hearing that it came there.
   */
  async #settle(window: number): Promise<void> {
    const newcomer = this.#expected.get(window);
    if (!newcomer) return;
    const { focus } = await this.x.request(XIGetFocus, { deviceId: newcomer.before.devices.keyboard });
    if (focus === newcomer.window) await this.#onFocused(newcomer);
    if (this.#expected.has(window)) this.#putBehind(newcomer);
  }

  /** It is handled right after the window manager has shown the window. */
  #putBehind(newcomer: Newcomer): void {
    if (newcomer.left-- <= 0) return;
    putBelow(this.x, { ...newcomer.wm, window: newcomer.window, sibling: newcomer.before.person });
  }
}
