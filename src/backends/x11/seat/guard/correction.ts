/** Gives the person back what an act took from them: their focus, the active window, the order of windows. */
import { poll } from '../../../../kit/poll.js';
import { type X11Connection, XIDevice, XISetFocus } from '../../../../wire/x11/index.js';
import { ifAlive, isShown } from '../../display.js';
import { isSameClient } from '../target/target.js';
import { reassertPersonsWindow } from '../wm/reassert.js';
import { askToPutBelow } from '../wm/restack.js';
import { movedIn, restacksFor } from '../wm/stacking.js';
import { askBackTo, stackingOrder, tellFocused } from '../wm/wm-messages.js';
import type { KeyboardLoan } from './keyboard-loan.js';
import type { PersonsChoice } from './persons-choice.js';
import type { RecentActs } from './recent-acts.js';
import type { RootWatch } from './root-watch.js';
import { isOfWatched, isPersonIn, NEW_WINDOW_MS, POINTER_ROOT, personsFocus, personsOther, type Watch, windowAround } from './watch.js';
import type { WatchKeeper } from './watch-keeper.js';
import type { WatchList } from './watch-list.js';

const CORRECTIONS = 6;
/** The window manager has answered by then. */
const ANSWERED_MS = 25;
const LOOK_AGAIN_MS = 2;

export class Correction {
  readonly #listeners = new Set<(window: number) => void>();
  #going = { to: 0 };

  constructor(
    private readonly x: X11Connection,
    private readonly root: RootWatch,
    private readonly choice: PersonsChoice,
    private readonly watches: WatchList,
    private readonly recent: RecentActs,
    private readonly keeper: WatchKeeper,
    private readonly loan: KeyboardLoan,
    /** When the window manager is asked for something; 0 where it is not to know. */
    private readonly askedAt: () => Promise<number>,
  ) {}

  /** Where the person went last; another one each time, also while what is guarded follows them. */
  get going(): { readonly to: number } {
    return this.#going;
  }

