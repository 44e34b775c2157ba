/**
 * Keeps a starting application from taking what the person is using: new windows are told that nobody asked for them
 * (user time 0), the window manager focuses what appears with a keyboard of the agent's, and a window that activates itself
 * anyway, also long after it appeared, is put behind the person's window at once.
 */
import { after, monotonicMs } from '../../../kit/clock.js';
import { poll } from '../../../kit/poll.js';
import type { Window } from '../../../model/window.js';
import { ChangeWindowAttributes, EventMask } from '../../../wire/x11/index.js';
import type { Display } from '../display.js';
import type { Program } from '../seat/device/client-pointers.js';
import type { NewGuard } from '../seat/seats.js';
import { isSameClient } from '../seat/target/target.js';
import { unmark } from '../seat/wm/attention.js';
import { UnaskedWindows } from '../seat/wm/unasked.js';
import { activeWindow, askToActivate, SOURCE_PAGER, windowManagerWindow } from '../seat/wm/wm-messages.js';
import { NewPrograms } from './new-programs.js';
import { PersonsPlace } from './persons-place.js';

const LOOK_MS = 40;
const CALM_LOOKS = 10;
const SETTLE_MS = 2000;
/** Browsers ask for the focus when they have painted, long after their window is there. */
const LATE_MS = 3000;
/** An activation this soon after the application asked for it is the application's, not the person's. */
const ASKED_MS = 1000;
/** Until what sheltered the person has let go. */
const LET_GO_MS = 250;
/**
 * When the person asked for it. To window managers 0 says that nobody did, but GTK takes that for not being told, and says nothing of
 * its windows: this it keeps as it is, and tells of it what fits in 32 bits.
 */
const START_TIME = 2 ** 32;

/**
 * The window manager focuses with a keyboard of the agent's while a window appears, so that the person's focus cannot move.
 * Undefined where there is none; then what was taken can only be given back.
 */
export type Shelter = (onPersonGoes: (window: number) => void) => Promise<NewGuard | undefined>;

export class LaunchGuard {
  #launches = 0;
  #watching = 0;

  /** `display` is a connection of the guard's own. */
  constructor(
    private readonly display: Display,
    private readonly shelter: Shelter,
  ) {}

  async begin(before: readonly Window[]): Promise<WatchedLaunch> {
    const place = await PersonsPlace.read(this.display, before);
    const known = new Set(before.map(({ id }) => id));
    const env = { DESKTOP_STARTUP_ID: `offhand-${process.pid}-${this.#launches++}_TIME${START_TIME}` };
    if (this.#watching++ === 0) this.#select(EventMask.SubstructureNotify | EventMask.PropertyChange);
    const launch = new WatchedLaunch({ display: this.display, shelter: this.shelter, place, known, env }, () => {
      if (--this.#watching === 0) this.#select(0);
    });
    await launch.begin();
    return launch;
  }

  #select(eventMask: number): void {
    const { x, root } = this.display;
    x.send(ChangeWindowAttributes, { window: root, values: { eventMask } });
  }
}

interface LaunchParts {
  readonly display: Display;
  readonly shelter: Shelter;
  readonly place: PersonsPlace;
  readonly known: Set<number>;
  readonly env: Readonly<Record<string, string>>;
}

/** One application on its way. */
export class WatchedLaunch implements AsyncDisposable {
  readonly #shelters: Promise<() => void>[] = [];
  readonly #unsubscribes: (() => void)[] = [];
  #guard: NewGuard | undefined;
  #windows: readonly number[] = [];
  #wm: number | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #isLate = false;
  #calming: Promise<void> | undefined;
  #hasEnded = false;

  constructor(
    private readonly parts: LaunchParts,
    private readonly onEnd: () => void,
  ) {}

  /** What tells a well-behaved toolkit to start without taking the focus. */
  get env(): Readonly<Record<string, string>> {
    return this.parts.env;
  }

