import { closeSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { after, delay } from '../../../kit/clock.js';
import type { DisplayName } from './display-name.js';
import { X11ConnectFailed } from './errors.js';
import { openFdPipe } from './fd-pipe.js';

type Chunk = { readonly data: Buffer; readonly fd?: number };
const CLOSE_GRACE_MS = 1000;

/** The byte stream to the server. Keeps order between plain writes and writes that carry a descriptor. */
export class Transport {
  readonly #socket: Socket;
  readonly #sendWithFd: ((data: Buffer, fd: number) => void) | undefined;
  /** Waits behind a descriptor that waits for the socket's own buffer to empty. */
  readonly #held: Chunk[] = [];

  constructor(socket: Socket, sendWithFd?: (data: Buffer, fd: number) => void) {
    this.#socket = socket;
    this.#sendWithFd = sendWithFd;
  }

  get passesDescriptors(): boolean {
    return this.#sendWithFd !== undefined;
  }

  listen(on: { data(chunk: Buffer): void; close(reason: string): void }): void {
    let failure: Error | undefined;
    this.#socket.on('error', (error) => {
      failure = error;
    });
    this.#socket.on('data', on.data);
    this.#socket.on('end', () => this.#socket.destroy());
    this.#socket.on('close', () => {
      this.#dropHeld();
      on.close(failure?.message ?? 'the server closed the connection');
    });
  }

  write(data: Buffer): void {
    this.#push({ data });
  }

  /** The descriptor is closed once sent. */
  writeWithFd(data: Buffer, fd: number): void {
    this.#push({ data, fd });
  }

  /** Sends what is queued, then closes; resolves when closed. */
  close(): Promise<void> {
    if (this.#socket.closed) return Promise.resolve();
    return new Promise((resolve) => {
      const giveUp = after(CLOSE_GRACE_MS, () => this.#socket.destroy());
      this.#socket.once('close', () => {
        giveUp.cancel();
        resolve();
      });
      this.#socket.end(() => this.#socket.destroy());
    });
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #push(chunk: Chunk): void {
    if (this.#socket.destroyed || !this.#socket.writable) this.#discard(chunk);
    else if (this.#held.length > 0 || (chunk.fd !== undefined && this.#socket.writableLength > 0)) this.#held.push(chunk);
    else this.#send(chunk);
  }

  #send({ data, fd }: Chunk): void {
    if (fd !== undefined && this.#sendWithFd) this.#sendWithFd(data, fd);
    else this.#socket.write(data, () => this.#release());
  }

  #release(): void {
    while (this.#socket.writableLength === 0 || this.#held[0]?.fd === undefined) {
      const chunk = this.#held.shift();
      if (!chunk) return;
      this.#send(chunk);
    }
  }

  #dropHeld(): void {
    for (const chunk of this.#held.splice(0)) this.#discard(chunk);
  }

  #discard({ fd }: Chunk): void {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Connects to the display's socket; rejects with X11ConnectFailed. */
export async function openTransport(display: DisplayName, signal: AbortSignal): Promise<Transport> {
  for (;;) {
    try {
      return await tryTransport(display, signal);
    } catch (error) {
      // Some servers, such as those wlroots starts, let only one or two clients wait to be accepted.
      if (!(error instanceof X11ConnectFailed && isBusy(error.cause))) throw error;
      await delay(BUSY_RETRY_MS, signal);
    }
  }
}

const BUSY_RETRY_MS = 10;
const isBusy = (cause: unknown): boolean => cause instanceof Error && 'code' in cause && cause.code === 'EAGAIN';

async function tryTransport(display: DisplayName, signal: AbortSignal): Promise<Transport> {
  const pipe = 'path' in display.address ? openFdPipe(display.address.path) : undefined;
  const socket = pipe?.socket ?? createConnection(display.address);
  await connected(socket, signal);
  socket.setNoDelay(true);
  return new Transport(socket, pipe?.sendWithFd);
}

function connected(socket: Socket, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (reason: unknown) => {
      cleanUp();
      socket.on('error', () => {});
      socket.destroy();
      reject(reason instanceof X11ConnectFailed ? reason : new X11ConnectFailed(messageOf(reason), { cause: reason }));
    };
    const onAbort = () => fail(signal.reason);
    const onConnect = () => {
      cleanUp();
      resolve();
    };
    const cleanUp = () => {
      socket.off('connect', onConnect);
      socket.off('error', fail);
      signal.removeEventListener('abort', onAbort);
    };
    if (signal.aborted) return onAbort();
    socket.once('connect', onConnect);
    socket.once('error', fail);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
