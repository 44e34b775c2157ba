import { after, TimeoutError } from '../../kit/clock.js';
import type { ExtensionDef } from './codec/message.js';
import { X11Connection } from './connection/connection.js';
import { type DisplayName, parseDisplayName } from './connection/display-name.js';
import { X11ConnectFailed } from './connection/errors.js';
import { Inbox } from './connection/inbox.js';
import { decodeSetupAnswer, encodeSetupRequest, SETUP_HEADER_BYTES, type Setup, setupLength } from './connection/setup.js';
import { openTransport, type Transport } from './connection/transport.js';
import { readCookie } from './connection/xauthority.js';
import { QueryExtension } from './core/server.js';
import { eventTables } from './event-map.js';
import { BigReqEnable, BigRequests } from './ext/big-requests.js';
import { knownExtensions } from './extensions.js';

export interface ConnectOptions {
  /** A display name such as `:1` or `host:1.0`, or the path of a socket. */
  readonly display: string;
  /** Path of an xauth file with the cookie; without it we connect unauthenticated. */
  readonly xauthority?: string | undefined;
  /** Gives up connecting; has no effect afterwards. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  /** A server that owes an answer and says nothing for this long is given up on; it is taken back as soon as it speaks. */
  readonly silenceMs?: number | undefined;
}

const DEFAULT_TIMEOUT_MS = 5000;
/** A busy machine may need seconds; longer than this only another client that holds the server takes. */
const DEFAULT_SILENCE_MS = 15_000;

/** Connects, sets up and learns the server's extensions; rejects with X11ConnectFailed. */
export async function connectX11(options: ConnectOptions): Promise<X11Connection> {
  const { display, xauthority, signal, timeoutMs = DEFAULT_TIMEOUT_MS, silenceMs = DEFAULT_SILENCE_MS } = options;
  const name = parseDisplayName(display);
  const abort = new AbortController();
  const giveUp = (reason: unknown) => abort.abort(reason);
  const onAbort = () => giveUp(signal?.reason);
  const timer = after(timeoutMs, () => giveUp(new TimeoutError(`${display} did not answer within ${timeoutMs} ms`)));
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  let transport: Transport | undefined;
  try {
    const cookie = xauthority === undefined ? undefined : await readCookie(xauthority, name);
    transport = await openTransport(name, abort.signal);
    const auth = cookie ?? { name: '', data: Buffer.alloc(0) };
    return await handshake(transport, { name, auth, silenceMs }, abort.signal);
  } catch (error) {
    transport?.destroy();
    throw error instanceof X11ConnectFailed
      ? error
      : new X11ConnectFailed(`cannot connect to ${display}: ${messageOf(error)}`, { cause: error });
  } finally {
    timer.cancel();
    signal?.removeEventListener('abort', onAbort);
  }
}

interface Introduction {
  readonly name: DisplayName;
  readonly auth: { readonly name: string; readonly data: Buffer };
  readonly silenceMs: number;
}

function handshake(transport: Transport, { name, auth, silenceMs }: Introduction, signal: AbortSignal): Promise<X11Connection> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    let connection: X11Connection | undefined;
    const inbox = new Inbox((message) => connection?.receive(message));
    let answer: Buffer = Buffer.alloc(0);
    const onSetupBytes = (chunk: Buffer) => {
      answer = Buffer.concat([answer, chunk]);
      if (answer.length < SETUP_HEADER_BYTES || answer.length < setupLength(answer)) return;
      connection = openConnection(transport, answer, name, silenceMs);
      learnExtensions(connection).then(() => connection && resolve(connection), reject);
    };
    transport.listen({
      data: (chunk) => {
        try {
          if (connection) inbox.push(chunk);
          else onSetupBytes(chunk);
        } catch (error) {
          transport.destroy();
          reject(error);
        }
      },
      close: (reason) => {
        connection?.end(reason);
        reject(new X11ConnectFailed(reason));
      },
    });
    transport.write(encodeSetupRequest({ name: auth.name, data: auth.data }));
  });
}

function openConnection(transport: Transport, answer: Buffer, name: DisplayName, silenceMs: number): X11Connection {
  const decoded = decodeSetupAnswer(answer);
  if (!decoded.accepted) throw new X11ConnectFailed(`the server refused the connection: ${decoded.reason}`);
  const { setup } = decoded;
  const screen = setup.screens[name.screen];
  if (!screen) throw new X11ConnectFailed(`the server has no screen ${name.screen}`);
  return new X11Connection(transport, setup satisfies Setup, screen, { eventTables, silenceMs });
}

async function learnExtensions(connection: X11Connection): Promise<void> {
  const answers = await Promise.all(
    knownExtensions.map(async (def) => [def, await connection.request(QueryExtension, { name: def.name })] as const),
  );
  connection.learn(answers.filter(([, { present }]) => present) satisfies ReadonlyArray<readonly [ExtensionDef, unknown]>);
  if (!connection.has(BigRequests)) return;
  const { maximumRequestLength } = await connection.request(BigReqEnable);
  connection.raiseRequestLimit(maximumRequestLength);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
