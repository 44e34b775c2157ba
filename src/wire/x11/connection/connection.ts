import { withTimeout } from '../../../kit/clock.js';
import { Silence } from '../../../kit/silence.js';
import { Writer } from '../codec/cursor.js';
import { decodeReply, encodeEvent, writeRequest } from '../codec/frame.js';
import type { Args, Command, EventDef, ExtensionDef, Query, Version } from '../codec/message.js';
import { KEYMAP_NOTIFY } from '../core/events.js';
import { GetInputFocus } from '../core/focus.js';
import type { AnyX11Event, X11Event, X11EventMap } from '../event-map.js';
import { AtomCache } from './atom-cache.js';
import { errorName, parseError, X11ConnectionClosed, X11Error, X11ProtocolError, X11Unanswered } from './errors.js';
import { EventDecoder } from './event-decoder.js';
import { ExtensionCache, type ExtensionInfo } from './extension-cache.js';
import { Listeners } from './listeners.js';
import { ReplyQueue } from './reply-queue.js';
import type { Requester } from './requester.js';
import { ResourceIds } from './resource-ids.js';
import type { Screen, Setup } from './setup.js';
import type { Transport } from './transport.js';

type RequestDef = Command<never> | Query<never, unknown>;
type Given = Readonly<Record<string, unknown>>;

const ERROR = 0;
const REPLY = 1;
/** Sequence numbers are 16 bits on the wire: an answer must come well before they wrap. */
const MAX_UNANSWERED = 0x8000;
const CLOSE_GRACE_MS = 1000;

export class X11Connection implements Requester {
  readonly setup: Setup;
  readonly screen: Screen;
  readonly atoms: AtomCache;
  readonly ids: ResourceIds;
  /** Resolves with the reason once the connection has ended; never rejects. */
  readonly closed: Promise<X11ConnectionClosed>;

  readonly #transport: Transport;
  readonly #writer = new Writer();
  readonly #replies = new ReplyQueue();
  readonly #silence: Silence;
  readonly #extensions = new ExtensionCache();
  readonly #events = new Listeners<AnyX11Event>((error) => this.#report(error));
  readonly #errors = new Set<(error: unknown) => void>();
  #decoder: EventDecoder;
  readonly #eventTables: Readonly<Record<string, EventDef>>;
  #sequence = 0;
  #lastAnswered = 0;
  #needsSync = false;
  #flushQueued = false;
  #closing = false;
  #ended: X11ConnectionClosed | undefined;
  #announceEnd: (reason: X11ConnectionClosed) => void = () => {};
  #maxRequestBytes: number;

