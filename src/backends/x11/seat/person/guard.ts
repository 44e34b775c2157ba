/**
 * Keeps the person's window theirs while something the agent did may open or activate another one.
 * Meanwhile the window manager focuses with the agent's keyboard, so the person's focus cannot move;
 * if it still calls another window active or raises one, it is told at once to go back.
 */
import { after, monotonicMs } from '../../../../kit/clock.js';
import { Mutex } from '../../../../kit/mutex.js';
import { poll } from '../../../../kit/poll.js';
import { CreateWindow, WindowClass, type X11Connection, XIDevice, XIGetFocus, XISetFocus } from '../../../../wire/x11/index.js';
import { ifAlive, isShown } from '../../display.js';
import { serverTime } from '../hand/server-time.js';
import type { Journal } from '../journal/journal.js';
import type { SeatDevices } from '../seat.js';
import { chainTo, isSameClient } from '../target/target.js';
import { AttentionWatch } from './attention.js';
import { LentPointer } from './lent-pointer.js';
import { Newcomers } from './newcomers.js';
import { reassertPersonsWindow } from './reassert.js';
import { RecentActs, SLOW_ANSWER_MS } from './recent-acts.js';
import { askToPutBelow } from './restack.js';
import { RootWatch } from './root-watch.js';
import { restacksFor } from './stacking.js';
import { UserTimeStamp } from './user-time.js';
import { type Before, isOfWatched, POINTER_ROOT, personsFocus, personsOther, type Watch, WHATEVER_IS_NEW } from './watch.js';
import { askToActivate, stackingOrder, tellFocused } from './wm-messages.js';

/** Most applications answer an act this fast. Longer would get in the way of the person's own Alt+Tab. */
const WATCH_MS = 120;
/** A window that is being made needs this long until the window manager has shown it. */
const NEW_WINDOW_MS = 400;
/** Well within what the stamp lies ahead. */
const STAMP_LASTS_MS = 500;
const TURN_MS = 5000;
const CORRECTIONS = 6;
/** The window manager has answered by then. */
const ANSWERED_MS = 25;
const LOOK_AGAIN_MS = 2;

export class PersonGuard {
  readonly #turn = new Mutex();
  readonly #watches = new Map<number, Watch>();
  readonly #recent: RecentActs;
  /** A window that is none of an agent's is on its way until then, so the window manager has the person's keyboard. */
  #makesWayUntil = 0;
  /** The window the person just went to, until their keyboard is there. */
  #personGoesTo = 0;

  private constructor(
    private readonly x: X11Connection,
    private readonly ownWindow: number,
    private readonly root: RootWatch,
    private readonly stamp: UserTimeStamp,
    private readonly wmPointer: LentPointer,
    private readonly newcomers: Newcomers,
  ) {
    this.#recent = new RecentActs(x);
    root.listen({
      active: (window) => void this.#onActive(window).catch(() => {}), // the display went away
      restacked: () => void this.#onRestacked().catch(() => {}),
      appearing: (window) => void this.#onAppearing(window).catch(() => {}),
      vanished: (window) => void this.#onVanished(window).catch(() => {}),
    });
  }

  /** `x` must be a connection nobody else selects events on. */
  static async open(x: X11Connection, journal: Journal): Promise<PersonGuard> {
    const window = x.ids.allocate();
    const values = { overrideRedirect: true };
    x.send(CreateWindow, { window, parent: x.root, x: -50, y: -50, width: 1, height: 1, class: WindowClass.InputOnly, values });
    const root = await RootWatch.open(x);
    return new PersonGuard(x, window, root, new UserTimeStamp(x, window, journal), new LentPointer(x, journal), await Newcomers.open(x));
  }

