/** The clients of the HTTP server, each with a session of its own in the engine and its calls in order. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Engine } from '../../../engine/call.js';
import { monotonicMs } from '../../../kit/clock.js';
import { type Driver, localDriver } from '../../driver.js';
import { CallQueue } from '../call-queue.js';
import { Elicitation } from '../elicit.js';
import type { ClientLink } from '../server.js';
import type { Chosen } from './chosen.js';

export class HttpLink implements ClientLink {
  readonly queue = new CallQueue();
  readonly elicitation = new Elicitation<CallToolResult>();
  lastUsedMs = monotonicMs();
  #minted: string | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly chosen: Chosen,
  ) {}

  async driver(clientName: string): Promise<Driver> {
    this.lastUsedMs = monotonicMs();
    const client = clientName.slice(0, 100);
    const { desktop } = this.chosen;
    const session = this.chosen.session ?? this.#minted ?? this.engine.sessions.mint(client, desktop).id;
    if (this.chosen.session === undefined) this.#minted = session;
    return localDriver(this.engine, { client, session, ...(desktop === undefined ? {} : { desktop }) });
  }

  /** A session named by the client outlives it. */
  async end(): Promise<void> {
    if (this.#minted !== undefined) await this.engine.sessions.end(this.#minted);
    this.#minted = undefined;
  }
}

const MAX_LINKS = 256;

/** Clients without connections (the 2026 protocol) are told apart by what they call themselves and the address they use. */
export class NamedLinks {
  readonly #links = new Map<string, HttpLink>();

  constructor(private readonly engine: Engine) {}

  get(clientName: string, chosen: Chosen): HttpLink {
    const key = JSON.stringify([clientName, chosen.session, chosen.desktop]);
    const known = this.#links.get(key);
    // Re-inserting keeps the map in order of use.
    this.#links.delete(key);
    const link = known ?? new HttpLink(this.engine, chosen);
    this.#links.set(key, link);
    if (this.#links.size > MAX_LINKS) this.#dropOldest();
    return link;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#links.values()].map((link) => link.end()));
    this.#links.clear();
  }

  #dropOldest(): void {
    const [key, link] = this.#links.entries().next().value ?? [];
    if (key === undefined) return;
    this.#links.delete(key);
    void link?.end();
  }
}
