/** The daemon's socket: many clients, each with its own calls, cancellation and sessions; no request takes the process down. */
import { chmodSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import type { Engine } from '../../engine/call.js';
import { DriverError } from '../../errors/driver-error.js';
import { monotonicMs } from '../../kit/clock.js';
import { Connection, type ConnectionHost } from './connection.js';
import { MAX_FRAME_BYTES } from './frames.js';

const MAX_CONNECTIONS = 256;

export interface DaemonOptions {
  readonly engine: Engine;
  readonly socketFile: string;
  readonly runCli: ConnectionHost['runCli'];
  /** Asked by a client; the owner of the process decides how. */
  readonly onStop: () => void;
  readonly status: () => Record<string, unknown>;
  readonly maxFrameBytes?: number;
}

export class DaemonServer {
  readonly #server: Server;
  readonly #connections = new Set<Connection>();
  #lastActivity = monotonicMs();

  constructor(private readonly options: DaemonOptions) {
    this.#server = createServer((socket) => this.#accept(socket));
    this.#server.maxConnections = MAX_CONNECTIONS;
  }

  get connections(): number {
    return this.#connections.size;
  }

  /** Milliseconds since the last request, 0 while one runs. */
  idleMs(now: number): number {
    const busy = [...this.#connections].some((connection) => connection.busy);
    return busy ? 0 : now - this.#lastActivity;
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', (cause) =>
        reject(new DriverError('home_unusable', `${this.options.socketFile} cannot be opened: ${cause.message}.`, undefined, { cause })),
      );
      this.#server.listen(this.options.socketFile, () => {
        chmodSync(this.options.socketFile, 0o600);
        resolve();
      });
    });
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await Promise.all([...this.#connections].map((connection) => connection.end()));
    await closed;
  }

  #accept(socket: Socket): void {
    const connection = new Connection(socket, {
      engine: this.options.engine,
      runCli: this.options.runCli,
      stop: this.options.onStop,
      status: () => ({ ...this.options.status(), connections: this.#connections.size }),
      onActivity: () => {
        this.#lastActivity = monotonicMs();
      },
      maxFrameBytes: this.options.maxFrameBytes ?? MAX_FRAME_BYTES,
    });
    this.#connections.add(connection);
    void connection.closed.then(() => this.#connections.delete(connection));
  }
}
