/**
 * Keeps the person's window theirs while something the agent did may open or activate another one.
 * Meanwhile the window manager focuses with the agent's keyboard, so the person's focus cannot move;
 * if it still calls another window active or raises one, it is told at once to go back.
 */
import { after, delay, monotonicMs, type Timer } from '../../../../kit/clock.js';
import { Mutex } from '../../../../kit/mutex.js';
import {
  CreateWindow,
  GetWindowAttributes,
  MapState,
  WindowClass,
  type X11Connection,
  XIDevice,
  XIGetFocus,
  XISetClientPointer,
  XISetFocus,
} from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';
import { serverTime } from '../hand/server-time.js';
import type { Journal } from '../journal/journal.js';
import type { SeatDevices } from '../seat.js';
import { chainTo, isSameClient } from '../target/target.js';
import { AttentionWatch } from './attention.js';
import { RootWatch } from './root-watch.js';
import { restacksFor } from './stacking.js';
import { UserTimeStamp } from './user-time.js';
import { askToActivate, askToPutBelow, stackingOrder, tellFocused } from './wm-messages.js';
import { type RunningWm, readWindowManager } from './wm-traits.js';

/** Most applications answer an act this fast. Longer would get in the way of the person's own Alt+Tab. */
const WATCH_MS = 120;
/** A window that is being made needs this long until the window manager has shown it. */
const NEW_WINDOW_MS = 300;
/** A new window within this time still counts as an answer to the act. */
const SLOW_ANSWER_MS = 3000;
/** Well within what the stamp lies ahead. */
const STAMP_LASTS_MS = 500;
const TURN_MS = 5000;
const CORRECTIONS = 6;
/** The window manager has given the focus back by then. */
const FETCHED_MS = 20;
const POINTER_ROOT = 1;

/** As a target: any window that appears from now on. */
export const WHATEVER_IS_NEW = 0;

/** What was so when an act began. */
interface Before {
  readonly person: number;
  /** Where the person's keyboard was. */
  readonly focus: number;
  readonly target: number;
  readonly devices: SeatDevices;
  readonly order: readonly number[];
  /** What the window manager put around the person's window; undefined where it puts nothing. */
  readonly frame: number | undefined;
}

/** One target of one agent; several agents may act at once. */
interface Watch extends Before {
  readonly since: number;
  readonly attention: AttentionWatch;
  /** What made it necessary: an act, or a window that is being made because of one. */
  readonly stage: 'acts' | 'new_window';
  /** Acts that are still going on. */
  holders: number;
  corrections: number;
  end: Timer | undefined;
}

/** The window manager focuses with this pointer's keyboard. */
interface Lent {
  readonly wmWindow: number;
  readonly pointer: number;
  readonly undone: () => void;
}

export class PersonGuard {
  readonly #turn = new Mutex();
  readonly #watches = new Map<number, Watch>();
  readonly #lastActs = new Map<number, { readonly before: Before; readonly at: number }>();
  #lent: Lent | undefined;
  #wm: Promise<RunningWm> | undefined;

  private constructor(
    private readonly x: X11Connection,
    private readonly ownWindow: number,
    private readonly journal: Journal,
    private readonly root: RootWatch,
    private readonly stamp: UserTimeStamp,
  ) {
    root.listen({
      active: (window) => void this.#onActive(window).catch(() => {}), // the display went away
      restacked: () => void this.#onRestacked().catch(() => {}),
      made: (window) => void this.#onMade(window).catch(() => {}),
    });
  }

  /** `x` must be a connection nobody else selects events on. */
  static async open(x: X11Connection, journal: Journal): Promise<PersonGuard> {
    const window = x.ids.allocate();
    const values = { overrideRedirect: true };
    x.send(CreateWindow, { window, parent: x.root, x: -50, y: -50, width: 1, height: 1, class: WindowClass.InputOnly, values });
    return new PersonGuard(x, window, journal, await RootWatch.open(x), new UserTimeStamp(x, window, journal));
  }