  constructor(
    transport: Transport,
    setup: Setup,
    screen: Screen,
    { eventTables, silenceMs }: { eventTables: Readonly<Record<string, EventDef>>; silenceMs: number },
  ) {
    this.#transport = transport;
    this.setup = setup;
    this.screen = screen;
    this.ids = new ResourceIds(setup.resourceIdBase, setup.resourceIdMask);
    this.atoms = new AtomCache(this);
    this.#eventTables = eventTables;
    this.#decoder = new EventDecoder(eventTables, this.#extensions);
    this.#silence = new Silence(
      silenceMs,
      () => this.#replies.size > 0,
      () => this.#replies.giveUpOnAll(new X11Unanswered(`the X server has not answered for ${silenceMs} ms`)),
    );
    this.#maxRequestBytes = setup.maximumRequestLength * 4;
    this.closed = new Promise((resolve) => {
      this.#announceEnd = resolve;
    });
  }

  get root(): number {
    return this.screen.root;
  }

  get isOpen(): boolean {
    return this.#ended === undefined && !this.#closing;
  }

  get passesDescriptors(): boolean {
    return this.#transport.passesDescriptors;
  }

  get maxRequestBytes(): number {
    return this.#maxRequestBytes;
  }

  has(extension: ExtensionDef): boolean {
    return this.#extensions.has(extension);
  }

  /** Opcode and first event and error codes; throws X11ExtensionMissing. */
  codes(extension: ExtensionDef): ExtensionInfo {
    const { majorOpcode, firstEvent, firstError } = this.#extensions.get(extension);
    return { majorOpcode, firstEvent, firstError };
  }

  /** The version agreed on; requests of an extension negotiate it by themselves. */
  async version(extension: ExtensionDef): Promise<Version> {
    return this.#negotiate(extension);
  }

  request<In, Out>(query: Query<In, Out>, ...args: Args<NoInfer<In>>): Promise<Out> {
    return new Promise((resolve, reject) => {
      // The executor turns a throw (value out of range, extension missing) into a rejection.
      this.#write(query, (args[0] ?? {}) as Given);
      this.#lastAnswered = this.#sequence;
      this.#await({
        request: query.name,
        silent: false,
        settle: (message) => resolve(decodeReply(message ?? Buffer.alloc(0), query.reply) as Out),
        fail: reject,
      });
    });
  }

  send<In>(command: Command<In>, ...args: Args<NoInfer<In>>): void {
    if (!this.isOpen) return;
    this.#write(command, (args[0] ?? {}) as Given);
  }

  checked<In>(command: Command<In>, ...args: Args<NoInfer<In>>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#write(command, (args[0] ?? {}) as Given);
      this.#confirm(command.name, resolve, reject);
    });
  }

  /** A checked command whose request carries a descriptor, which is closed once sent. */
  checkedWithFd<In>(command: Command<In>, args: NoInfer<In>, fd: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#write(command, args as Given, fd);
      this.#confirm(command.name, resolve, reject);
    });
  }

  async sync(): Promise<void> {
    await this.request(GetInputFocus);
  }

  /** Subscribes to one event by name, or to all; the result unsubscribes. */
  on<Name extends keyof X11EventMap>(name: Name, listener: (event: X11Event<Name>) => void): () => void;
  on(name: 'event', listener: (event: AnyX11Event) => void): () => void;
  on(name: string, listener: (event: never) => void): () => void {
    return this.#events.add(name, listener as (event: AnyX11Event) => void);
  }

  /** Failures of unchecked commands, and what listeners throw. */
  onError(listener: (error: unknown) => void): () => void {
    this.#errors.add(listener);
    return () => void this.#errors.delete(listener);
  }

  /** The bytes of an event for SendEvent. */
  encodeEvent<V>(def: EventDef<V>, value: V): Buffer {
    return encodeEvent(def, value, def.extension ? this.#extensions.get(def.extension).firstEvent : 0);
  }

  /**
   * Ends the connection once the server has processed what was sent; resolves when it has ended.
   * The round trip is needed: a server drops requests it has not read when it sees the socket hang up.
   */
  async close(): Promise<void> {
    if (!this.#ended && !this.#closing) {
      const processed = this.sync();
      this.#closing = true;
      await withTimeout(processed, CLOSE_GRACE_MS, 'the last request').catch(() => {});
      this.#end('closed by the client');
    }
    await this.#transport.close();
  }

  /** Writes what is queued now instead of at the end of the turn. */
  flush(): void {
    this.#flushQueued = false;
    if (this.#needsSync && this.isOpen) {
      this.#needsSync = false;
      this.request(GetInputFocus).catch(() => {});
    }
    if (this.#writer.length > 0) this.#transport.write(this.#writer.take());
  }

  /** @internal Called with every message of the server. */
  receive(message: Buffer): void {
    this.#silence.heard();
    try {
      const type = message.readUInt8(0);
      // The one message without a sequence number, and of no use to anyone here.
      if ((type & 0x7f) === KEYMAP_NOTIFY) return;
      const sequence = this.#replies.arrive(message.readUInt16LE(2));
      if (type === REPLY) this.#receiveReply(message, sequence);
      else if (type === ERROR) this.#receiveError(message, sequence);
      else this.#receiveEvent(message, sequence);
    } catch (error) {
      this.#report(error);
    }
  }

  /** @internal Called when the transport has ended. */
  end(reason: string): void {
    this.#end(reason);
  }

  /** @internal Records what the server said about its extensions. */
  learn(found: ReadonlyArray<readonly [ExtensionDef, ExtensionInfo]>): void {
    for (const [def, info] of found) this.#extensions.add(def, info);
    this.#decoder = new EventDecoder(this.#eventTables, this.#extensions);
  }

  /** @internal BIG-REQUESTS was enabled. */
  raiseRequestLimit(units: number): void {
    this.#maxRequestBytes = units * 4;
  }

  #write(def: RequestDef | Command<never> | Query<never, unknown>, args: Given, fd?: number): void {
    if (this.#ended) throw this.#ended;
    if (this.#closing) throw new X11ConnectionClosed('the X connection is closing');
    const opcode = this.#opcode(def);
    if (this.#sequence - this.#lastAnswered > MAX_UNANSWERED) {
      this.#lastAnswered = this.#sequence;
      this.request(GetInputFocus).catch(() => {});
    }
    if (fd !== undefined) this.flush();
    const start = this.#writer.length;
    writeRequest(this.#writer, opcode, def.layout, args);
    const length = this.#writer.length - start;
    if (length > this.#maxRequestBytes) {
      this.#writer.truncate(start);
      throw new RangeError(`${def.name} of ${length} bytes exceeds the server's limit of ${this.#maxRequestBytes}`);
    }
    this.#sequence++;
    if (fd !== undefined) this.#transport.writeWithFd(this.#writer.take(), fd);
    this.#queueFlush();
  }

  #opcode(def: RequestDef): { major: number; minor: number | undefined } {
    if (!def.extension) return { major: def.opcode, minor: undefined };
    const { majorOpcode } = this.#extensions.get(def.extension);
    // Pipelined ahead of the request: the server sees the version first, nobody waits for it.
    void this.#negotiate(def.extension);
    return { major: majorOpcode, minor: def.opcode };
  }

  #negotiate(extension: ExtensionDef): Promise<Version> {
    return this.#extensions.version(extension, async () => {
      const { negotiate } = extension;
      if (!negotiate) return { major: 1, minor: 0 };
      // Bound to its arguments by `call`, which checked them against the query.
      const { major, minor } = await this.request(negotiate.query, ...([negotiate.args] as unknown as Args<never>));
      return { major, minor };
    });
  }

  #confirm(request: string, resolve: () => void, reject: (error: Error) => void): void {
    this.#needsSync = true;
    this.#await({ request, silent: true, settle: resolve, fail: reject });
  }

  #await(waiter: { request: string; silent: boolean; settle(message: Buffer | undefined): void; fail(error: Error): void }): void {
    this.#silence.asked();
    this.#replies.add({ sequence: this.#sequence, ...waiter });
  }

  #queueFlush(): void {
    if (this.#flushQueued) return;
    this.#flushQueued = true;
    // After all promises settled by one read have had their say: what they ask next leaves in one write.
    process.nextTick(() => {
      if (this.#flushQueued) this.flush();
    });
  }

  #receiveReply(message: Buffer, sequence: number): void {
    const waiter = this.#replies.take(sequence);
    if (!waiter) throw new X11ProtocolError(`a reply to request ${sequence}, which expects none`);
    try {
      waiter.settle(message);
    } catch (error) {
      waiter.fail(new X11ProtocolError(`the reply to ${waiter.request} cannot be read`, { cause: error }));
    }
  }

  #receiveError(message: Buffer, sequence: number): void {
    const waiter = this.#replies.take(sequence);
    const fields = parseError(message);
    const error = new X11Error({
      ...fields,
      sequence,
      name: errorName(fields.code, this.#extensions.errorRanges()),
      request: waiter?.request,
    });
    if (waiter) waiter.fail(error);
    else this.#report(error);
  }

  #receiveEvent(message: Buffer, sequence: number): void {
    // The tables that name the events also give X11EventMap its types.
    const event = this.#decoder.decode(message, sequence) as AnyX11Event;
    this.#events.emit(event.name, event);
    this.#events.emit('event', event);
  }

  #report(error: unknown): void {
    for (const listener of [...this.#errors]) {
      try {
        listener(error);
      } catch {
        // An error listener has nobody left to tell.
      }
    }
  }

  #end(why: string): void {
    if (this.#ended) return;
    this.#ended = new X11ConnectionClosed(`the X connection ended: ${why}`);
    this.#replies.failAll(this.#ended);
    this.#announceEnd(this.#ended);
  }
}
