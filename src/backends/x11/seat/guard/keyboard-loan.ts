/** For how long the window manager focuses with an agent's keyboard, and when it gets the person's back at once. */
import { after, monotonicMs } from '../../../../kit/clock.js';
import type { LentPointer } from './lent-pointer.js';
import type { InTurn } from './turn.js';
import type { UserTimeStamp } from './user-time.js';
import { NEW_WINDOW_MS } from './watch.js';
import type { WatchList } from './watch-list.js';

export class KeyboardLoan {
  /** A window that is none of an agent's is on its way until then, so the window manager has the person's keyboard. */
  #makesWayUntil = 0;
  /** The window the person just went to, until their keyboard is there. */
  #personGoesTo = 0;

  constructor(
    private readonly watches: WatchList,
    private readonly wmPointer: LentPointer,
    private readonly stamp: UserTimeStamp,
    private readonly inTurn: InTurn,
  ) {}

  /** 0 when they stay where they are. */
  get personGoesTo(): number {
    return this.#personGoesTo;
  }

  get makesWay(): boolean {
    const now = monotonicMs();
    if (this.#personGoesTo !== 0) return true;
    return now < this.#makesWayUntil && !this.watches.all.some(({ awaitsWindowUntil }) => now < awaitsWindowUntil);
  }

  /** The keyboard of one of the watched agents, for as long as any watch needs that. Only in turn. */
  async bringUpToDate(): Promise<void> {
    const { guard } = await this.wmPointer.windowManager();
    const needing = this.makesWay ? [] : this.watches.all.filter(({ stage }) => guard === 'acts' || guard === stage);
    await this.wmPointer.lend(needing.map(({ devices }) => devices.pointer));
  }

  /** What is none of an agent's is to be focused with the person's keyboard from the start. */
  async makeWay(): Promise<void> {
    if (!this.wmPointer.isLent) return;
    this.#makesWayUntil = monotonicMs() + NEW_WINDOW_MS;
    await this.inTurn(async () => {
      await this.bringUpToDate();
      if (this.makesWay) await this.stamp.clear();
    });
    after(NEW_WINDOW_MS, () => void this.inTurn(() => this.bringUpToDate()).catch(() => {})); // the display went away
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
