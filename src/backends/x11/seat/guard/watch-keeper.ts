/** Begins a watch, with all that is told to the window manager for it, and takes that back at its end. */
import { after, monotonicMs } from '../../../../kit/clock.js';
import { type X11Connection, XIGetFocus } from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';
import type { StillFocused } from '../person/still-focused.js';
import type { SeatDevices } from '../seat.js';
import type { Kin } from '../target/kin.js';
import { chainTo, isSameClient } from '../target/target.js';
import { AttentionWatch } from '../wm/attention.js';
import { movedIn } from '../wm/stacking.js';
import type { InTurn } from '../wm/turn.js';
import { stackingOrder } from '../wm/wm-messages.js';
import type { KeyboardLoan } from './keyboard-loan.js';
import type { Newcomers } from './newcomers.js';
import type { PersonsChoice } from './persons-choice.js';
import type { UserTimeStamp } from './user-time.js';
import {
  type Before,
  isAtHome,
  isOfWatched,
  type Place,
  POINTER_ROOT,
  personsFocus,
  retractKeyboard,
  type Watch,
  WHATEVER_IS_NEW,
  windowAround,
} from './watch.js';
import type { WatchList } from './watch-list.js';

/** Well within what the stamp lies ahead. */
const STAMP_LASTS_MS = 500;

interface TakingBack {
  /** From there only; from everywhere but the agent's own target unless it says. */
  readonly isWrong?: (focus: number) => boolean;
  /** Where the person is, said in the breath in which a keyboard leaves a window they are not in. */
  readonly onLeft?: (persons: number) => void;
}

export class WatchKeeper {
  constructor(
    private readonly x: X11Connection,
    private readonly kin: Kin,
    private readonly watches: WatchList,
    private readonly loan: KeyboardLoan,
    private readonly stamp: UserTimeStamp,
    private readonly newcomers: Newcomers,
    private readonly choice: PersonsChoice,
    private readonly stillFocused: StillFocused,
    private readonly inTurn: InTurn,
  ) {}

