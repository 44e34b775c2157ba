/** What the guard does when the window manager calls a window active, or one comes, goes or is chosen by the person. */
import { after, monotonicMs } from '../../../../kit/clock.js';
import { poll } from '../../../../kit/poll.js';
import type { X11Connection } from '../../../../wire/x11/index.js';
import type { Shelter } from '../shelter.js';
import type { Kin } from '../target/kin.js';
import { isSameClient, ownerOf } from '../target/target.js';
import { reassertPersonsWindow } from '../wm/reassert.js';
import { tellFocused } from '../wm/wm-messages.js';
import type { RunningWm } from '../wm/wm-traits.js';
import type { Correction } from './correction.js';
import type { Departure } from './departure.js';
import type { KeyboardLoan } from './keyboard-loan.js';
import type { LentPointer } from './lent-pointer.js';
import type { Newcomers } from './newcomers.js';
import type { PersonsChoice } from './persons-choice.js';
import type { RecentActs } from './recent-acts.js';
import type { RootWatch } from './root-watch.js';
import { type Before, isOfWatched, NEW_WINDOW_MS, retractKeyboard, type Watch, WHATEVER_IS_NEW } from './watch.js';
import type { WatchKeeper } from './watch-keeper.js';
import type { WatchList } from './watch-list.js';

/** Most applications answer an act this fast. Longer would get in the way of the person's own Alt+Tab. */
export const WATCH_MS = 120;
const LOOK_AGAIN_MS = 2;
/** The window manager is on its way from one window to another for so long. */
const BETWEEN_MS = 40;

/** All that a guard consists of. */
export interface GuardParts {
  readonly x: X11Connection;
  readonly kin: Kin;
  readonly shelter: Shelter;
  readonly root: RootWatch;
  readonly wmPointer: LentPointer;
  readonly newcomers: Newcomers;
  readonly choice: PersonsChoice;
  readonly watches: WatchList;
  readonly recent: RecentActs;
  readonly loan: KeyboardLoan;
  readonly keeper: WatchKeeper;
  readonly correction: Correction;
  readonly departure: Departure;
}

export class Reactions {
  constructor(private readonly parts: GuardParts) {
    const { root, newcomers, choice, correction } = parts;
    const unlessOver = (reaction: Promise<void>) => void reaction.catch(() => {}); // the display went away
    newcomers.listen((window) => unlessOver(this.onPick(window)));
    choice.listen(
      (window) => unlessOver(this.onPick(window)),
      (window) => this.#causeOf(window)?.person,
    );
    choice.onUninvited((window) => unlessOver(this.#onUninvited(window)));
    root.listen({
      active: (window) => unlessOver(this.#onActive(window)),
      restacked: () => unlessOver(correction.restack()),
      appearing: (window) => unlessOver(this.#onAppearing(window)),
      vanished: (window) => unlessOver(this.onVanished(window)),
    });
  }

  /** The watch ends then at the earliest, and not while an act goes on under it. */
  endIn(watch: Watch, ms: number): void {
    const now = monotonicMs();
    watch.until = Math.max(watch.until, now + ms);
    watch.end?.cancel();
    if (watch.holders > 0) return;
    watch.end = after(watch.until - now, () => void this.#end(watch).catch(() => {}));
  }

  /** Not while something is still wrong that is to be put right. */
  async #end(watch: Watch): Promise<void> {
    if (await this.parts.correction.isDue(watch)) {
      this.endIn(watch, WATCH_MS);
      return this.parts.correction.correct(watch);
    }
    const chosen = await this.parts.keeper.end(watch, (idle) => idle.holders === 0 && monotonicMs() >= idle.until - 1);
    // An agent's own keyboard may still be where it acted before.
    if (chosen !== undefined && !this.parts.recent.isOf(chosen)) await this.parts.correction.letPersonGo(chosen);
  }

  /** A window in the making: the guard must be up before it is shown, or down if it is the person's. */
  async #onAppearing(window: number): Promise<void> {
    // At once where it can be: whoever waits is told of what comes next only later.
    const wm = this.parts.wmPointer.known ?? (await this.parts.wmPointer.windowManager());
    // What it puts around a window is whose that window is.
    if (wm.window !== undefined && isSameClient(this.parts.x, window, wm.window)) return;
    const now = monotonicMs();
    const cause = this.#causeOf(window) ?? (await this.#causeOfStranger(window));
    if (!cause) return this.parts.loan.makeWayFor(window);
    const known = this.parts.watches.of(cause.target);
    const isOver = !known && this.parts.watches.personsWindow(this.parts.root.active) !== cause.person;
    if (!isOver && !known?.isDragging) this.#keepBack(window, cause, wm);
    if (cause.target !== WHATEVER_IS_NEW && !isSameClient(this.parts.x, window, cause.target)) this.#shelter(window, cause);
    if (isOver || known?.isDragging) return;
    const isUp = known && (known.stage === 'new_window' || this.parts.wmPointer.isLent);
    const watch = isUp ? known : await this.#watchLate(cause);
    watch.awaitsWindowUntil = now + NEW_WINDOW_MS;
    this.endIn(watch, NEW_WINDOW_MS);
    await this.parts.loan.renew();
  }

  /** It may be shown before anybody could be asked anything. */
  #keepBack(window: number, cause: Before, wm: RunningWm): void {
    this.parts.loan.lendAtOnce(cause.devices);
    if (!isSameClient(this.parts.x, window, cause.person)) this.parts.newcomers.expect(window, cause, wm);
  }

  /** A link opens in a browser that runs, a program has another one shown: that is not for the person while an agent acts. */
  async #onUninvited(window: number): Promise<void> {
    const { x, watches, recent } = this.parts;
    // One that was there already: who shows a new one is told by that.
    const causes = [...watches.all, ...recent.all()].filter(
      ({ target, person, order }) => target !== WHATEVER_IS_NEW && order.includes(window) && !isSameClient(x, window, person),
    );
    const [cause] = causes;
    if (!cause || causes.some(({ program }) => program.has(window))) return;
    for (const { program } of causes) program.include(window);
    this.#shelter(window, cause);
    this.endIn(watches.of(cause.target) ?? (await this.#watchLate(cause)), NEW_WINDOW_MS);
  }

  #causeOf(window: number): Before | undefined {
    return [...this.parts.watches.all, ...this.parts.recent.all()].find((before) => isOfWatched(this.parts.x, before, window));
  }

  /** One who connected only after the act began may have been started by it. */
  async #causeOfStranger(window: number): Promise<Before | undefined> {
    if (this.parts.kin.isKnown(window)) return undefined;
    await this.parts.kin.meet(window);
    return this.#causeOf(window);
  }

  /** What a program asks for that is not the one acted in, or is so over another connection. */
  #shelter(window: number, { devices }: Before): void {
    const { x, shelter } = this.parts;
    const letGoLater = (letGo: () => void) => void after(NEW_WINDOW_MS, letGo);
    const sheltering = ownerOf(x, window).then((owner) => shelter.over({ window, owner }, devices.pointer));
    sheltering.then(letGoLater, () => {}); // the display went away
  }