  /** Something is wrong and worth another try. */
  async isDue(watch: Watch): Promise<boolean> {
    const { active } = this.root;
    if (this.watches.persons.isGone(watch.person)) return false;
    const isRight = active !== 0 && !isOfWatched(this.x, watch, active) && !(await this.#isFocusLost(watch));
    return !isRight && watch.corrections < CORRECTIONS && this.watches.isOn(watch);
  }

  async correct(watch: Watch): Promise<void> {
    if (this.loan.personGoesTo !== 0) return; // it is not theirs any more, and done when they are there
    if (this.watches.persons.isGone(watch.person) || watch.corrections++ >= CORRECTIONS) return;
    const chosen = (await personsOther(this.x, watch)) ?? (await this.#chosenTarget());
    if (chosen !== undefined) {
      await this.letPersonGo(chosen);
      return reassertPersonsWindow(this.x);
    }
    if (await this.#isFocusLost(watch)) return this.#fetchFocusBack(watch);
    if (await this.#isBack(watch, ANSWERED_MS / 2)) return;
    if (watch.frame !== undefined) tellFocused(this.x, watch.frame, true);
    if (await this.#isBack(watch, ANSWERED_MS)) return;
    tellFocused(this.x, watch.person, false);
    if (await this.#isBack(watch, ANSWERED_MS)) return;
    await askBackTo(this.x, watch.person, await this.askedAt());
  }

  /** The person went to another window themselves, and their keyboard could not follow: it does now. */
  async letPersonGo(window: number): Promise<void> {
    this.recent.clear();
    this.keeper.letUse(window);
    this.tellPersonGoes(window);
    try {
      await this.loan.whilePersonGoesTo(window, async () => {
        const isThere = async () => (await isPersonIn(this.x, window)) || this.loan.personGoesTo !== window;
        if (!(await isThere())) {
          const time = await this.askedAt();
          await this.keeper.takeKeyboardsFrom(window);
          await askBackTo(this.x, window, time);
        }
        const isDone = await poll(isThere, { timeoutMs: NEW_WINDOW_MS, intervalMs: LOOK_AGAIN_MS }); // not where it thinks it is done already
        if (!isDone && this.root.active === window) await ifAlive(this.x.checked(XISetFocus, { deviceId: XIDevice.CoreKeyboard, window }));
        if (this.loan.personGoesTo !== window) return;
        // Also where something has taken it from them again.
        await (isDone || (await isPersonIn(this.x, window)) ? this.#follow(window) : this.keeper.endAll());
      });
    } finally {
      if (this.root.active === 0) await reassertPersonsWindow(this.x);
      // What was taken from them on the way was left to this.
      for (const watch of this.watches.all) if (await this.isDue(watch)) await this.correct(watch);
    }
  }

  async #follow(window: number): Promise<void> {
    this.noteGoing(window);
    await this.keeper.follow(window);
    this.noteGoing(window);
  }

  noteGoing(to: number): void {
    this.#going = { to };
  }

  tellPersonGoes(window: number): void {
    for (const listener of [...this.#listeners]) listener(window);
  }

  onPersonGoes(listener: (window: number) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Agents' windows that rose go back under what was above them when the first act that may have raised them began:
   * what was before acts in other windows the person may have changed since.
   */
  async restack(): Promise<void> {
    const oldestFirst = this.watches.all.toSorted((a, b) => a.since - b.since);
    const order = await stackingOrder(this.x);
    this.recent.reordered(order, (target) => this.watches.of(target) !== undefined);
    const before = (window: number) => oldestFirst.find((watch) => isOfWatched(this.x, watch, window));
    for (const { window, below } of restacksFor(order, before)) {
      if (window === this.loan.personGoesTo) continue;
      if (this.choice.mayExplain(window) && (await this.choice.explains(window))) this.#leaveThere(window, order);
      else await askToPutBelow(this.x, window, below);
    }
  }

  /** The person put it there. */
  #leaveThere(window: number, order: readonly number[]): void {
    for (const watch of this.watches.all) Object.assign(watch, { order: movedIn(watch.order, window, order) });
  }

  /** Somebody was faster than the guard: the window manager, or a program that lets go of a focus it does not have. */
  async #isFocusLost({ person, focus }: Watch): Promise<boolean> {
    const now = await personsFocus(this.x);
    if (now === focus || isSameClient(this.x, now, person)) return false;
    return now <= POINTER_ROOT || (this.watches.causing(now) !== undefined && !(await this.#isChosen(now)));
  }

  /** The person took it there, and the window manager has yet to call that window active. */
  async #isChosen(focus: number): Promise<boolean> {
    return (await this.#chosenAround(focus)) !== undefined;
  }

  async #chosenAround(focus: number): Promise<number | undefined> {
    const window = await windowAround(this.x, focus);
    return window !== undefined && (await this.choice.explains(window)) ? window : undefined;
  }

  /** A window that an agent acts in, which the person has just gone to. */
  async #chosenTarget(): Promise<number | undefined> {
    const focus = await personsFocus(this.x);
    return this.watches.causing(focus) && this.#chosenAround(focus);
  }

  /** The window manager sees the focus come back; where that does not tell it enough, it is asked. */
  async #fetchFocusBack(watch: Watch): Promise<void> {
    const { person, focus } = watch;
    if (!(await isShown(this.x, person))) return;
    if (focus > POINTER_ROOT) {
      await ifAlive(this.x.checked(XISetFocus, { deviceId: XIDevice.CoreKeyboard, window: focus }));
      if (await this.#isBack(watch, ANSWERED_MS)) return;
    }
    await this.loan.without(async () => {
      await askBackTo(this.x, person, await this.askedAt());
      await this.#isBack(watch, ANSWERED_MS);
    });
  }

  async #isBack(watch: Watch, ms: number): Promise<boolean> {
    const isBack = () => this.root.active === watch.person || !this.watches.isOn(watch);
    return (await poll(isBack, { timeoutMs: ms, intervalMs: LOOK_AGAIN_MS })) ?? false;
  }
}
