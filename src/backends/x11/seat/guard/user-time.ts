/**
 * Tells the window manager that the person used their window after anything the agent did, so that what an agent's click
 * opens or activates counts as older and does not get the focus. The stamp lies just ahead and is taken back afterwards.
 */
import { monotonicMs } from '../../../../kit/clock.js';
import { DeleteProperty, readWords, writeWords, type X11Connection } from '../../../../wire/x11/index.js';
import { ifAlive, XA } from '../../display.js';
import { serverTime } from '../hand/server-time.js';
import type { Journal } from '../journal/journal.js';

/** Later than any event the agent causes meanwhile, early enough not to keep the person's own new windows back. */
const AHEAD_MS = 1000;

interface Written {
  readonly window: number;
  readonly property: number;
  readonly before: number | undefined;
  readonly time: number;
  readonly undone: () => void;
}

export class UserTimeStamp {
  #person = 0;
  #setAt = 0;
  /** Taking it back does not make every window manager forget it. */
  #aheadUntil = Number.NEGATIVE_INFINITY;
  #inForce: readonly Written[] = [];

  constructor(
    private readonly x: X11Connection,
    private readonly ownWindow: number,
    private readonly journal: Journal,
  ) {}

  /** When the window manager was last told, by the server's clock; it has heard of nothing older since. */
  get setAt(): number {
    return this.#setAt;
  }

  /** Whatever the person does now is older, to the window manager, than their last use of their window. */
  get liesAhead(): boolean {
    return monotonicMs() < this.#aheadUntil;
  }

  /** Only queues the change itself: whoever waits for a later answer on this connection has it in force. */
  async set(personWindow: number): Promise<void> {
    if (this.#person !== personWindow) await this.clear();
    const [property, redirect] = await this.#atoms();
    const [now, own, redirected] = await Promise.all([
      serverTime(this.x, this.ownWindow),
      ifAlive(readWords(this.x, personWindow, property)),
      ifAlive(readWords(this.x, personWindow, redirect)),
    ]);
    const time = (now + AHEAD_MS) >>> 0;
    const helper = redirected?.[0];
    // KWin knows nothing of the other window that toolkits keep it on.
    const stamps = [this.#write(personWindow, own, time)];
    if (helper) stamps.push(this.#write(helper, await ifAlive(readWords(this.x, helper, property)), time));
    this.#person = personWindow;
    this.#setAt = now;
    this.#aheadUntil = monotonicMs() + AHEAD_MS;
    this.#inForce = (await Promise.all(stamps)).filter((stamp) => stamp !== undefined);
  }

  /** Tells it once more, over any connection. Only queues the change. */
  repeatOver(x: X11Connection): void {
    for (const { window, property, time } of this.#inForce) writeWords(x, window, property, XA.CARDINAL, [time]);
  }

  /** Puts back what was there, unless the person's application has written something newer. */
  async clear(): Promise<void> {
    const stamps = this.#inForce;
    if (stamps.length === 0) return;
    this.#inForce = [];
    const [property] = await this.#atoms();
    for (const { window, before, time } of stamps) {
      const current = await ifAlive(readWords(this.x, window, property));
      if (current?.[0] !== time) continue;
      if (before === undefined) this.x.send(DeleteProperty, { window, property });
      else writeWords(this.x, window, property, XA.CARDINAL, [before]);
    }
    await this.x.sync();
    for (const { undone } of stamps) undone();
  }

  /** Undefined where the window is gone. */
  async #write(window: number, current: readonly number[] | undefined, time: number): Promise<Written | undefined> {
    if (!current) return undefined;
    const [property] = await this.#atoms();
    const known = this.#inForce.find((stamp) => stamp.window === window);
    const before = known ? known.before : current[0];
    const change = { kind: 'property', window, name: '_NET_WM_USER_TIME', written: time } as const;
    const undone = this.journal.record(before === undefined ? change : { ...change, before });
    known?.undone();
    writeWords(this.x, window, property, XA.CARDINAL, [time]);
    return { window, property, before, time, undone };
  }

  #atoms() {
    return Promise.all([this.x.atoms.intern('_NET_WM_USER_TIME'), this.x.atoms.intern('_NET_WM_USER_TIME_WINDOW')]);
  }
}