  /**
   * Call before the act, and what it gives after it: the guard stays on for a while.
   * `target` may be the person's own window: then there is nothing to guard.
   */
  async begin(target: number, devices: SeatDevices): Promise<() => void> {
    const person = this.#personsWindow();
    if (person === 0 || person === target) return () => {};
    if (target === WHATEVER_IS_NEW && !(await isShown(this.x, person))) return () => {}; // it has just closed
    const watch = this.#stillWatching(person, target) ?? (await this.#watchNow(person, target, devices));
    watch.end?.cancel();
    watch.holders++;
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      watch.holders--;
      this.#recent.note({ ...watch });
      this.#endIn(watch, WATCH_MS);
    };
  }

  /** True while something may still come of what was done in this window. */
  isOn(target: number): boolean {
    return this.#watches.has(target);
  }

  /** Resolves when that is over. */
  async isOver(target: number): Promise<void> {
    await poll(() => !this.isOn(target), { timeoutMs: SLOW_ANSWER_MS, intervalMs: ANSWERED_MS });
  }

  /** While another agent's window is called active for a moment it is still the one before. */
  #personsWindow(): number {
    const { active } = this.root;
    const watches = [...this.#watches.values()];
    const mistaken = active === 0 ? watches[0] : watches.find((watch) => this.#isAgents(watch, active));
    return mistaken?.person ?? active;
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
      if (watch.target === WHATEVER_IS_NEW) this.newcomers.clear();
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
    const stage = target === WHATEVER_IS_NEW ? 'new_window' : 'acts';
    const [order, focus, chain] = await Promise.all([stackingOrder(this.x), personsFocus(this.x), ifAlive(chainTo(this.x, person))]);
    const frame = chain && chain.length > 2 ? chain[1] : undefined;
    const known = [...this.#watches.values()].find((watch) => watch.person === person && this.#isAgents(watch, focus));
    return this.#watchOver({ person, focus: known?.focus ?? focus, target, devices, order, frame }, stage);
  }

  async #watchOver({ person, focus, target, devices, order, frame }: Before, stage: Watch['stage']): Promise<Watch> {
    return this.#turn.run(TURN_MS, async () => {
      const known = this.#watches.get(target);
      const fresh = { person, focus, target, devices, order, frame, stage, since: monotonicMs(), corrections: 0 };
      const idle = { holders: 0, until: 0, awaitsWindowUntil: 0, end: undefined };
      const watch = known ? Object.assign(known, fresh) : { ...fresh, ...idle, attention: new AttentionWatch(this.x) };
      await Promise.all([this.stamp.set(person), target === WHATEVER_IS_NEW ? undefined : watch.attention.begin(target)]);
      this.#watches.set(target, watch);
      await this.#lend();
      if (target === WHATEVER_IS_NEW && !known) this.#renewStamp(watch);
      return watch;
    });
  }

  /** A program may take longer to start, and to ask for the focus, than one stamp lies ahead. */
  #renewStamp(watch: Watch): void {
    const renew = async () => {
      if (this.#watches.get(watch.target) !== watch) return;
      if (!this.#makesWay()) await this.#turn.run(TURN_MS, () => this.stamp.set(watch.person));
      this.#renewStamp(watch);
    };
    after(STAMP_LASTS_MS, () => void renew().catch(() => {})); // the display went away
  }

  /** The window manager focuses with the keyboard of one of the watched agents for as long as any watch needs that. */
  async #lend(): Promise<void> {
    const { guard } = await this.wmPointer.windowManager();
    const needing = this.#makesWay() ? [] : [...this.#watches.values()].filter(({ stage }) => guard === 'acts' || guard === stage);
    await this.wmPointer.lend(needing.map(({ devices }) => devices.pointer));
  }

  #makesWay(): boolean {
    const now = monotonicMs();
    if (this.#personGoesTo !== 0) return true;
    return now < this.#makesWayUntil && ![...this.#watches.values()].some(({ awaitsWindowUntil }) => now < awaitsWindowUntil);
  }

  /** One act after the other needs the guard only once, as long as its stamp lies ahead. */
  #stillWatching(person: number, target: number): Watch | undefined {
    const watch = this.#watches.get(target);
    return watch?.person === person && monotonicMs() - watch.since < STAMP_LASTS_MS ? watch : undefined;
  }

  #endIn(watch: Watch, ms: number): void {
    const now = monotonicMs();
    watch.until = Math.max(watch.until, now + ms);
    watch.end?.cancel();
    if (watch.holders > 0) return;
    watch.end = after(watch.until - now, () => void this.#end(watch).catch(() => {}));
  }

  /** Not while something is still wrong that is to be put right. */
  async #end(watch: Watch): Promise<void> {
    const isRight = this.root.active !== 0 && !this.#isAgents(watch, this.root.active) && !(await this.#isFocusLost(watch));
    if (!isRight && watch.corrections < CORRECTIONS && this.#watches.get(watch.target) === watch) {
      this.#endIn(watch, WATCH_MS);
      return this.#correct(watch);
    }
    await this.#close(watch, (idle) => idle.holders === 0 && monotonicMs() >= idle.until - 1);
  }

  /** A window in the making: the guard must be up before it is shown, or down if it is the person's. */
  async #onAppearing(window: number): Promise<void> {
    const now = monotonicMs();
    const cause = [...this.#watches.values(), ...this.#recent.all()].find((before) => isOfWatched(this.x, before, window));
    if (!cause) return this.#makeWayFor(window);
    if (cause.target === WHATEVER_IS_NEW) this.newcomers.expect(window, cause, await this.wmPointer.windowManager());
    const known = this.#watches.get(cause.target);
    if (!known && this.#personsWindow() !== cause.person) return;
    const isUp = known && (known.stage === 'new_window' || this.wmPointer.isLent);
    const watch = isUp ? known : await this.#watchOver(cause, 'new_window');
    watch.awaitsWindowUntil = now + NEW_WINDOW_MS;
    this.#endIn(watch, NEW_WINDOW_MS);
  }

  /** What is none of an agent's is to be focused with the person's keyboard from the start. */
  async #makeWayFor(window: number): Promise<void> {
    if (!this.wmPointer.isLent) return;
    const wm = await this.wmPointer.windowManager();
    if (wm.window !== undefined && isSameClient(this.x, window, wm.window)) return;
    this.#makesWayUntil = monotonicMs() + NEW_WINDOW_MS;
    await this.#turn.run(TURN_MS, async () => {
      await this.#lend();
      if (this.#makesWay()) await this.stamp.clear();
    });
    after(NEW_WINDOW_MS, () => void this.#turn.run(TURN_MS, () => this.#lend()).catch(() => {}));
  }

  /** The person closed their window or put it away: where the window manager takes them instead is theirs. */
  async #onVanished(window: number): Promise<void> {
    const left = [...this.#watches.values()].find(({ person, frame }) => window === (frame ?? person))?.person;
    if (left === undefined) return;
    await this.close();
    const next = () => (this.root.active === left ? undefined : this.root.active || undefined);
    const chosen = await poll(next, { timeoutMs: WATCH_MS, intervalMs: LOOK_AGAIN_MS });
    const instead = chosen ?? (await stackingOrder(this.x)).findLast((each) => each !== left);
    if (instead !== undefined) await this.#letPersonGo(instead);
  }

  async #onActive(window: number): Promise<void> {
    const watches = [...this.#watches.values()];
    const late = this.#recent.answeredBy(window);
    const person = watches[0]?.person ?? late?.person;
    if (person === undefined || window === person || window === this.#personGoesTo) return;
    // Between two windows there is none for a moment, and what was before must not be told again.
    if (window === 0 && this.#personGoesTo !== 0) return;
    // It may have begun with the agent's keyboard, and then does not see where the person's went.
    if (window === 0 && this.#makesWay()) return reassertPersonsWindow(this.x);
    for (const { devices } of watches) this.x.send(XISetFocus, { deviceId: devices.keyboard, window: POINTER_ROOT });
    const known = window === 0 ? watches[0] : watches.find((each) => this.#isAgents(each, window));
    if (!known && !late) return this.#letPersonGo(window);
    // In one breath with the agent's keyboard leaving: a window manager that finds the focus nowhere gives it away itself.
    const frame = (known ?? late)?.frame;
    if (frame !== undefined) tellFocused(this.x, frame, true);
    const watch = known ?? (late && (await this.#watchOver(late, 'new_window')));
    if (!watch) return;
    if (watch !== known) this.#endIn(watch, NEW_WINDOW_MS);
    await this.#correct(watch);
  }

  async #correct(watch: Watch): Promise<void> {
    if (watch.corrections++ >= CORRECTIONS) return;
    const chosen = await personsOther(this.x, watch);
    if (chosen !== undefined) {
      await this.#letPersonGo(chosen);
      return reassertPersonsWindow(this.x);
    }
    if (await this.#isFocusLost(watch)) return this.#fetchFocusBack(watch);
    if (await this.#isBack(watch, ANSWERED_MS / 2)) return;
    tellFocused(this.x, watch.person, false);
    if (await this.#isBack(watch, ANSWERED_MS)) return;
    await askToActivate(this.x, watch.person, await serverTime(this.x, this.ownWindow));
  }

  /** Somebody was faster than the guard: the window manager, or a program that lets go of a focus it does not have. */
  async #isFocusLost({ person, focus }: Watch): Promise<boolean> {
    const now = await personsFocus(this.x);
    if (now === focus || isSameClient(this.x, now, person)) return false;
    return now <= POINTER_ROOT || [...this.#watches.values()].some((watch) => this.#isAgents(watch, now));
  }

  /** The window manager sees the focus come back; where that does not tell it enough, it is asked. */
  async #fetchFocusBack(watch: Watch): Promise<void> {
    const { person, focus } = watch;
    if (!(await isShown(this.x, person))) return;
    if (focus > POINTER_ROOT) {
      await ifAlive(this.x.checked(XISetFocus, { deviceId: XIDevice.CoreKeyboard, window: focus }));
      if (await this.#isBack(watch, ANSWERED_MS)) return;
    }
    await this.wmPointer.without(async () => {
      await askToActivate(this.x, person, await serverTime(this.x, this.ownWindow));
      await this.#isBack(watch, ANSWERED_MS);
    });
  }

  /** The person went to another window themselves, and their keyboard could not follow: it does now. */
  async #letPersonGo(window: number): Promise<void> {
    const isThere = async () => isSameClient(this.x, await personsFocus(this.x), window);
    this.#personGoesTo = window;
    this.#recent.clear();
    try {
      await this.#turn.run(TURN_MS, () => this.#lend());
      if (!(await isThere())) await askToActivate(this.x, window, await serverTime(this.x, this.ownWindow));
      const isDone = await poll(isThere, { timeoutMs: NEW_WINDOW_MS, intervalMs: LOOK_AGAIN_MS }); // not where it thinks it is done already
      if (!isDone && this.root.active === window) await ifAlive(this.x.checked(XISetFocus, { deviceId: XIDevice.CoreKeyboard, window }));
      await this.close();
    } finally {
      this.#personGoesTo = 0;
      this.#makesWayUntil = 0;
      await this.#turn.run(TURN_MS, () => this.#lend());
      if (this.root.active === 0) await reassertPersonsWindow(this.x);
    }
  }

  async #isBack(watch: Watch, ms: number): Promise<boolean> {
    const isBack = () => this.root.active === watch.person || this.#watches.get(watch.target) !== watch;
    return (await poll(isBack, { timeoutMs: ms, intervalMs: LOOK_AGAIN_MS })) ?? false;
  }

  async #onRestacked(): Promise<void> {
    const watches = [...this.#watches.values()];
    const [oldest] = watches.toSorted((a, b) => a.since - b.since);
    if (!oldest) return;
    const isAgents = (window: number) => watches.some((watch) => this.#isAgents(watch, window));
    const restacks = restacksFor(oldest.order, await stackingOrder(this.x), oldest.person, isAgents);
    for (const { window, below } of restacks) await askToPutBelow(this.x, window, below);
  }

  #isAgents(watch: Watch, window: number): boolean {
    return isOfWatched(this.x, watch, window);
  }
}
