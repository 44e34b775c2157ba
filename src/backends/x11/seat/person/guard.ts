/**
 * Keeps the person's window theirs while something the agent did may open or activate another one.
 * Meanwhile the window manager focuses with the agent's keyboard, so the person's focus cannot move;
 * if it still calls another window active or raises one, it is told at once to go back.
 */
import { after, delay, monotonicMs, type Timer } from '../../../../kit/clock.js';
import { Mutex } from '../../../../kit/mutex.js';
import {
  CreateWindow,
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
const POINTER_ROOT = 1;

/** As a target: any window that appears from now on. */
export const WHATEVER_IS_NEW = 0;

/** What was so when the act began. */
interface Before {
  readonly person: number;
  readonly target: number;
  readonly devices: SeatDevices;
  readonly order: readonly number[];
}

interface Watch extends Before {
  readonly wmWindow: number | undefined;
  readonly undone: (() => void) | undefined;
  corrections: number;
}

export class PersonGuard {
  readonly #turn = new Mutex();
  #end: Timer | undefined;
  #watch: Watch | undefined;
  #since = 0;
  #wm: Promise<RunningWm> | undefined;
  #lastAct: { readonly before: Before; readonly at: number } | undefined;

  private constructor(
    private readonly x: X11Connection,
    private readonly ownWindow: number,
    private readonly journal: Journal,
    private readonly root: RootWatch,
    private readonly stamp: UserTimeStamp,
    private readonly attention: AttentionWatch,
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
    return new PersonGuard(x, window, journal, await RootWatch.open(x), new UserTimeStamp(x, window, journal), new AttentionWatch(x));
  }

  /** Call before the act. `target` may be the person's own window: then there is nothing to guard. */
  async begin(target: number, devices: SeatDevices): Promise<void> {
    this.#end?.cancel();
    const person = this.root.active;
    if (person === 0 || person === target) return;
    if (this.#stillWatches(person, target)) return;
    const stage = target === WHATEVER_IS_NEW ? 'new_window' : 'acts';
    await this.#watchOver({ person, target, devices, order: await stackingOrder(this.x) }, stage);
  }

  /** Call after it: the guard stays on for a while. */
  end(): void {
    if (this.#watch) this.#lastAct = { before: this.#watch, at: monotonicMs() };
    this.#endIn(WATCH_MS);
  }

  async close(): Promise<void> {
    this.#end?.cancel();
    await this.#turn.run(TURN_MS, async () => {
      const watch = this.#watch;
      this.#watch = undefined;
      this.attention.end();
      await this.stamp.clear();
      if (watch?.wmWindow !== undefined) await this.#focusWith(watch.wmWindow, XIDevice.CorePointer);
      if (watch) await this.#takeKeyboardBack(watch);
      watch?.undone?.();
    });
  }

  /** The window manager may have put the agent's keyboard into a window of the person. */
  async #takeKeyboardBack({ devices, target }: Watch): Promise<void> {
    const { focus } = await this.x.request(XIGetFocus, { deviceId: devices.keyboard });
    if (focus === POINTER_ROOT || isSameClient(this.x, focus, target)) return;
    await this.x.checked(XISetFocus, { deviceId: devices.keyboard, window: POINTER_ROOT });
  }

  /** `stage` says what made it necessary: an act, or a window that is being made because of one. */
  async #watchOver(before: Before, stage: 'acts' | 'new_window'): Promise<void> {
    await this.#turn.run(TURN_MS, async () => {
      const [wm] = await Promise.all([this.#windowManager(), this.stamp.set(before.person), this.#watchAttention(before)]);
      const wmWindow = wm.guard === 'acts' || wm.guard === stage ? wm.window : undefined;
      const undone = wmWindow === undefined ? undefined : this.journal.record({ kind: 'client_pointer', window: wmWindow });
      this.#watch?.undone?.();
      this.#watch = { ...before, wmWindow, undone, corrections: 0 };
      this.#since = monotonicMs();
      if (wmWindow !== undefined) await this.#focusWith(wmWindow, before.devices.pointer);
    });
  }

  async #watchAttention({ target }: Before): Promise<void> {
    if (target !== WHATEVER_IS_NEW) await this.attention.begin(target);
  }

  /** One act after the other needs the guard only once, as long as its stamp lies ahead. */
  #stillWatches(person: number, target: number): boolean {
    const watch = this.#watch;
    return watch?.person === person && watch.target === target && monotonicMs() - this.#since < STAMP_LASTS_MS;
  }

  #endIn(ms: number): void {
    this.#end?.cancel();
    this.#end = after(ms, () => void this.close().catch(() => {}));
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
    const last = this.#lastAct;
    if (!last || monotonicMs() - last.at > SLOW_ANSWER_MS) return;
    if (last.before.target !== WHATEVER_IS_NEW && !isSameClient(this.x, window, last.before.target)) return;
    this.#endIn(NEW_WINDOW_MS);
    if (this.#watch?.wmWindow === undefined && this.root.active === last.before.person) await this.#watchOver(last.before, 'new_window');
  }

  async #onActive(window: number): Promise<void> {
    const watch = this.#watch;
    if (!watch || window === watch.person || watch.corrections >= CORRECTIONS) return;
    const { x } = this;
    x.send(XISetFocus, { deviceId: watch.devices.keyboard, window: POINTER_ROOT });
    if (window !== 0 && !this.#isAgents(watch, window)) return this.#letPersonGo(window);
    watch.corrections++;
    if (await this.#isFocusLost(watch)) return this.#fetchFocusBack(watch);
    const [, frame] = (await ifAlive(chainTo(x, watch.person))) ?? [];
    if (frame === undefined) return;
    if (frame !== watch.person) tellFocused(x, frame, true);
    if (await this.#isBack(watch, 2)) return;
    tellFocused(x, watch.person, false);
    if (await this.#isBack(watch, 4)) return;
    await askToActivate(x, watch.person, await serverTime(x, this.ownWindow));
  }

  /** The window manager was faster than the guard. */
  async #isFocusLost({ person, target }: Watch): Promise<boolean> {
    const { focus } = await this.x.request(XIGetFocus, { deviceId: XIDevice.CoreKeyboard });
    return !isSameClient(this.x, focus, person) && (target === WHATEVER_IS_NEW || isSameClient(this.x, focus, target));
  }

  async #fetchFocusBack(watch: Watch): Promise<void> {
    if (watch.wmWindow !== undefined) await this.#focusWith(watch.wmWindow, XIDevice.CorePointer);
    await askToActivate(this.x, watch.person, await serverTime(this.x, this.ownWindow));
  }

  /** The person went to another window themselves, and their keyboard could not follow: it does now. */
  async #letPersonGo(window: number): Promise<void> {
    this.#lastAct = undefined;
    await this.close();
    await askToActivate(this.x, window, await serverTime(this.x, this.ownWindow));
  }

  async #isBack(watch: Watch, ms: number): Promise<boolean> {
    await delay(ms);
    await this.x.sync();
    return this.root.active === watch.person || this.#watch !== watch;
  }

  async #onRestacked(): Promise<void> {
    const watch = this.#watch;
    if (!watch) return;
    const now = await stackingOrder(this.x);
    for (const { window, below } of restacksFor(watch.order, now, watch.person, (each) => this.#isAgents(watch, each))) {
      await askToPutBelow(this.x, window, below);
    }
  }

  #isAgents({ target, person, order }: Watch, window: number): boolean {
    if (target === WHATEVER_IS_NEW) return !order.includes(window);
    return window !== person && isSameClient(this.x, window, target);
  }
}
