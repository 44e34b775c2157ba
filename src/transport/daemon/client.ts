/** The daemon from the other end of its socket. Free of zod and tools, so that the CLI starts in no time. */
import { connect, type Socket } from 'node:net';
import type { ApprovalQuestion, Approver } from '../../approval/approval.js';
import type { EngineEvent } from '../../engine/events.js';
import { DriverError, type ErrorShape } from '../../errors/driver-error.js';
import type { ApprovalEvent } from './approval-relay.js';
import { FrameReader, frame } from './frames.js';

export interface Notices {
  onProgress?: ((message: string, fraction?: number) => void) | undefined;
  onStdout?: ((text: string) => void) | undefined;
  onStderr?: ((text: string) => void) | undefined;
  onEvent?: ((event: EngineEvent) => void) | undefined;
  onApproval?: ((event: ApprovalEvent) => void) | undefined;
  /** Who answers questions about this request; the request itself says that there is someone. */
  approver?: Approver | undefined;
  /** Gives what is piped in; asked for only by commands that read it. */
  stdin?: (() => Promise<string>) | undefined;
}

type RequestOptions = Notices & { readonly signal?: AbortSignal | undefined; readonly keep?: boolean };

/** Answers may hold uncompressed-size pictures, so they may be far longer than requests. */
const MAX_ANSWER_BYTES = 512 * 1024 * 1024;

interface Waiting extends Notices {
  resolve(result: unknown): void;
  reject(error: unknown): void;
  /** Subscriptions stay open after their answer. */
  readonly keep: boolean;
}

interface Incoming {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: ErrorShape;
  readonly progress?: { readonly message: string; readonly fraction?: number };
  readonly stdout?: string;
  readonly stderr?: string;
  readonly stdinWanted?: true;
  readonly event?: EngineEvent;
  readonly approval?: ApprovalEvent;
  readonly question?: ApprovalQuestion;
  /** Id of a question that needs no answer any more. */
  readonly withdrawn?: string;
}

export class DaemonClient {
  readonly #waiting = new Map<number, Waiting>();
  readonly #questions = new Map<string, AbortController>();
  #nextId = 1;

  private constructor(private readonly socket: Socket) {
    // The daemon is ours and versioned; its messages have this shape.
    const reader = new FrameReader((message) => this.#receive(message as Incoming), MAX_ANSWER_BYTES);
    socket.on('data', (chunk: Buffer) => {
      try {
        reader.push(chunk);
      } catch (error) {
        this.#fail(new DriverError('internal', `The daemon sent something unreadable: ${error instanceof Error ? error.message : error}.`));
        socket.destroy();
      }
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () =>
      this.#fail(new DriverError('daemon_unavailable', 'The daemon closed the connection; whether the last call took effect is unknown.')),
    );
  }

  /** Undefined when no daemon listens there. */
  static open(socketFile: string): Promise<DaemonClient | undefined> {
    return new Promise((resolve) => {
      const socket = connect(socketFile);
      socket.once('connect', () => resolve(new DaemonClient(socket)));
      socket.once('error', () => resolve(undefined));
    });
  }

  request(method: string, params: Readonly<Record<string, unknown>> = {}, options: RequestOptions = {}): Promise<unknown> {
    return this.start(method, params, options).answer;
  }

  /** A request that others will refer to by its id. */
  start(
    method: string,
    params: Readonly<Record<string, unknown>>,
    options: RequestOptions,
  ): { readonly id: number; readonly answer: Promise<unknown> } {
    const id = this.#nextId++;
    const answer = new Promise<unknown>((resolve, reject) => {
      if (!this.socket.writable) return reject(new DriverError('daemon_unavailable', 'The daemon went away.'));
      const onAbort = () => void this.request('cancel', { target: id }).catch(() => {});
      const settle = (act: () => void) => {
        options.signal?.removeEventListener('abort', onAbort);
        act();
      };
      this.#waiting.set(id, {
        ...options,
        keep: options.keep ?? false,
        resolve: (result) => settle(() => resolve(result)),
        reject: (error) => settle(() => reject(error)),
      });
      this.socket.write(frame({ id, method, ...params }));
      if (options.signal?.aborted) onAbort();
      options.signal?.addEventListener('abort', onAbort, { once: true });
    });
    return { id, answer };
  }

  get isOpen(): boolean {
    return this.socket.writable;
  }

  close(): void {
    this.socket.end();
    this.socket.destroySoon();
  }

  /** Lets the process end while the connection is idle. */
  unref(): void {
    this.socket.unref();
  }

  #receive(message: Incoming): void {
    // About the connection as a whole: the daemon read none of what was sent last.
    if (message.id === -1 && message.error) this.#fail(DriverError.fromShape(message.error));
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    if (message.progress) waiting.onProgress?.(message.progress.message, message.progress.fraction);
    if (message.stdout !== undefined) waiting.onStdout?.(message.stdout);
    if (message.stderr !== undefined) waiting.onStderr?.(message.stderr);
    if (message.event) waiting.onEvent?.(message.event);
    if (message.approval) waiting.onApproval?.(message.approval);
    if (message.question) void this.#giveAnswer(message.id, waiting, message.question);
    if (message.withdrawn !== undefined) this.#questions.get(message.withdrawn)?.abort();
    if (message.stdinWanted) void this.#giveInput(message.id, waiting);
    if (!('result' in message) && !message.error) return;
    if (!waiting.keep) this.#waiting.delete(message.id);
    if (message.error) waiting.reject(DriverError.fromShape(message.error));
    else waiting.resolve(message.result);
  }

  async #giveInput(target: number, waiting: Waiting): Promise<void> {
    try {
      await this.request('stdin', { target, text: (await waiting.stdin?.()) ?? '' });
    } catch (error) {
      waiting.reject(error);
    }
  }

  async #giveAnswer(target: number, { approver }: Waiting, question: ApprovalQuestion): Promise<void> {
    const withdrawn = new AbortController();
    this.#questions.set(question.correlation_id, withdrawn);
    try {
      const answer = await approver?.ask(question, withdrawn.signal);
      if (!withdrawn.signal.aborted) await this.request('answer', { target, question: question.correlation_id, answer: answer ?? null });
    } catch {
      // The connection is gone, and the question with it.
    } finally {
      this.#questions.delete(question.correlation_id);
    }
  }

  #fail(error: DriverError): void {
    for (const question of this.#questions.values()) question.abort();
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}