  /** It may have been shown before the guard was up. */
  async #watchLate(cause: Before): Promise<Watch> {
    const watch = await this.parts.keeper.watchOver(cause, 'new_window');
    await this.parts.correction.restack();
    return watch;
  }

  /** The person closed their window, put it away or rolled it up or down: where the window manager takes them is theirs. */
  async onVanished(window: number): Promise<void> {
    const isPersons = this.parts.watches.all.some(({ person, frame }) => window === person || window === frame);
    if (isPersons && !this.parts.departure.isUnderWay) await this.personLeft();
  }

  /** They are no longer in the window that everything was kept away from. */
  async personLeft(): Promise<void> {
    // At once: what the window manager gives the focus to next, it gives to the person.
    this.parts.newcomers.clear();
    this.parts.recent.clear();
    const window = await this.parts.departure.arrival(this.parts.watches.all);
    if (window === undefined) return;
    this.parts.watches.persons.keep(window);
    this.parts.correction.tellPersonGoes(window);
  }

  /** They chose this window. */
  async onPick(window: number): Promise<void> {
    const person = this.parts.watches.all[0]?.person ?? this.parts.recent.all()[0]?.person;
    if (person === undefined || window === this.parts.loan.personGoesTo) return;
    // On the way elsewhere they may change their mind.
    if (window !== person || this.parts.loan.personGoesTo !== 0) await this.parts.correction.letPersonGo(window);
  }

  /** Between two windows there is none for a moment, and what was before must not be told again. */
  async #onNoneActive(): Promise<void> {
    const isOver = () => this.parts.root.active !== 0 || this.parts.loan.personGoesTo !== 0;
    if (await poll(isOver, { timeoutMs: BETWEEN_MS, intervalMs: LOOK_AGAIN_MS })) return;
    const [watch] = this.parts.watches.all;
    // It may have begun with the agent's keyboard, or seen that leave, and then does not see where the person's is.
    if (!watch || this.parts.loan.makesWay) return reassertPersonsWindow(this.parts.x);
    await this.parts.correction.correct(watch);
  }

  async #onActive(window: number): Promise<void> {
    this.parts.loan.noteActive(window).catch(() => {}); // the display went away
    const watches = this.parts.watches.all;
    const late = this.parts.recent.answeredBy(window);
    if (window === 0 && watches.length === 0 && this.parts.recent.all().length > 0) return this.#onNoneActive();
    const person = watches[0]?.person ?? late?.person;
    if (person === undefined && window !== 0) this.parts.correction.noteGoing(window); // nothing is guarded yet that could follow
    if (person === undefined || window === person || this.parts.watches.persons.isGone(person)) return;
    if (window === 0) return this.#onNoneActive();
    if (window === this.parts.loan.personGoesTo) return;
    if (this.parts.choice.mayExplain(window) && (await this.parts.choice.explains(window)))
      return this.parts.correction.letPersonGo(window);
    const known = this.parts.watches.causing(window);
    if (this.parts.loan.personGoesTo !== 0 && (known || late)) return; // put right where they go
    for (const { devices, focus } of watches) retractKeyboard(this.parts.x, devices, focus);
    const cause = known ?? late;
    if (!cause) return this.parts.correction.letPersonGo(window);
    // In one breath with the agent's keyboard leaving: a window manager that finds the focus nowhere gives it away itself.
    if (cause.frame !== undefined) tellFocused(this.parts.x, cause.frame, true);
    const watch = known ?? (late && (await this.#watchLate(late)));
    if (!watch) return;
    if (watch !== known) this.endIn(watch, NEW_WINDOW_MS);
    await this.parts.correction.correct(watch);
  }
}
