/**
 * Keeps the person's window theirs while something the agent did may open or activate another one.
 * Meanwhile the window manager focuses with the agent's keyboard, so the person's focus cannot move;
 * if it still calls another window active or raises one, it is told at once to go back.
 */
import { after } from '../../../../kit/clock.js';
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
import type { Shelter } from '../shelter.js';
import { Kin } from '../target/kin.js';
import { type Declining, WindowManagerDeclines } from '../wm/declining.js';
import { OwnRedirect } from '../wm/own-redirect.js';
import { RetoldHotkey } from '../wm/retold-hotkey.js';
import { takeTurns } from '../wm/turn.js';
import { wmHasHandled } from '../wm/wm-answer.js';
import { Correction } from './correction.js';
import { Departure } from './departure.js';
import { KeyboardLoan } from './keyboard-loan.js';
import { type LendWhenMade, LentPointer } from './lent-pointer.js';
import { Newcomers } from './newcomers.js';
import { PersonsChoice } from './persons-choice.js';
import { Reactions, WATCH_MS } from './reactions.js';
import { RecentActs, SLOW_ANSWER_MS } from './recent-acts.js';
import { RootWatch } from './root-watch.js';
import { UserTimeStamp } from './user-time.js';
import type { Watch } from './watch.js';
import { WatchKeeper } from './watch-keeper.js';
import { WatchList } from './watch-list.js';

const IS_OVER_MS = 25;
const WM_ANSWERS_MS = 500;
/** So many changes in a row are one. */
const REARRANGED_MS = 20;

/** What only the guard has. */
interface Own {
  readonly window: number;
  readonly stamp: UserTimeStamp;
  readonly hotkeys: HotkeyKeys;
  readonly shelter: Shelter;
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
  readonly #reactions: Reactions;
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
    const kin = new Kin(x);
    const stillFocused = new StillFocused(x, own.window, () => wmPointer.known);
    this.#watches = new WatchList(x, new PersonsWindow(x, (window) => void this.#reactions.onVanished(window).catch(() => {}))); // the display went away
    this.#recent = new RecentActs();
    this.#loan = new KeyboardLoan(x, this.#watches, wmPointer, stamp, inTurn, hotkeys);
    this.#keeper = new WatchKeeper(x, kin, this.#watches, this.#loan, stamp, newcomers, choice, stillFocused, inTurn);
    const askedAt = async () => ((await wmPointer.windowManager()).refusesWhatIsOlder ? 0 : serverTime(x, own.window));
    this.#correction = new Correction(x, root, choice, this.#watches, this.#recent, this.#keeper, this.#loan, askedAt);
    this.#departure = new Departure(x, root, wmPointer, this.#keeper, stamp, own.window);
    const retold = new RetoldHotkey(x, own.window, hotkeys, stamp, () => wmPointer.windowManager());
    hotkeys.listen(() => void retold.follow(root.active).catch(() => {})); // the display went away
    const [watches, recent, loan] = [this.#watches, this.#recent, this.#loan];
    const [keeper, correction, departure] = [this.#keeper, this.#correction, this.#departure];
    this.#reactions = new Reactions({
      x,
      kin,
      shelter: own.shelter,
      root,
      wmPointer,
      newcomers,
      choice,
      watches,
      recent,
      loan,
      keeper,
      correction,
      departure,
    });
  }

  /** `x` must be a connection nobody else selects events on. */
  static async open(
    x: X11Connection,
    journal: Journal,
    lendWhenMade: LendWhenMade,
    shelter: Shelter,
    connect: () => Promise<X11Connection>,
  ): Promise<PersonGuard> {
    const ownWindow = x.ids.allocate();
    const values = { overrideRedirect: true };
    const place = { x: -50, y: -50, width: 1, height: 1 };
    x.send(CreateWindow, { window: ownWindow, parent: x.root, ...place, class: WindowClass.InputOnly, values });
    const [root, wmPointer] = [await RootWatch.open(x), new LentPointer(x, journal, lendWhenMade)];
    const hotkeys = new HotkeyKeys(x);
    const choice = await PersonsChoice.open(x, hotkeys, () => wmPointer.known);
    const newcomers = await Newcomers.open(x, choice, journal);
    const stamp = new UserTimeStamp(x, ownWindow, journal);
    return new PersonGuard(x, root, wmPointer, newcomers, choice, { window: ownWindow, stamp, hotkeys, shelter, connect });
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
    this.newcomers.leave(target);
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
      this.#reactions.endIn(watch, WATCH_MS);
    };
  }

  /** Undefined where there is nothing to guard, or the person's window has just closed. */
  async #watchOver(target: number, devices: SeatDevices): Promise<Watch | undefined> {
    await this.#departure.isOver();
    if (this.#watches.all.length === 0) await this.root.forgetGone(() => wmHasHandled(this.x, this.own.window, WM_ANSWERS_MS));
    const person = this.#watches.personsWindow(this.root.active);
    if (person === 0 || person === target) return undefined;
    const isOn = this.#watches.of(target)?.person === person;
    const { going } = this.#correction;
    const watch = await this.#keeper.watch(person, target, devices);
    if (going !== this.#correction.going) return this.#followLate();
    if (isOn || (await isShown(this.x, watch.frame ?? person))) return watch; // it would have been seen to vanish
    await this.#reactions.personLeft();
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

  /** Whether the person asks for this window, as a taskbar does for them, when something asks for it as this source. */
  isPersonsRequest(window: number, source: number | undefined): boolean {
    return this.choice.isTheirRequest(window, source);
  }

  async followClick(window: number): Promise<void> {
    if (this.choice.isAimedAt(window)) await this.#reactions.onPick(window);
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
}