  async begin(): Promise<void> {
    const { display, shelter, known, place } = this.parts;
    const { x, root, atoms } = display;
    this.#wm = await windowManagerWindow(x);
    const guard = await shelter((window) => void this.#onPersonGoes(window).catch(() => {})); // the display went away
    this.#guard = guard;
    if (guard) this.#shelters.push(Promise.resolve(() => guard.end()));
    const programs = new NewPrograms(x, (program) => guard && this.#shelter(guard, program));
    const unasked = new UnaskedWindows(x, atoms);
    this.#unsubscribes.push(
      x.on('CreateNotify', ({ window, parent, overrideRedirect, width, height }) => {
        // The number may have belonged to a window that is gone.
        known.delete(window);
        place.noteCreated(window);
        if (parent !== root || this.#isPersons(window) || this.#isWindowManagers(window)) return;
        programs.made(window, { width, height }, !overrideRedirect);
        if (!overrideRedirect) unasked.add(window);
      }),
      x.on('ConfigureNotify', ({ window, ...size }) => programs.resized(window, size)),
      x.on('ReparentNotify', ({ window }) => programs.shown(window)),
      x.on('MapNotify', ({ window }) => programs.shown(window)),
      () => programs.end(),
      () => void unasked.end().catch(() => {}), // the display went away
      x.on('ClientMessage', ({ type, window, data: [source] }) => {
        const isPersons = guard ? guard.isPersonsRequest(window, source) : source === SOURCE_PAGER;
        const isAsked = type === atoms._NET_ACTIVE_WINDOW && !isPersons;
        if (isAsked && !known.has(window) && !this.#isPersons(window)) this.#askedAt = monotonicMs();
      }),
      x.on('PropertyNotify', ({ window, atom }) => {
        if (window === root && atom === atoms._NET_ACTIVE_WINDOW) this.#onActive().catch(() => {}); // the display went away
        // A window manager that keeps a window back calls the person to it instead.
        if (atom === atoms._NET_WM_STATE && this.#windows.includes(window)) unmark(x, window).catch(() => {});
      }),
    );
    await x.sync();
  }

  #shelter(guard: NewGuard, program: Program): void {
    const sheltered = guard.shelter(program);
    sheltered.catch(() => {}); // it has ended
    this.#shelters.push(sheltered);
  }

  /** Puts the new windows behind the person's; says what had to be restored. From then on only the application is held back. */
  async settle(windows: readonly number[]): Promise<string[]> {
    this.#windows = windows;
    await this.#calmDown();
    this.#isLate = true;
    return [...this.parts.place.restored];
  }

  /** Applications ask more than once, so the peace must hold for a while. */
  async #calmDown(): Promise<void> {
    const { place } = this.parts;
    let calm = 0;
    let wasCalm = true;
    const look = async (): Promise<boolean> => {
      // The shelter corrects by itself, and two that correct at once would start it all over.
      const isCalm = this.#guard && wasCalm ? await place.isThere() : await place.giveBack();
      calm = isCalm ? calm + 1 : 0;
      wasCalm = isCalm;
      return calm >= CALM_LOOKS || this.#hasEnded;
    };
    await poll(look, { timeoutMs: SETTLE_MS, intervalMs: LOOK_MS });
    if (this.#hasEnded) return;
    await place.putBehind(this.#windows);
    await Promise.all(this.#windows.map((window) => unmark(this.parts.display.x, window)));
  }

  /** Applications that show a window are watched a while longer. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isLate || this.#windows.length === 0) return this.#end();
    after(LATE_MS, () => void this.#end().catch(() => {})); // the display went away
  }

  async #onActive(): Promise<void> {
    if (!this.#guard) return void (await this.parts.place.giveBack());
    const active = await activeWindow(this.parts.display.x);
    if (active === 0 || this.#hasEnded || active === this.parts.place.window?.id) return;
    if (await this.parts.place.isLeft()) return this.#end();
    // The shelter follows them there.
    if (this.parts.known.has(active) || this.#isPersons(active)) return;
    const hasAsked = monotonicMs() - this.#askedAt < ASKED_MS;
    if (hasAsked || !this.#isLate) this.parts.place.restored.add('focus');
    if (!this.#isLate) return;
    if (!hasAsked) return this.#letPersonGo(active);
    await this.parts.place.putBehind(this.#windows);
    this.#calming ??= this.#calmDown().finally(() => {
      this.#calming = undefined;
    });
    await this.#calming;
  }

  /** A window of the application itself is not taken from them again. */
  async #onPersonGoes(window: number): Promise<void> {
    if (!this.parts.known.has(window) && !this.#isPersons(window)) await this.#end();
  }

  /** Nobody but the person can have chosen this window: the shelter brought theirs back, and must not. */
  async #letPersonGo(window: number): Promise<void> {
    await this.#end();
    const { display, place } = this.parts;
    const goThere = async () => {
      const isBack = (await activeWindow(display.x)) === place.window?.id && !(await place.isLeft());
      if (isBack) await askToActivate(display.x, window, 0);
    };
    after(LET_GO_MS, () => void goThere().catch(() => {})); // the display went away
  }

  async #end(): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
    for (const shelter of await Promise.allSettled(this.#shelters)) if (shelter.status === 'fulfilled') shelter.value();
    if (this.parts.display.x.isOpen) this.onEnd();
  }

  /** What the person's application opens meanwhile, and once ours is there whatever others do. */
  #isPersons(window: number): boolean {
    const { display, place } = this.parts;
    if (place.window && isSameClient(display.x, window, place.window.id)) return true;
    return this.#isLate && !this.#windows.some((own) => isSameClient(display.x, window, own));
  }

  /** Such as what it puts around a window. */
  #isWindowManagers(window: number): boolean {
    return this.#wm !== undefined && isSameClient(this.parts.display.x, window, this.#wm);
  }
}