  /** One act after the other needs a watch only once, as long as its stamp lies ahead. */
  async watch(person: number, target: number, devices: SeatDevices): Promise<Watch> {
    const known = this.watches.of(target);
    const isFresh = known?.person === person && monotonicMs() - known.since < STAMP_LASTS_MS;
    return isFresh
      ? known
      : this.watchOver(await this.#asItIs(person, target, devices), target === WHATEVER_IS_NEW ? 'new_window' : 'acts');
  }

  async watchOver(before: Before, stage: Watch['stage']): Promise<Watch> {
    return this.inTurn(async () => {
      // Not sooner: it may be a watch that follows the person elsewhere until then.
      const { person, focus, target, devices, program, order, frame } = before;
      const known = this.watches.of(target);
      const fresh = { person, focus, target, devices, program, order, frame, stage, since: monotonicMs(), corrections: 0 };
      const idle = { holders: 0, until: 0, awaitsWindowUntil: 0, isDragging: false, end: undefined };
      const watch = known ? Object.assign(known, fresh) : { ...fresh, ...idle, attention: new AttentionWatch(this.x) };
      this.watches.add(watch);
      // A window that is being made may be shown at any moment.
      if (stage === 'new_window') await this.loan.bringUpToDate();
      await Promise.all([
        this.loan.mayStamp ? this.stamp.set(person) : undefined,
        target === WHATEVER_IS_NEW ? undefined : watch.attention.begin(target),
      ]);
      this.choice.watchKeys(focus);
      await this.loan.bringUpToDate();
      this.stillFocused.watch(person);
      if (target !== WHATEVER_IS_NEW) await this.choice.watchPointer(target);
      if (target === WHATEVER_IS_NEW && !known) this.#keepStamp(watch);
      if (target === WHATEVER_IS_NEW) this.newcomers.watchOthers(watch);
      return watch;
    });
  }

  /** Until told otherwise the window manager has the person's keyboard, whatever the window's program makes. */
  async setDragging(target: number, isDragging: boolean): Promise<void> {
    const watch = this.watches.of(target);
    if (!watch) return;
    Object.assign(watch, isDragging ? { isDragging, stage: 'acts', awaitsWindowUntil: 0 } : { isDragging });
    await this.inTurn(() => this.loan.bringUpToDate());
  }

  /** False where nothing is guarded against in that window, or the person is about to get a window of their own. */
  async renewStamp(target: number): Promise<boolean> {
    const watch = this.watches.of(target);
    if (!watch || this.loan.makesWay) return false;
    await this.inTurn(() => this.stamp.set(watch.person));
    await this.x.sync();
    return true;
  }

  /**
   * `mayEnd` is asked at last: another act may have begun under the same watch meanwhile. Gives the window that the window manager
   * took the person to in the last moment, still with the agent's keyboard.
   */
  async end(watch: Watch, mayEnd: (watch: Watch) => boolean = () => true): Promise<number | undefined> {
    return this.inTurn(async () => {
      if (!this.watches.isOn(watch) || !mayEnd(watch)) return undefined;
      await this.#end(watch);
      const isOther = (focus: number) => this.watches.all.some(({ program }) => program.has(focus));
      const found = await this.#takeKeyboardBack(watch, { isWrong: (focus) => !watch.program.has(focus) && !isOther(focus) });
      return found === undefined || isOfWatched(this.x, watch, found) ? undefined : windowAround(this.x, found);
    });
  }

  /**
   * Ends all there are, and gives what takes the agents' keyboards back: a window manager that has put one into the person's next
   * window would take it for left if theirs were not there by then. `onLeft` is told in the breath in which one leaves a window.
   */
  async endAllButKeyboards(): Promise<(onLeft: (persons: number) => void) => Promise<void>> {
    const ending = this.watches.all;
    await this.inTurn(async () => {
      for (const watch of ending) if (this.watches.isOn(watch)) await this.#end(watch);
    });
    return (onLeft) => this.inTurn(async () => void (await Promise.all(ending.map((watch) => this.#takeKeyboardBack(watch, { onLeft })))));
  }

  async #end(watch: Watch): Promise<void> {
    watch.end?.cancel();
    this.watches.remove(watch);
    watch.attention.end();
    this.choice.unwatchPointer(watch.target);
    const isLast = this.watches.all.length === 0;
    if (watch.target === WHATEVER_IS_NEW || isLast) this.newcomers.clear();
    if (isLast) await this.stamp.clear();
    await this.loan.bringUpToDate();
  }

  /** The person goes to this one, and to whatever else its application shows. */
  letUse(window: number): void {
    this.newcomers.forget(window);
  }

  /** The person is in another window now: from that one the rest of what is going on is kept away instead. */
  async follow(window: number): Promise<void> {
    const now = await this.#placeOf(window);
    // What an agent opened may have taken it from them since.
    const focus = this.watches.causing(now.focus) ? window : now.focus;
    for (const watch of this.watches.all) {
      const isOver = watch.holders === 0 && monotonicMs() >= watch.awaitsWindowUntil;
      if (watch.target === window || isOver) await this.end(watch);
      else await this.#moveTo(watch, { ...now, focus });
    }
  }

  #moveTo(watch: Watch, { order, person, focus, frame }: Place): Promise<void> {
    return this.inTurn(async () => {
      if (!this.watches.isOn(watch)) return;
      Object.assign(watch, { person, focus, frame, order: movedIn(watch.order, person, order), corrections: 0 });
      this.choice.watchKeys(focus);
      this.stillFocused.watch(person);
      await this.stamp.set(person);
      await this.#takeKeyboardBack(watch);
    });
  }

  /** Those over what the devices of one seat do, or all. */
  async endAll(devices?: SeatDevices): Promise<void> {
    const ending = this.watches.all.filter((watch) => devices === undefined || watch.devices === devices);
    for (const watch of ending) await this.end(watch);
  }

  async #asItIs(person: number, target: number, devices: SeatDevices): Promise<Before> {
    const [now] = await Promise.all([this.#placeOf(person), this.kin.lookAround()]);
    const known = this.watches.all.find((watch) => watch.person === person && isOfWatched(this.x, watch, now.focus));
    return { ...now, focus: known?.focus ?? now.focus, target, devices, program: this.kin.programOf(target, now) };
  }

  async #placeOf(person: number): Promise<Place> {
    const [order, focus, chain] = await Promise.all([stackingOrder(this.x), personsFocus(this.x), ifAlive(chainTo(this.x, person))]);
    this.watches.persons.watch(person, chain);
    return { person, focus, order, frame: chain && chain.length > 2 ? chain[1] : undefined };
  }

  /** A program may take longer to start, and to ask for the focus, than one stamp lies ahead. */
  #keepStamp(watch: Watch): void {
    const renew = async () => {
      if (!this.watches.isOn(watch)) return;
      if (!this.loan.makesWay && this.loan.mayStamp) await this.inTurn(() => this.stamp.set(watch.person));
      this.#keepStamp(watch);
    };
    after(STAMP_LASTS_MS, () => void renew().catch(() => {})); // the display went away
  }

  /** Before the person's comes there: a window manager that has seen one keyboard come is not told of another. */
  async takeKeyboardsFrom(window: number): Promise<void> {
    await Promise.all(
      this.watches.all.map((watch) => this.#takeKeyboardBack(watch, { isWrong: (focus) => isSameClient(this.x, focus, window) })),
    );
  }

  /** The window manager may have put the agent's keyboard into a window of the person: the one they are not in yet, if any. */
  async #takeKeyboardBack(
    { devices, target }: Watch,
    { isWrong = (focus) => !isSameClient(this.x, focus, target), onLeft }: TakingBack = {},
  ): Promise<number | undefined> {
    const { x } = this;
    const [{ focus }, persons] = await Promise.all([x.request(XIGetFocus, { deviceId: devices.keyboard }), personsFocus(x)]);
    if (isAtHome(devices, focus) || !isWrong(focus)) return undefined;
    const isThere = isSameClient(x, focus, persons);
    retractKeyboard(x, devices, isThere ? focus : POINTER_ROOT);
    if (!isThere) onLeft?.(persons);
    await x.sync();
    await this.stillFocused.isTold();
    return isThere ? undefined : focus;
  }
}
