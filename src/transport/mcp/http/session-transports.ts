/** Connections of the protocols up to 2025: `initialize` opens one, `Mcp-Session-Id` names it, DELETE or long silence ends it. */
import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Engine } from '../../../engine/call.js';
import { every, monotonicMs, type Timer } from '../../../kit/clock.js';
import { mcpServer } from '../server.js';
import { chosenBy } from './chosen.js';
import { HttpLink } from './links.js';

const SWEEP_MS = 60_000;
/** Far longer than a session's own idle time: a client that comes back finds its connection, not an error. */
const MAX_SILENCE_MS = 24 * 60 * 60 * 1000;
const MAX_OPEN = 256;

interface OpenConnection {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly link: HttpLink;
}

export class SessionTransports {
  readonly #open = new Map<string, OpenConnection>();
  readonly #sweeper: Timer;

  constructor(
    private readonly engine: Engine,
    private readonly maxBodyBytes: number,
  ) {
    this.#sweeper = every(SWEEP_MS, () => this.#sweep());
  }

  async handle(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return (await this.#connect(request.url)).handleRequest(request);
    const known = this.#open.get(id);
    if (!known) return rpcError(404, -32_001, 'Session not found; initialize again.');
    known.link.lastUsedMs = monotonicMs();
    return known.transport.handleRequest(request);
  }

  async close(): Promise<void> {
    this.#sweeper.cancel();
    await Promise.all([...this.#open.keys()].map((id) => this.#end(id)));
  }

  /** Anything but `initialize` is refused by the new transport itself, which then is never kept. */
  async #connect(address: string): Promise<WebStandardStreamableHTTPServerTransport> {
    const chosen = chosenBy(address);
    const link = new HttpLink(this.engine, chosen);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: this.maxBodyBytes,
      onsessioninitialized: (id) => {
        this.#open.set(id, { transport, link });
        if (this.#open.size > MAX_OPEN) this.#endQuietest();
      },
      onsessionclosed: (id) => this.#end(id),
    });
    await mcpServer({ version: this.engine.version, ...chosen }, () => link).connect(transport);
    return transport;
  }

  async #end(id: string): Promise<void> {
    const connection = this.#open.get(id);
    this.#open.delete(id);
    await connection?.link.end();
    await connection?.transport.close();
  }

  #sweep(): void {
    const oldest = monotonicMs() - MAX_SILENCE_MS;
    for (const [id, { link }] of this.#open) if (link.lastUsedMs < oldest) void this.#end(id);
  }

  #endQuietest(): void {
    const [quietest] = [...this.#open].sort(([, a], [, b]) => a.link.lastUsedMs - b.link.lastUsedMs);
    if (quietest) void this.#end(quietest[0]);
  }
}

function rpcError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
