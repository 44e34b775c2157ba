/** For how long the window manager focuses with an agent's keyboard, and when it gets the person's back at once. */
import { after, monotonicMs } from '../../../../kit/clock.js';
import { poll } from '../../../../kit/poll.js';
import type { X11Connection } from '../../../../wire/x11/index.js';
import type { HotkeyKeys } from '../person/hotkey-keys.js';
import type { SeatDevices } from '../seat.js';
import { ListGrab } from '../wm/list-grab.js';
import type { InTurn } from '../wm/turn.js';
import type { LentPointer } from './lent-pointer.js';
import type { UserTimeStamp } from './user-time.js';
import { isPersonIn, NEW_WINDOW_MS, WHATEVER_IS_NEW } from './watch.js';
import type { WatchList } from './watch-list.js';

/** Who holds a key for longer is not about to choose a window with it. */
const AT_HOTKEYS_MS = 2000;
const LOOK_AGAIN_MS = 5;

export class KeyboardLoan {
  /** Windows that are none of an agent's are on their way until then, so the window manager has the person's keyboard. */
  #makesWayUntil = 0;
  readonly #onTheirWay = new Set<number>();
  /** The window the person just went to, until their keyboard is there. */
  #personGoesTo = 0;
  readonly #list: ListGrab;

  constructor(
    private readonly x: X11Connection,
    private readonly watches: WatchList,
    private readonly wmPointer: LentPointer,
    private readonly stamp: UserTimeStamp,
    private readonly inTurn: InTurn,
    private readonly hotkeys: HotkeyKeys,
  ) {
    const onHotkeys = () => void inTurn(() => this.#followHotkeys()).catch(() => {}); // the display went away
    this.#list = new ListGrab(x, onHotkeys);
    hotkeys.listen(onHotkeys);
  }

  /** 0 when they stay where they are. */
  get personGoesTo(): number {
    return this.#personGoesTo;
  }

  /** Not while they go through a list of a window manager that would not let them go by it then. */
  get mayStamp(): boolean {
    return !(this.wmPointer.known?.declinesHotkeys && this.hotkeys.areStruck);
  }

  get makesWay(): boolean {
    const now = monotonicMs();
    if (this.#personGoesTo !== 0) return true;
    return now < this.#makesWayUntil && !this.watches.all.some(({ awaitsWindowUntil }) => now < awaitsWindowUntil);
  }

  /** The keyboard of one of the watched agents, for as long as any watch needs that. Only in turn. */
  async bringUpToDate(): Promise<void> {
    const { guard, focusesLate } = await this.wmPointer.windowManager();
    // A new window's focus is hidden from it, and that the person chose it is seen only by the lent keyboard coming there.
    const isHiding = focusesLate && this.watches.of(WHATEVER_IS_NEW) !== undefined;
    // It grabs with the same keyboard: while it goes through a list with the person, any other would not tell it that they let go.
    const isTheirs = this.makesWay || (guard === 'acts' && this.hotkeys.areInUse && !isHiding);
    const needing = isTheirs ? [] : this.watches.all.filter(({ stage }) => guard === 'acts' || guard === stage);
    const isEarly = guard === 'new_window' && !isTheirs;
    const makers = isEarly ? this.watches.all.filter(({ stage, isDragging }) => stage === 'acts' && !isDragging) : [];
    for (const { devices } of needing) this.#list.expectOn(devices);
    const pointers = needing.map(({ devices }) => devices.pointer);
    // The thread may take a while to answer.
    if (pointers.length > 0) await this.wmPointer.lend(pointers);
    await this.wmPointer.expect(makers.map(({ target, devices }) => ({ window: target, pointer: devices.pointer })));
    // What it lent a moment ago counts as lent by us, and is taken back unless it is needed.
    await this.wmPointer.lend(pointers);
  }

  /** A window is being made for this agent: it may be shown before anybody could be asked anything. */
  lendAtOnce({ pointer }: SeatDevices): void {
    if (this.wmPointer.known?.guard === 'new_window' && !this.makesWay) this.wmPointer.lendAtOnce(pointer);
  }

  async #followHotkeys(): Promise<void> {
    await this.bringUpToDate();
    const { released } = this.hotkeys;
    if (released !== undefined) await this.#list.letGo(released);
  }

  /** Once more, where it was the person's keyboard until now. */
  async renew(): Promise<void> {
    if (!this.wmPointer.isLent) await this.inTurn(() => this.bringUpToDate());
  }

  /** Resolves when no window of the person is on its way and they are not at a hotkey, or are at one for long: nothing can be lent before. */
  async isFree(): Promise<void> {
    await poll(() => monotonicMs() >= this.#makesWayUntil, { timeoutMs: NEW_WINDOW_MS, intervalMs: LOOK_AGAIN_MS });
    const { guard, declinesHotkeys } = await this.wmPointer.windowManager();
    if (guard === 'acts' || declinesHotkeys)
      await poll(() => !this.hotkeys.areInUse, { timeoutMs: AT_HOTKEYS_MS, intervalMs: LOOK_AGAIN_MS });
  }

  /** What is none of an agent's is to be focused with the person's keyboard from the start. */
  async makeWayFor(window: number): Promise<void> {
    if (!this.wmPointer.isLent) return;
    if (monotonicMs() >= this.#makesWayUntil) this.#onTheirWay.clear();
    this.#onTheirWay.add(window);
    this.#makesWayUntil = monotonicMs() + NEW_WINDOW_MS;
    await this.inTurn(async () => {
      await this.bringUpToDate();
      if (this.makesWay) await this.stamp.clear();
    });
    after(NEW_WINDOW_MS, () => void this.inTurn(() => this.bringUpToDate()).catch(() => {})); // the display went away
  }

  /** The window manager calls this one active. As soon as the person is in it, nothing more is on its way. */
  async noteActive(window: number): Promise<void> {
    if (!this.#onTheirWay.has(window) || !(await isPersonIn(this.x, window))) return;
    this.#onTheirWay.clear();
    this.#makesWayUntil = 0;
    await this.inTurn(() => this.bringUpToDate());
  }

  /** The window manager has the person's keyboard while `act` goes on. */
  async without(act: () => Promise<unknown>): Promise<void> {
    await this.wmPointer.without(act);
  }

  /** The person's keyboard is theirs alone until `arrive` is done. */
  async whilePersonGoesTo(window: number, arrive: () => Promise<void>): Promise<void> {
    this.#personGoesTo = window;
    try {
      await this.inTurn(() => this.bringUpToDate());
      await arrive();
    } finally {
      // They may have changed their mind on the way.
      if (this.#personGoesTo === window) this.#personGoesTo = 0;
      this.#makesWayUntil = 0;
      await this.inTurn(() => this.bringUpToDate());
    }
  }
}
