/** One client of the daemon: its requests run at once, answers come as they are ready, and what it left running stops with it. */
import type { Socket } from 'node:net';
import { z } from 'zod';
import type { Engine } from '../../engine/call.js';
import { execute } from '../../engine/execute.js';
import { DriverError } from '../../errors/driver-error.js';
import { toDriverError } from '../../errors/to-driver-error.js';
import { after, withTimeout } from '../../kit/clock.js';
import { type Deferred, deferred } from '../../kit/deferred.js';
import { findTool } from '../../tools/registry.js';
import type { Terminal } from '../cli/terminal.js';
import { ApprovalRelay } from './approval-relay.js';
import { FrameReader, frame } from './frames.js';
import { type CliOutcome, type DaemonAnswer, type DaemonNotice, type DaemonRequest, requestSchema } from './protocol.js';

type CliRequest = Extract<DaemonRequest, { method: 'cli' }>;
export type CliSink = Pick<Terminal, 'stdout' | 'stderr' | 'stdin' | 'signal' | 'approver'>;

export interface ConnectionHost {
  readonly engine: Engine;
  runCli(request: CliRequest, sink: CliSink): Promise<CliOutcome>;
  stop(): void;
  status(): Record<string, unknown>;
  onActivity(): void;
  readonly maxFrameBytes: number;
}

type ApprovalMethod = 'answer' | 'approvals' | 'answer_approval' | 'follow_approvals' | 'unfollow_approvals' | 'resume_approval';
type ApprovalRequest = Extract<DaemonRequest, { method: ApprovalMethod }>;

const MAX_RUNNING = 64;

/** How long a stopping daemon lets calls say that they were cancelled. */
const LAST_ANSWERS_MS = 1000;

/** A client that leaves this much unread is not listened to until it has read. */
const ENOUGH_UNSENT_BYTES = 4 * 1024 * 1024;

/** What already runs may still answer; a client with this much unread has stopped reading, and keeping more for it would cost everyone. */
const MAX_UNSENT_BYTES = 64 * 1024 * 1024;

/** How long a refused client may go on sending before it is cut off. */
const REFUSED_LINGER_MS = 2000;