  /**
   * Call before the act, and what it gives after it: the guard stays on for a while.
   * `target` may be the person's own window: then there is nothing to guard.
   */
  async begin(target: number, devices: SeatDevices): Promise<() => void> {
    const person = this.root.active;
    if (person === 0 || person === target) return () => {};
    const watch = this.#stillWatching(person, target) ?? (await this.#watchNow(person, target, devices));
    watch.end?.cancel();
    watch.holders++;
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      watch.holders--;
      this.#lastActs.set(target, { before: { ...watch }, at: monotonicMs() });
      this.#endIn(watch, WATCH_MS);
    };
  }

  /** Ends what the devices of one seat, or of all, are guarded against. */
  async close(devices?: SeatDevices): Promise<void> {
    const ending = [...this.#watches.values()].filter((watch) => devices === undefined || watch.devices === devices);
    for (const watch of ending) await this.#close(watch);
  }

  /** `mayEnd` is asked at last: another act may have begun under the same watch meanwhile. */
  async #close(watch: Watch, mayEnd: (watch: Watch) => boolean = () => true): Promise<void> {
    watch.end?.cancel();
    await this.#turn.run(TURN_MS, async () => {
      if (this.#watches.get(watch.target) !== watch || !mayEnd(watch)) return;
      this.#watches.delete(watch.target);
      watch.attention.end();
      if (this.#watches.size === 0) await this.stamp.clear();
      await this.#lend();
      await this.#takeKeyboardBack(watch);
    });
  }

  /** The window manager may have put the agent's keyboard into a window of the person. */
  async #takeKeyboardBack({ devices, target }: Watch): Promise<void> {
    const { focus } = await this.x.request(XIGetFocus, { deviceId: devices.keyboard });
    if (focus === POINTER_ROOT || isSameClient(this.x, focus, target)) return;
    await this.x.checked(XISetFocus, { deviceId: devices.keyboard, window: POINTER_ROOT });
  }

  async #watchNow(person: number, target: number, devices: SeatDevices): Promise<Watch> {
    const [order, { focus }, chain] = await Promise.all([
      stackingOrder(this.x),
      this.x.request(XIGetFocus, { deviceId: XIDevice.CoreKeyboard }),
      ifAlive(chainTo(this.x, person)),
    ]);
    const frame = chain && chain.length > 2 ? chain[1] : undefined;
    return this.#watchOver({ person, focus, target, devices, order, frame }, target === WHATEVER_IS_NEW ? 'new_window' : 'acts');
  }

  async #watchOver({ person, focus, target, devices, order, frame }: Before, stage: Watch['stage']): Promise<Watch> {
    return this.#turn.run(TURN_MS, async () => {
      const known = this.#watches.get(target);
      const fresh = { person, focus, target, devices, order, frame, stage, since: monotonicMs(), corrections: 0 };
      const watch = known ? Object.assign(known, fresh) : { ...fresh, attention: new AttentionWatch(this.x), holders: 0, end: undefined };
      await Promise.all([this.stamp.set(person), target === WHATEVER_IS_NEW ? undefined : watch.attention.begin(target)]);
      this.#watches.set(target, watch);
      await this.#lend();
      return watch;
    });
  }

  /** The window manager focuses with the keyboard of one of the watched agents for as long as any watch needs that. */
  async #lend(): Promise<void> {
    const wm = await this.#windowManager();
    const needing = [...this.#watches.values()].filter(({ stage }) => wm.guard === 'acts' || wm.guard === stage);
    const lent = this.#lent;
    if (lent && lent.wmWindow === wm.window && needing.some(({ devices }) => devices.pointer === lent.pointer)) return;
    const pointer = needing[0]?.devices.pointer;
    if (!lent && pointer === undefined) return;
    const wmWindow = pointer === undefined ? lent?.wmWindow : wm.window;
    if (wmWindow === undefined) return;
    if (pointer === undefined) this.#lent = undefined;
    else this.#lent = { wmWindow, pointer, undone: this.journal.record({ kind: 'client_pointer', window: wmWindow }) };
    await this.#focusWith(wmWindow, pointer ?? XIDevice.CorePointer);
    lent?.undone();
  }

  /** One act after the other needs the guard only once, as long as its stamp lies ahead. */
  #stillWatching(person: number, target: number): Watch | undefined {
    const watch = this.#watches.get(target);
    return watch?.person === person && monotonicMs() - watch.since < STAMP_LASTS_MS ? watch : undefined;
  }

  #endIn(watch: Watch, ms: number): void {
    watch.end?.cancel();
    if (watch.holders > 0) return;
    watch.end = after(ms, () => void this.#close(watch, (idle) => idle.holders === 0).catch(() => {}));
  }

  /** Asked once: another window manager would own another window, and the old one is then gone. */
  #windowManager(): Promise<RunningWm> {
    this.#wm ??= readWindowManager(this.x);
    return this.#wm;
  }

  /** The window manager's grabs and focus changes are made with the keyboard of this pointer. */
  async #focusWith(wmWindow: number, pointer: number): Promise<void> {
    const done = await ifAlive(this.x.checked(XISetClientPointer, { window: wmWindow, deviceId: pointer }).then(() => true));
    if (!done) this.#wm = undefined;
  }

  /** A window in the making: the guard must be up before it is shown. */
  async #onMade(window: number): Promise<void> {
    const now = monotonicMs();
    for (const [target, { at }] of this.#lastActs) if (now - at > SLOW_ANSWER_MS) this.#lastActs.delete(target);
    const cause = [...this.#watches.values(), ...[...this.#lastActs.values()].map(({ before }) => before)].find(
      ({ target }) => target === WHATEVER_IS_NEW || isSameClient(this.x, window, target),
    );
    if (!cause) return;
    const watch = this.#watches.get(cause.target);
    if (watch && (watch.stage === 'new_window' || this.#lent)) return this.#endIn(watch, NEW_WINDOW_MS);
    if (this.root.active !== cause.person) return;
    this.#endIn(await this.#watchOver(cause, 'new_window'), NEW_WINDOW_MS);
  }

  async #onActive(window: number): Promise<void> {
    const watches = [...this.#watches.values()];
    const late = this.#lateAnswer(window);
    const person = watches[0]?.person ?? late?.person;
    if (person === undefined || window === person) return;
    const { x } = this;
    for (const { devices } of watches) x.send(XISetFocus, { deviceId: devices.keyboard, window: POINTER_ROOT });
    const known = window === 0 ? watches[0] : watches.find((each) => this.#isAgents(each, window));
    if (!known && !late) return this.#letPersonGo(window);
    // In one breath with the agent's keyboard leaving: a window manager that finds the focus nowhere gives it away itself.
    const frame = (known ?? late)?.frame;
    if (frame !== undefined) tellFocused(x, frame, true);
    const watch = known ?? (late && (await this.#watchOver(late, 'new_window')));
    if (!watch) return;
    if (watch !== known) this.#endIn(watch, NEW_WINDOW_MS);
    if (watch.corrections++ >= CORRECTIONS) return;
    if (await this.#isFocusLost(watch)) return this.#fetchFocusBack(watch);
    if (await this.#isBack(watch, 2)) return;
    tellFocused(x, watch.person, false);
    if (await this.#isBack(watch, 4)) return;
    await askToActivate(x, watch.person, await serverTime(x, this.ownWindow));
  }

  /** What a slow program opens after the watch over it ended; a window that was there before is the person's choice. */
  #lateAnswer(window: number): Before | undefined {
    const isRecent = (at: number) => monotonicMs() - at <= SLOW_ANSWER_MS;
    const isNew = ({ order, target }: Before) =>
      target !== WHATEVER_IS_NEW && !order.includes(window) && isSameClient(this.x, window, target);
    return [...this.#lastActs.values()].find(({ before, at }) => isRecent(at) && isNew(before))?.before;
  }

  /** Somebody was faster than the guard: the window manager, or a program that lets go of a focus it does not have. */
  async #isFocusLost({ person, focus, target }: Watch): Promise<boolean> {
    const now = (await this.x.request(XIGetFocus, { deviceId: XIDevice.CoreKeyboard })).focus;
    if (now === focus || isSameClient(this.x, now, person)) return false;
    return now <= POINTER_ROOT || target === WHATEVER_IS_NEW || isSameClient(this.x, now, target);
  }

  async #fetchFocusBack(watch: Watch): Promise<void> {
    const { person, focus } = watch;
    const attributes = await ifAlive(this.x.request(GetWindowAttributes, { window: person }));
    if (attributes?.mapState !== MapState.Viewable) return;
    if (this.#lent) await this.#focusWith(this.#lent.wmWindow, XIDevice.CorePointer);
    if (focus > POINTER_ROOT) await ifAlive(this.x.checked(XISetFocus, { deviceId: XIDevice.CoreKeyboard, window: focus }));
    await askToActivate(this.x, person, await serverTime(this.x, this.ownWindow));
    await this.#isBack(watch, FETCHED_MS);
    // Another agent's window may still be on its way.
    if (this.#lent) await this.#focusWith(this.#lent.wmWindow, this.#lent.pointer);
  }

  /** The person went to another window themselves, and their keyboard could not follow: it does now. */
  async #letPersonGo(window: number): Promise<void> {
    this.#lastActs.clear();
    await this.close();
    await askToActivate(this.x, window, await serverTime(this.x, this.ownWindow));
  }

  async #isBack(watch: Watch, ms: number): Promise<boolean> {
    await delay(ms);
    await this.x.sync();
    return this.root.active === watch.person || this.#watches.get(watch.target) !== watch;
  }

  async #onRestacked(): Promise<void> {
    const watches = [...this.#watches.values()];
    const [oldest] = watches.toSorted((a, b) => a.since - b.since);
    if (!oldest) return;
    const isAgents = (window: number) => watches.some((watch) => this.#isAgents(watch, window));
    const now = await stackingOrder(this.x);
    for (const { window, below } of restacksFor(oldest.order, now, oldest.person, isAgents)) await askToPutBelow(this.x, window, below);
  }

  #isAgents({ target, person, order }: Watch, window: number): boolean {
    if (target === WHATEVER_IS_NEW) return !order.includes(window) && !isSameClient(this.x, window, person);
    return window !== person && isSameClient(this.x, window, target);
  }
}
