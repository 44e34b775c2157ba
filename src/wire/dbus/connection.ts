import type { Socket } from 'node:net';
import { after, monotonicMs } from '../../kit/clock.js';
import { DBusClosed, DBusError, DBusProtocolError } from './errors.js';
import { Framing } from './framing.js';
import { answer, type MethodHandler } from './incoming-calls.js';
import { decodeBody } from './marshal/decode.js';
import { objectPath } from './marshal/encode.js';
import { Reader } from './marshal/reader.js';
import type { DBusValue } from './marshal/values.js';
import { Writer } from './marshal/writer.js';
import type { MatchRule, SignalHandler } from './match-rules.js';
import * as wire from './message.js';
import { type OpenedSocket, openSocket } from './open-socket.js';
import { PendingCalls } from './pending-calls.js';
import { Subscriptions } from './subscriptions.js';

const BUS = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' } as const;
export const DEFAULT_CALL_TIMEOUT_MS = 1500;

export interface DBusConnectOptions {
  /** One or more addresses separated by ';'. */
  readonly address: string;
  /** Bound on connecting and default bound on every call. */
  readonly timeoutMs?: number;
  /** Told when a signal handler threw; the connection goes on. */
  readonly onHandlerError?: (error: unknown) => void;
}

export interface MethodCall {
  readonly destination?: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly signature?: string;
  readonly body?: readonly DBusValue[];
  /** A reply of another signature is rejected, so its values need no further checks. */
  readonly replySignature?: string | readonly string[];
  readonly timeoutMs?: number;
}

export interface OutgoingSignal {
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly destination?: string;
  readonly signature?: string;
  readonly body?: readonly DBusValue[];
}

/** Connects, authenticates and says Hello. */
export async function connectDBus(options: DBusConnectOptions): Promise<DBusConnection> {
  const opened = await openSocket(options.address, options.timeoutMs ?? DEFAULT_CALL_TIMEOUT_MS);
  const connection = new DBusConnection(opened, options);
  try {
    await connection.hello();
  } catch (error) {
    connection.close();
    throw error;
  }
  return connection;
}

/** Straight to another process: there is no bus to say Hello to, nobody else to call, and no signals to subscribe to. */
export async function connectPeer(options: DBusConnectOptions): Promise<DBusConnection> {
  return new DBusConnection(await openSocket(options.address, options.timeoutMs ?? DEFAULT_CALL_TIMEOUT_MS), options);
}

function accepts(expected: string | readonly string[] | undefined, signature: string): boolean {
  if (expected === undefined || expected === signature) return true;
  return typeof expected !== 'string' && expected.includes(signature);
}

/** Every call is pipelined: calls made in the same turn leave in one write and wait for nobody. */
export class DBusConnection {
  readonly #socket: Socket;
  readonly #timeoutMs: number;
  readonly #writer = new Writer();
  readonly #reader = new Reader();
  readonly #header = wire.emptyHeader();
  readonly #pending = new PendingCalls();
  readonly #subscriptions: Subscriptions;
  readonly #trackedOwners = new Map<string, Promise<void>>();
  readonly #closeHandlers = new Set<(reason: DBusClosed) => void>();
  readonly #onHandlerError: (error: unknown) => void;
  #methodHandler: MethodHandler | undefined;
  #serial = 0;
  #flushScheduled = false;
  #closed: DBusClosed | undefined;
  #uniqueName = '';

