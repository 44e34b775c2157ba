import { randomInt } from 'node:crypto';
import { after, type Timer } from '../../kit/clock.js';
import { CdpClosed, CdpError, CdpTimeout } from './errors.js';
import type { CdpTransport } from './transport.js';

export type CdpParams = Readonly<Record<string, unknown>>;

export interface CdpCallOptions {
  /** The attached target a command is for; none for the browser itself. */
  readonly session?: string | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface CdpEvent {
  readonly method: string;
  readonly params: CdpParams;
  readonly session: string | undefined;
}

interface Pending {
  readonly method: string;
  readonly session: string | undefined;
  readonly timer: Timer;
  settle(outcome: { result: CdpParams } | { failure: unknown }): void;
}

const DEFAULT_TIMEOUT_MS = 5000;

/** Commands and events of one browser over one connection; targets are told apart by session. */
export class CdpClient {
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Set<(event: CdpEvent) => void>();
  #closedFor: string | undefined;
  /** Sessions that answer no more, and why. */
  readonly #dropped = new Map<string, string>();
  // A pipe may still hold answers to whoever was here before.
  #nextId = randomInt(1, 1 << 30);
  readonly closed: Promise<string>;

  constructor(private readonly transport: CdpTransport) {
    this.closed = new Promise((resolve) => {
      transport.listen({
        message: (text) => this.#take(text),
        closed: (reason) => {
          this.#end(reason);
          resolve(reason);
        },
      });
    });
  }

  get isClosed(): boolean {
    return this.#closedFor !== undefined;
  }

  /** The result as the protocol documents it; the caller names the part it reads. */
  async call<T extends object = CdpParams>(method: string, params: CdpParams = {}, options: CdpCallOptions = {}): Promise<T> {
    const { session, timeoutMs = DEFAULT_TIMEOUT_MS, signal } = options;
    signal?.throwIfAborted();
    const over = this.#closedFor ?? this.#dropped.get(session ?? '');
    if (over !== undefined) throw new CdpClosed(`${method}: ${over}`);
    const id = this.#nextId++;
    return new Promise<T>((resolve, reject) => {
      const onAbort = () => this.#settle(id, { failure: signal?.reason });
      this.#pending.set(id, {
        method,
        session,
        timer: after(timeoutMs, () => this.#settle(id, { failure: new CdpTimeout(method, timeoutMs) })),
        settle: (outcome) => {
          signal?.removeEventListener('abort', onAbort);
          if ('failure' in outcome) reject(outcome.failure);
          else resolve(outcome.result as T);
        },
      });
      signal?.addEventListener('abort', onAbort, { once: true });
      this.transport.send(JSON.stringify({ id, method, params, ...(session === undefined ? {} : { sessionId: session }) }));
    });
  }

  /** Every event of every session; returns the way to stop listening. */
  listen(listener: (event: CdpEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(reason = 'the connection was closed'): void {
    this.#end(reason);
    this.transport.close();
  }

  #take(text: string): void {
    const message = parse(text);
    if (!message) return; // the rest of a message some earlier client left in the pipe
    if (typeof message.id === 'number') this.#answer(message.id, message);
    else if (typeof message.method === 'string') this.#announce(message.method, message);
  }

  #answer(id: number, message: CdpParams): void {
    const error = message.error;
    if (isRecord(error)) {
      const method = this.#pending.get(id)?.method ?? '';
      this.#settle(id, { failure: new CdpError(method, Number(error.code), String(error.message)) });
    } else this.#settle(id, { result: isRecord(message.result) ? message.result : {} });
  }

  #announce(method: string, message: CdpParams): void {
    const params = isRecord(message.params) ? message.params : {};
    const session = typeof message.sessionId === 'string' ? message.sessionId : undefined;
    // Nothing more will be answered for a target that went away.
    if (method === 'Target.detachedFromTarget') this.dropSession(String(params.sessionId), 'the page was closed');
    for (const listener of [...this.#listeners]) listener({ method, params, session });
  }

  /** Ends what a session still waits for and all it is asked later, because its target went away. */
  dropSession(session: string, reason: string): void {
    this.#dropped.set(session, reason);
    this.failPending(session, reason);
  }

  /** Ends what a session waits for now; it may answer again. */
  failPending(session: string, reason: string): void {
    for (const [id, pending] of this.#pending) {
      if (pending.session === session) this.#settle(id, { failure: new CdpClosed(`${pending.method}: ${reason}`) });
    }
  }

  #settle(id: number, outcome: Parameters<Pending['settle']>[0]): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    pending.timer.cancel();
    pending.settle(outcome);
  }

  #end(reason: string): void {
    if (this.#closedFor !== undefined) return;
    this.#closedFor = reason;
    for (const [id, { method }] of this.#pending) this.#settle(id, { failure: new CdpClosed(`${method}: ${reason}`) });
    this.#listeners.clear();
  }
}

function parse(text: string): CdpParams | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // not JSON: not for us
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
