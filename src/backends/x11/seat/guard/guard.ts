/**
 * Keeps the person's window theirs while something the agent did may open or activate another one.
 * Meanwhile the window manager focuses with the agent's keyboard, so the person's focus cannot move;
 * if it still calls another window active or raises one, it is told at once to go back.
 */
import { after, monotonicMs } from '../../../../kit/clock.js';
import { poll } from '../../../../kit/poll.js';
import { CreateWindow, WindowClass, type X11Connection } from '../../../../wire/x11/index.js';
import { isShown } from '../../display.js';
import { serverTime } from '../hand/server-time.js';
import type { Shield } from '../hand/shield.js';
import type { Journal } from '../journal/journal.js';
import { HotkeyKeys } from '../person/hotkey-keys.js';
import { PersonsWindow } from '../person/persons-window.js';
import { StillFocused } from '../person/still-focused.js';
import type { SeatDevices } from '../seat.js';
import { isSameClient } from '../target/target.js';
import { type Declining, WindowManagerDeclines } from '../wm/declining.js';
import { OwnRedirect } from '../wm/own-redirect.js';
import { reassertPersonsWindow } from '../wm/reassert.js';
import { RetoldHotkey } from '../wm/retold-hotkey.js';
import { wmHasHandled } from '../wm/wm-answer.js';
import { tellFocused } from '../wm/wm-messages.js';
import { Correction } from './correction.js';
import { Departure } from './departure.js';
import { KeyboardLoan } from './keyboard-loan.js';
import { LentPointer } from './lent-pointer.js';
import { Newcomers } from './newcomers.js';
import { PersonsChoice } from './persons-choice.js';
import { RecentActs, SLOW_ANSWER_MS } from './recent-acts.js';
import { RootWatch } from './root-watch.js';
import { takeTurns } from './turn.js';
import { UserTimeStamp } from './user-time.js';
import { type Before, isOfWatched, NEW_WINDOW_MS, retractKeyboard, type Watch, WHATEVER_IS_NEW } from './watch.js';
import { WatchKeeper } from './watch-keeper.js';
import { WatchList } from './watch-list.js';

/** Most applications answer an act this fast. Longer would get in the way of the person's own Alt+Tab. */
const WATCH_MS = 120;
const LOOK_AGAIN_MS = 2;
const IS_OVER_MS = 25;
/** The window manager is on its way from one window to another for so long. */
const BETWEEN_MS = 40;
/** So many changes in a row are one. */
const REARRANGED_MS = 20;

/** What only the guard has. */
interface Own {
  readonly window: number;
  readonly stamp: UserTimeStamp;
  readonly hotkeys: HotkeyKeys;
  /** For what needs a connection to itself. */
  readonly connect: () => Promise<X11Connection>;
}

export class PersonGuard {
  readonly #watches: WatchList;
  readonly #recent: RecentActs;
  readonly #loan: KeyboardLoan;
  readonly #keeper: WatchKeeper;
  readonly #correction: Correction;
  readonly #departure: Departure;
  #redirect: OwnRedirect | undefined;
  #stirs = 0;