  constructor({ socket, rest }: OpenedSocket, options: DBusConnectOptions) {
    this.#socket = socket;
    this.#timeoutMs = options.timeoutMs ?? DEFAULT_CALL_TIMEOUT_MS;
    this.#onHandlerError = options.onHandlerError ?? (() => {});
    this.#subscriptions = new Subscriptions({
      addMatch: async (rule) => {
        await this.#callBus('AddMatch', 's', [rule], '');
      },
      removeMatch: (rule) => {
        // The connection may be gone already, and with it the rule.
        this.#callBus('RemoveMatch', 's', [rule], '').catch(() => {});
      },
      onHandlerError: this.#onHandlerError,
    });
    const framing = new Framing((bytes, start, end) => this.#receive(bytes, start, end));
    const onData = (chunk: Buffer) => {
      try {
        framing.push(chunk);
      } catch (error) {
        this.#shut(new DBusClosed(`the bus sent a malformed message: ${String(error)}`, { cause: error }));
      }
    };
    socket.on('data', onData);
    socket.on('error', (cause) => this.#shut(new DBusClosed(`the D-Bus connection failed: ${cause.message}`, { cause })));
    socket.on('close', () => this.#shut(new DBusClosed('the bus closed the connection')));
    if (rest.length > 0) onData(rest);
  }

  get uniqueName(): string {
    return this.#uniqueName;
  }

  get closed(): DBusClosed | undefined {
    return this.#closed;
  }

  /** Calls sent and not yet answered. */
  get inFlight(): number {
    return this.#pending.size;
  }

  async hello(): Promise<void> {
    const [name] = await this.#callBus('Hello', '', [], 's');
    this.#uniqueName = String(name);
  }

  call(call: MethodCall): Promise<readonly DBusValue[]> {
    if (this.#closed) return Promise.reject(this.#closed);
    const timeoutMs = call.timeoutMs ?? this.#timeoutMs;
    return new Promise((resolve, reject) => {
      const serial = this.#nextSerial();
      objectPath(call.path);
      this.#send({ type: wire.METHOD_CALL, ...call }, serial);
      this.#pending.add(serial, {
        what: `${call.interface}.${call.member}`,
        destination: call.destination,
        timeoutMs,
        deadline: monotonicMs() + timeoutMs,
        replySignature: call.replySignature,
        resolve,
        reject,
      });
    });
  }

  /** Sends and forgets: no reply is asked for. */
  notify(call: MethodCall): void {
    if (this.#closed) return;
    this.#send({ type: wire.METHOD_CALL, ...call, flags: wire.NO_REPLY_EXPECTED }, this.#nextSerial());
  }

  emit(signal: OutgoingSignal): void {
    if (this.#closed) return;
    this.#send({ type: wire.SIGNAL, ...signal, flags: wire.NO_REPLY_EXPECTED }, this.#nextSerial());
  }

  /** Answers the calls of peers; without a handler they get UnknownMethod. */
  setMethodHandler(handler: MethodHandler | undefined): void {
    this.#methodHandler = handler;
  }

  /** Resolves once the bus delivers such signals; the returned function ends it. */
  async subscribe(rule: MatchRule, handler: SignalHandler): Promise<() => void> {
    const { sender } = rule;
    if (sender !== undefined && !sender.startsWith(':') && sender !== BUS.destination) await this.#trackOwner(sender);
    return this.#subscriptions.add(rule, handler);
  }

  /** Runs once when the connection ends, at once if it has ended already. */
  onClose(handler: (reason: DBusClosed) => void): () => void {
    if (this.#closed) handler(this.#closed);
    else this.#closeHandlers.add(handler);
    return () => this.#closeHandlers.delete(handler);
  }

  close(): void {
    if (this.#closed) return;
    this.#flush();
    this.#shut(new DBusClosed('this side closed the connection'));
  }

  /** Lets another process hold the socket, too. */
  share<T>(hold: (socket: Socket) => T): T {
    return hold(this.#socket);
  }

  /** Closes this end without a word to the other one: whoever shares the socket keeps it. */
  abandon(): void {
    this.#socket.destroy();
  }

  #trackOwner(name: string): Promise<void> {
    const tracked = this.#trackedOwners.get(name);
    if (tracked) return tracked;
    const started = this.#startTracking(name).catch((error) => {
      this.#trackedOwners.delete(name);
      throw error;
    });
    this.#trackedOwners.set(name, started);
    return started;
  }

  async #startTracking(name: string): Promise<void> {
    await this.#subscriptions.add({ sender: BUS.destination, member: 'NameOwnerChanged', arg0: name }, ({ body }) =>
      this.#subscriptions.setOwner(name, String(body[2])),
    );
    const [owner] = await this.#callBus('GetNameOwner', 's', [name], 's').catch((error): readonly DBusValue[] => {
      if (error instanceof DBusError) return [''];
      throw error;
    });
    this.#subscriptions.setOwner(name, String(owner));
  }

  #callBus(member: string, signature: string, body: readonly DBusValue[], replySignature: string) {
    return this.call({ ...BUS, member, signature, body, replySignature });
  }

  #nextSerial(): number {
    this.#serial = this.#serial === 0xffffffff ? 1 : this.#serial + 1;
    return this.#serial;
  }

  #send(message: wire.OutgoingMessage, serial: number): void {
    wire.encodeMessage(message, serial, this.#writer);
    if (this.#flushScheduled) return;
    this.#flushScheduled = true;
    // After all promises settled by one read have had their say: what they ask next leaves in one write.
    process.nextTick(() => this.#flush());
  }

  #flush(): void {
    this.#flushScheduled = false;
    if (!this.#closed && this.#writer.pending > 0) this.#socket.write(this.#writer.take());
  }

  #receive(bytes: Buffer, start: number, end: number): void {
    if (this.#closed) return;
    const header = this.#header;
    wire.decodeHeader(bytes, start, end, this.#reader, header);
    switch (header.type) {
      case wire.METHOD_RETURN:
      case wire.ERROR:
        this.#onReply(header);
        break;
      case wire.SIGNAL:
        this.#onSignal(header);
        break;
      case wire.METHOD_CALL:
        this.#onCall(header);
        break;
      // The specification asks to ignore types yet unknown.
      default:
    }
  }

  /** A reply that cannot be read leaves its call pending, to be rejected with the others when the connection closes. */
  #onReply(header: wire.IncomingHeader): void {
    const call = this.#pending.find(header.replySerial);
    if (!call) return;
    const body = this.#body(header.signature);
    this.#pending.remove(header.replySerial);
    const [message] = body;
    if (header.type === wire.ERROR) {
      call.reject(new DBusError(header.errorName, typeof message === 'string' ? message : header.errorName));
    } else if (accepts(call.replySignature, header.signature)) {
      call.resolve(body);
    } else {
      const why = `${call.what} answered '${header.signature}', expected '${call.replySignature}'`;
      call.reject(new DBusError('org.freedesktop.DBus.Error.InvalidSignature', why));
    }
  }

  #onSignal(header: wire.IncomingHeader): void {
    const { sender, path, interface: iface, member, signature } = header;
    this.#subscriptions.dispatch(header, () => ({ sender, path, interface: iface, member, signature, body: this.#body(signature) }));
  }

  #onCall(header: wire.IncomingHeader): void {
    const { sender, path, interface: iface, member, signature, serial, flags } = header;
    const call = { sender, path, interface: iface, member, signature, body: this.#body(signature) };
    void answer(call, { serial, flags }, this.#methodHandler).then((reply) => {
      if (!reply || this.#closed) return;
      try {
        this.#send(reply, this.#nextSerial());
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const failure = { errorName: 'org.freedesktop.DBus.Error.Failed', signature: 's', body: [message] };
        this.#send({ ...failure, type: wire.ERROR, replySerial: serial, destination: sender }, this.#nextSerial());
      }
    });
  }

  #body(signature: string): readonly DBusValue[] {
    const values = signature === '' ? [] : decodeBody(signature, this.#reader);
    if (this.#reader.pos !== this.#reader.end) throw new DBusProtocolError('the body does not fill its message');
    return values;
  }

  #shut(reason: DBusClosed): void {
    if (this.#closed) return;
    this.#closed = reason;
    this.#socket.destroySoon();
    // A bus that stopped reading must not keep the socket open for ever.
    after(1000, () => this.#socket.destroy());
    this.#pending.rejectAll(reason);
    for (const handler of this.#closeHandlers) {
      try {
        handler(reason);
      } catch (error) {
        this.#onHandlerError(error);
      }
    }
    this.#closeHandlers.clear();
  }
}