export class Connection {
  readonly #running = new Map<number, AbortController>();
  readonly #answering = new Set<Promise<void>>();
  readonly #approvals: ApprovalRelay;
  readonly #sessions = new Set<string>();
  readonly #closed = deferred<void>();
  readonly #awaitedInput = new Map<number, Deferred<string>>();
  #unsubscribe: (() => void) | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly host: ConnectionHost,
  ) {
    this.#approvals = new ApprovalRelay(host.engine.approvals, (notice) => this.#send(notice));
    const reader = new FrameReader((message) => this.#receive(message), host.maxFrameBytes);
    const onData = (chunk: Buffer): void => {
      try {
        reader.push(chunk);
      } catch (error) {
        socket.off('data', onData);
        this.#refuse(error instanceof Error ? error.message : String(error));
      }
    };
    socket.on('data', onData);
    socket.on('drain', () => socket.resume());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#finish());
  }

  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  get busy(): boolean {
    return this.#running.size > 0;
  }

  /** Whoever still waits is told that nothing will happen any more, before the line goes dead. */
  async end(): Promise<void> {
    this.#abort('The daemon is stopping.');
    await withTimeout(Promise.allSettled([...this.#answering]), LAST_ANSWERS_MS, 'the last answers').catch(() => {}); // TimeoutError: they had their time
    this.socket.end();
    this.socket.destroySoon();
  }

  /** After a broken message nothing that follows can be trusted; what still comes is dropped so that the refusal is read. */
  #refuse(why: string): void {
    this.#send({ id: -1, error: new DriverError('invalid_input', `The daemon did not understand: ${why}.`).toShape() });
    this.socket.resume();
    this.socket.end();
    after(REFUSED_LINGER_MS, () => this.socket.destroy());
  }

  #finish(): void {
    this.#abort('The client went away.');
    this.#unsubscribe?.();
    this.#approvals.close();
    for (const input of this.#awaitedInput.values()) input.resolve('');
    for (const session of this.#sessions) void this.host.engine.sessions.end(session);
    this.#closed.resolve();
  }

  #abort(why: string): void {
    for (const controller of this.#running.values()) controller.abort(new DriverError('cancelled', why));
  }

  #receive(message: unknown): void {
    this.host.onActivity();
    const parsed = requestSchema.safeParse(message);
    if (!parsed.success) {
      const id = z.object({ id: z.int() }).safeParse(message);
      const error = new DriverError('invalid_input', `Not a request the daemon knows: ${z.prettifyError(parsed.error)}`);
      this.#send({ id: id.success ? id.data.id : -1, error: error.toShape() });
      return;
    }
    const answering = this.#answer(parsed.data);
    this.#answering.add(answering);
    void answering.finally(() => this.#answering.delete(answering));
  }

  async #answer(request: DaemonRequest): Promise<void> {
    if (request.method === 'cancel') {
      this.#running.get(request.target)?.abort(new DriverError('cancelled', 'The call was cancelled.'));
      this.#send({ id: request.id, result: { cancelled: this.#running.has(request.target) } });
      return;
    }
    const controller = new AbortController();
    try {
      if (this.#running.size >= MAX_RUNNING) throw new DriverError('busy', `${MAX_RUNNING} calls of this connection are already running.`);
      this.#running.set(request.id, controller);
      this.#send({ id: request.id, result: (await this.#run(request, controller.signal)) ?? null });
    } catch (error) {
      this.#send({ id: request.id, error: toDriverError(error).toShape() });
    } finally {
      this.#running.delete(request.id);
      this.host.onActivity();
    }
  }

  async #run(request: Exclude<DaemonRequest, { method: 'cancel' }>, signal: AbortSignal): Promise<unknown> {
    const { engine } = this.host;
    switch (request.method) {
      case 'hello':
        return { version: engine.version, pid: process.pid };
      case 'call':
        return execute(engine, findTool(request.tool), request.input, {
          client: request.client,
          session: request.session,
          desktop: request.desktop,
          signal,
          messageId: request.message,
          approver: request.approver === undefined ? undefined : this.#approvals.approver(request.id, request.approver),
          onProgress: (message, fraction) =>
            this.#send({ id: request.id, progress: { message, ...(fraction === undefined ? {} : { fraction }) } }),
        });
      case 'cli':
        return this.host.runCli(request, {
          signal,
          stdout: (text) => this.#send({ id: request.id, stdout: text }),
          stderr: (text) => this.#send({ id: request.id, stderr: text }),
          stdin: () => this.#askForInput(request.id),
          approver: request.terminal.asks ? this.#approvals.approver(request.id, 'terminal') : undefined,
        });
      case 'stdin':
        this.#awaitedInput.get(request.target)?.resolve(request.text);
        return { taken: this.#awaitedInput.delete(request.target) };
      case 'mint_session': {
        const session = engine.sessions.mint(request.client, request.desktop);
        this.#sessions.add(session.id);
        return { session: session.id };
      }
      case 'end_session':
        return { ended: await engine.sessions.end(request.session) };
      case 'status':
        return this.host.status();
      case 'stop':
        this.host.stop();
        return { stopping: true };
      case 'pause':
        engine.lease.pause(request.reason);
        return { paused: true };
      case 'resume':
        engine.lease.resume();
        return { paused: false };
      case 'answer':
      case 'approvals':
      case 'answer_approval':
      case 'follow_approvals':
      case 'unfollow_approvals':
      case 'resume_approval':
        return this.#approve(request);
      case 'subscribe':
        this.#unsubscribe ??= engine.events.subscribe((event) => this.#send({ id: request.id, event }));
        return { subscribed: true };
    }
  }

  #approve(request: ApprovalRequest): unknown {
    const { approvals } = this.host.engine;
    switch (request.method) {
      case 'answer':
        return { taken: this.#approvals.answer(request.target, request.question, request.answer ?? undefined) };
      case 'approvals':
        return { approvals: approvals.list(request.session) };
      case 'answer_approval':
        return { approval: approvals.answer({ id: request.approval }, request.answer, { channel: 'local', approver: request.approver }) };
      case 'follow_approvals':
        this.#approvals.follow(request.id, request.client, request.session);
        return { following: true };
      case 'unfollow_approvals':
        return { following: !this.#approvals.unfollow(request.target) };
      case 'resume_approval': {
        const { resume_token: token, approved, verdict, client: approver, session } = request;
        const source =
          session === undefined ? ({ channel: 'local', approver } as const) : ({ channel: 'session', approver, session } as const);
        approvals.resume(token, approved, verdict, source);
        return { resumed: true };
      }
    }
  }

  #askForInput(id: number): Promise<string> {
    const input = deferred<string>();
    this.#awaitedInput.set(id, input);
    this.#send({ id, stdinWanted: true });
    return input.promise;
  }

  #send(message: DaemonAnswer | DaemonNotice): void {
    if (!this.socket.writable) return;
    this.socket.write(frame(message));
    if (this.socket.writableLength > MAX_UNSENT_BYTES) this.socket.destroy();
    else if (this.socket.writableLength > ENOUGH_UNSENT_BYTES) this.socket.pause();
  }
}
