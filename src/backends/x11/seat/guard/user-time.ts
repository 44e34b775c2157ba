/**
 * Tells the window manager that the person used their window after anything the agent did, so that what an agent's click
 * opens or activates counts as older and does not get the focus. The stamp lies just ahead and is taken back afterwards.
 */
import { DeleteProperty, readWords, writeWords, type X11Connection } from '../../../../wire/x11/index.js';
import { ifAlive, XA } from '../../display.js';
import { serverTime } from '../hand/server-time.js';
import type { Journal } from '../journal/journal.js';

/** Later than any event the agent causes meanwhile, early enough not to keep the person's own new windows back. */
const AHEAD_MS = 1000;

export class UserTimeStamp {
  #inForce: { readonly window: number; readonly before: number | undefined; written: number; readonly undone: () => void } | undefined;

  constructor(
    private readonly x: X11Connection,
    private readonly ownWindow: number,
    private readonly journal: Journal,
  ) {}

  /** Only queues the change itself: whoever waits for a later answer on this connection has it in force. */
  async set(personWindow: number): Promise<void> {
    const [property, redirect] = await this.#atoms();
    const [time, own, redirected] = await Promise.all([
      serverTime(this.x, this.ownWindow),
      ifAlive(readWords(this.x, personWindow, property)),
      ifAlive(readWords(this.x, personWindow, redirect)),
    ]);
    const window = redirected?.[0] || personWindow;
    if (this.#inForce && this.#inForce.window !== window) await this.clear();
    const current = window === personWindow ? own : await ifAlive(readWords(this.x, window, property));
    if (!current) return;
    const written = (time + AHEAD_MS) >>> 0;
    const before = this.#inForce ? this.#inForce.before : current[0];
    const change = { kind: 'property', window, name: '_NET_WM_USER_TIME', written, ...(before === undefined ? {} : { before }) } as const;
    const undone = this.journal.record(change);
    this.#inForce?.undone();
    this.#inForce = { window, before, written, undone };
    writeWords(this.x, window, property, XA.CARDINAL, [written]);
  }

  /** Puts back what was there, unless the person's application has written something newer. */
  async clear(): Promise<void> {
    const stamp = this.#inForce;
    if (!stamp) return;
    this.#inForce = undefined;
    const [property] = await this.#atoms();
    const current = await ifAlive(readWords(this.x, stamp.window, property));
    if (current?.[0] === stamp.written) {
      if (stamp.before === undefined) this.x.send(DeleteProperty, { window: stamp.window, property });
      else writeWords(this.x, stamp.window, property, XA.CARDINAL, [stamp.before]);
    }
    await this.x.sync();
    stamp.undone();
  }

  #atoms() {
    return Promise.all([this.x.atoms.intern('_NET_WM_USER_TIME'), this.x.atoms.intern('_NET_WM_USER_TIME_WINDOW')]);
  }
}
