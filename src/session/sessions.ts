import { DriverError } from '../errors/driver-error.js';
import { every, nowMs, type Timer } from '../kit/clock.js';
import { checkedName } from './names.js';
import { Session } from './session.js';

export interface SessionLimits {
  readonly ttlMs: number;
  readonly max: number;
}

type EndListener = (session: Session) => void | Promise<void>;

/** All living sessions; ends the idle ones. */
export class Sessions {
  readonly #sessions = new Map<string, Session>();
  readonly #onEnd = new Set<EndListener>();
  readonly #sweeper: Timer;
  #minted = 0;

  constructor(private readonly limits: () => SessionLimits) {
    this.#sweeper = every(30_000, () => void this.endIdle());
  }

  /** The session of that name, or a new one: an explicit name is always honoured. */
  open(id: string, client: string, options: { declared: boolean; desktop?: string | undefined }): Session {
    const known = this.#sessions.get(id);
    if (known) return known;
    if (this.#sessions.size >= this.limits().max) {
      throw new DriverError('seat_unavailable', `${this.#sessions.size} sessions are open, which is the limit.`, {
        max: this.limits().max,
      });
    }
    const session = new Session(checkedName('session', id), options.declared, client, options.desktop);
    this.#sessions.set(id, session);
    return session;
  }

  mint(client: string, desktop?: string): Session {
    this.#minted++;
    const name = slug(client);
    const session = this.open(`${name}-${this.#minted}-${nowMs().toString(36)}`, client, { declared: true, desktop });
    session.label = this.#freeLabel(name);
    return session;
  }

  find(id: string): Session | undefined {
    return this.#sessions.get(id);
  }

  list(): Session[] {
    return [...this.#sessions.values()];
  }

  onEnd(listener: EndListener): void {
    this.#onEnd.add(listener);
  }

  /** False when there was nothing to end, so that ending twice is harmless and visible. */
  async end(id: string): Promise<boolean> {
    const session = this.#sessions.get(id);
    if (!session) return false;
    this.#sessions.delete(id);
    session.end();
    await Promise.allSettled([...this.#onEnd].map(async (listener) => listener(session)));
    return true;
  }

  async endIdle(): Promise<void> {
    const limit = nowMs() - this.limits().ttlMs;
    for (const session of this.list()) if (!session.busy && session.lastUsedMs < limit) await this.end(session.id);
  }

  async close(): Promise<void> {
    this.#sweeper.cancel();
    for (const session of this.list()) await this.end(session.id);
  }

  /** The client's name, numbered while others of the same name are there. */
  #freeLabel(name: string): string {
    const taken = new Set(this.list().map(({ label }) => label));
    let label = name;
    for (let number = 2; taken.has(label); number++) label = `${name} ${number}`;
    return label;
  }
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 24) || 'client';