  private constructor(
    private readonly x: X11Connection,
    private readonly root: RootWatch,
    private readonly wmPointer: LentPointer,
    private readonly newcomers: Newcomers,
    private readonly choice: PersonsChoice,
    private readonly own: Own,
  ) {
    const { stamp, hotkeys } = own;
    const inTurn = takeTurns();
    const stillFocused = new StillFocused(x, own.window, () => wmPointer.known);
    this.#watches = new WatchList(x, new PersonsWindow(x, (window) => void this.#onVanished(window).catch(() => {}))); // the display went away
    this.#recent = new RecentActs(x);
    this.#loan = new KeyboardLoan(x, this.#watches, wmPointer, stamp, inTurn, hotkeys);
    this.#keeper = new WatchKeeper(x, this.#watches, this.#loan, stamp, newcomers, choice, stillFocused, inTurn);
    const askedAt = async () => ((await wmPointer.windowManager()).refusesWhatIsOlder ? 0 : serverTime(x, own.window));
    this.#correction = new Correction(x, root, choice, this.#watches, this.#recent, this.#keeper, this.#loan, askedAt);
    this.#departure = new Departure(x, root, wmPointer, this.#keeper, stamp, own.window);
    const retold = new RetoldHotkey(x, own.window, hotkeys, stamp, () => wmPointer.windowManager());
    hotkeys.listen(() => void retold.follow(root.active).catch(() => {})); // the display went away
    newcomers.listen((window) => void this.#onPick(window).catch(() => {}));
    choice.listen((window) => void this.#onPick(window).catch(() => {})); // the display went away
    root.listen({
      active: (window) => void this.#onActive(window).catch(() => {}), // the display went away
      restacked: () => void this.#correction.restack().catch(() => {}),
      appearing: (window) => void this.#onAppearing(window).catch(() => {}),
      vanished: (window) => void this.#onVanished(window).catch(() => {}),
    });
  }

  /** `x` must be a connection nobody else selects events on. */
  static async open(x: X11Connection, journal: Journal, connect: () => Promise<X11Connection>): Promise<PersonGuard> {
    const ownWindow = x.ids.allocate();
    const values = { overrideRedirect: true };
    const place = { x: -50, y: -50, width: 1, height: 1 };
    x.send(CreateWindow, { window: ownWindow, parent: x.root, ...place, class: WindowClass.InputOnly, values });
    const [root, wmPointer] = [await RootWatch.open(x), new LentPointer(x, journal)];
    const hotkeys = new HotkeyKeys(x);
    const choice = await PersonsChoice.open(x, hotkeys, () => wmPointer.known);
    const newcomers = await Newcomers.open(x, choice);
    const stamp = new UserTimeStamp(x, ownWindow, journal);
    return new PersonGuard(x, root, wmPointer, newcomers, choice, { window: ownWindow, stamp, hotkeys, connect });
  }

  /** Where the window manager can be kept from noticing that it focused a new window. */
  async prepareForNew(shield: Shield): Promise<void> {
    if ((await this.wmPointer.windowManager()).focusesLate) await this.newcomers.veil.prepare(shield);
  }

  /**
   * Call before the act, and what it gives after it: the guard stays on for a while.
   * `target` may be the person's own window: then there is nothing to guard.
   */
  async begin(target: number, devices: SeatDevices): Promise<() => void> {
    await this.#loan.isFree();
    const watch = (await this.#watchOver(target, devices)) ?? (await this.#watchOver(target, devices));
    if (!watch) return () => {};
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

  /** Undefined where there is nothing to guard, or the person's window has just closed. */
  async #watchOver(target: number, devices: SeatDevices): Promise<Watch | undefined> {
    await this.#departure.isOver();
    const person = this.#watches.personsWindow(this.root.active);
    if (person === 0 || person === target) return undefined;
    const isOn = this.#watches.of(target)?.person === person;
    const { going } = this.#correction;
    const watch = await this.#keeper.watch(person, target, devices);
    if (going !== this.#correction.going) return this.#followLate();
    if (isOn || (await isShown(this.x, watch.frame ?? person))) return watch; // it would have been seen to vanish
    await this.#onGone();
    return undefined;
  }

  /** They went elsewhere while it was written down where they are. */
  async #followLate(): Promise<undefined> {
    await this.#keeper.follow(this.#correction.going.to);
    return undefined;
  }

  /**
   * For something that makes the window ask to come to the front, done under a guard that is on.
   * Undefined where that would be heeded.
   */
  async decline(target: number): Promise<Declining | undefined> {
    const { window } = await this.wmPointer.windowManager();
    if (window === undefined) {
      this.#redirect = await OwnRedirect.begin(await this.own.connect(), target);
      return this.#redirect;
    }
    const stamping = {
      renew: () => this.#keeper.renewStamp(target),
      repeatOver: (x: X11Connection) => this.own.stamp.repeatOver(x),
    };
    return (await this.canDecline(target)) ? WindowManagerDeclines.begin(this.x, target, stamping) : undefined;
  }

  /** Whether that is possible. */
  async canDecline(target: number): Promise<boolean> {
    const { window, declinesRequests } = await this.wmPointer.windowManager();
    if (window !== undefined) return declinesRequests && this.#keeper.renewStamp(target);
    return this.#redirect?.isOn === true || OwnRedirect.isFree(this.x);
  }

  /** True once the window manager has come to what the window asked for, and the mark it may have left is taken away. */
  async hasDeclined(target: number, timeoutMs: number): Promise<boolean> {
    const isHandled = await wmHasHandled(this.x, this.own.window, timeoutMs);
    await this.#watches.of(target)?.attention.unmarked();
    return isHandled;
  }

  /** Something begins or ceases to be dragged out of the window, under a guard that is on. */
  setDragging(target: number, isDragging: boolean): Promise<void> {
    return this.#keeper.setDragging(target, isDragging);
  }

  async bustle(): Promise<number> {
    await this.x.sync();
    return this.root.changes + this.#stirs;
  }

  stir(): void {
    this.#stirs++;
  }

  /** Other windows may lie under pointers that did not move; told once for many changes in a row. */
  onRearranged(listener: () => void): void {
    let isPending = false;
    const rearranged = () => {
      if (isPending) return;
      isPending = true;
      after(REARRANGED_MS, () => {
        isPending = false;
        listener();
      });
    };
    this.root.listen({ rearranged });
  }

  /** They went to another window while something was guarded against. */
  onPersonGoes(listener: (window: number) => void): () => void {
    return this.#correction.onPersonGoes(listener);
  }

  onPersonClicks(listener: (window: number, time: number) => void): () => void {
    return this.choice.onClick(listener);
  }

  async followClick(window: number): Promise<void> {
    if (this.choice.isAimedAt(window)) await this.#onPick(window);
  }

  /** True while something may still come of what was done in this window. */
  isOn(target: number): boolean {
    return this.#watches.of(target) !== undefined;
  }

  /** Resolves when that is over. */
  async isOver(target: number): Promise<void> {
    await poll(() => !this.isOn(target), { timeoutMs: SLOW_ANSWER_MS, intervalMs: IS_OVER_MS });
  }

  /** Ends what the devices of one seat, or of all, are guarded against. */
  async close(devices?: SeatDevices): Promise<void> {
    await this.#keeper.endAll(devices);
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
    if (await this.#correction.isDue(watch)) {
      this.#endIn(watch, WATCH_MS);
      return this.#correction.correct(watch);
    }
    const chosen = await this.#keeper.end(watch, (idle) => idle.holders === 0 && monotonicMs() >= idle.until - 1);
    // An agent's own keyboard may still be where it acted before.
    if (chosen !== undefined && !this.#recent.isOf(chosen)) await this.#correction.letPersonGo(chosen);
  }

  /** A window in the making: the guard must be up before it is shown, or down if it is the person's. */
  async #onAppearing(window: number): Promise<void> {
    // At once where it can be: whoever waits is told of what comes next only later.
    const wm = this.wmPointer.known ?? (await this.wmPointer.windowManager());
    // What it puts around a window is whose that window is.
    if (wm.window !== undefined && isSameClient(this.x, window, wm.window)) return;
    const now = monotonicMs();
    const cause = [...this.#watches.all, ...this.#recent.all()].find((before) => isOfWatched(this.x, before, window));
    if (!cause) return this.#loan.makeWayFor(window);
    if (cause.target === WHATEVER_IS_NEW) this.newcomers.expect(window, cause, wm);
    const known = this.#watches.of(cause.target);
    if (known?.isDragging) return;
    if (!known && this.#watches.personsWindow(this.root.active) !== cause.person) return;
    const isUp = known && (known.stage === 'new_window' || this.wmPointer.isLent);
    const watch = isUp ? known : await this.#watchLate(cause);
    watch.awaitsWindowUntil = now + NEW_WINDOW_MS;
    await this.#loan.renew();
    this.#endIn(watch, NEW_WINDOW_MS);
  }

  /** It may have been shown before the guard was up. */
  async #watchLate(cause: Before): Promise<Watch> {
    const watch = await this.#keeper.watchOver(cause, 'new_window');
    await this.#correction.restack();
    return watch;
  }

  /** The person closed their window, put it away or rolled it up or down: where the window manager takes them is theirs. */
  async #onVanished(window: number): Promise<void> {
    const isPersons = this.#watches.all.some(({ person, frame }) => window === person || window === frame);
    if (isPersons && !this.#departure.isUnderWay) await this.#onGone();
  }

  async #onGone(): Promise<void> {
    // At once: what the window manager gives the focus to next, it gives to the person.
    this.newcomers.clear();
    this.#recent.clear();
    const window = await this.#departure.arrival(this.#watches.all);
    if (window === undefined) return;
    this.#watches.persons.keep(window);
    this.#correction.tellPersonGoes(window);
  }

  async #onPick(window: number): Promise<void> {
    const person = this.#watches.all[0]?.person ?? this.#recent.all()[0]?.person;
    if (person === undefined || window === this.#loan.personGoesTo) return;
    // On the way elsewhere they may change their mind.
    if (window !== person || this.#loan.personGoesTo !== 0) await this.#correction.letPersonGo(window);
  }

  /** Between two windows there is none for a moment, and what was before must not be told again. */
  async #onNoneActive(): Promise<void> {
    const isOver = () => this.root.active !== 0 || this.#loan.personGoesTo !== 0;
    if (await poll(isOver, { timeoutMs: BETWEEN_MS, intervalMs: LOOK_AGAIN_MS })) return;
    // It may have begun with the agent's keyboard, and then does not see where the person's went.
    if (this.#loan.makesWay) return reassertPersonsWindow(this.x);
    const [watch] = this.#watches.all;
    if (watch) await this.#correction.correct(watch);
  }

  async #onActive(window: number): Promise<void> {
    this.#loan.noteActive(window).catch(() => {}); // the display went away
    const watches = this.#watches.all;
    const late = this.#recent.answeredBy(window);
    const person = watches[0]?.person ?? late?.person;
    if (person === undefined && window !== 0) this.#correction.noteGoing(window); // nothing is guarded yet that could follow
    if (person === undefined || window === person || this.#watches.persons.isGone(person)) return;
    if (window === 0) return this.#onNoneActive();
    if (window === this.#loan.personGoesTo) return;
    if (this.choice.mayExplain(window) && (await this.choice.explains(window))) return this.#correction.letPersonGo(window);
    const known = this.#watches.causing(window);
    if (this.#loan.personGoesTo !== 0 && (known || late)) return; // put right where they go
    for (const { devices, focus } of watches) retractKeyboard(this.x, devices.keyboard, focus);
    if (!known && !late) return this.#correction.letPersonGo(window);
    // In one breath with the agent's keyboard leaving: a window manager that finds the focus nowhere gives it away itself.
    const frame = (known ?? late)?.frame;
    if (frame !== undefined) tellFocused(this.x, frame, true);
    const watch = known ?? (late && (await this.#watchLate(late)));
    if (!watch) return;
    if (watch !== known) this.#endIn(watch, NEW_WINDOW_MS);
    await this.#correction.correct(watch);
  }
}
