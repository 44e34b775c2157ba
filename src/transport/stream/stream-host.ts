/** One host over JSON lines: its calls in order per sub-agent, its answers to approvals, and the events of what it does. */
import type { EngineEvent } from '../../engine/events.js';
import { DriverError, type ErrorShape } from '../../errors/driver-error.js';
import { toDriverError } from '../../errors/to-driver-error.js';
import type { ApprovalEvent } from '../daemon/approval-relay.js';
import type { Driver } from '../driver.js';
import { type CallCommand, type ReadyEvent, type StreamAnswer, type StreamCommand, streamCommand } from './protocol.js';

export interface StreamOptions {
  readonly driver: Driver;
  readonly version: string;
  readonly session: string | undefined;
  readonly write: (message: ReadyEvent | StreamAnswer | EngineEvent | ApprovalEvent) => void;
}

interface Running {
  readonly id: string;
  readonly abort: AbortController;
}

export class StreamHost {
  /** By the name the engine knows the call's message under; unique, whatever ids the host uses. */
  readonly #running = new Map<string, Running>();
  readonly #queues = new Map<string, Promise<void>>();
  readonly #stopListening: (() => void)[] = [];
  #calls = 0;

  constructor(private readonly options: StreamOptions) {}

  async start(): Promise<void> {
    const { driver, version, session, write } = this.options;
    this.#stopListening.push(
      driver.subscribe((event) => this.#pass(event)),
      driver.followApprovals((event) => write(asHostsKnowIt(event))),
    );
    const problem = await whyNoComputerUse(driver);
    const capabilities = { computer_use: problem === undefined, approvals: true as const };
    write({
      type: 'ready',
      protocol: 1,
      version,
      session,
      capabilities: problem ? { ...capabilities, computer_use_problem: problem } : capabilities,
    });
  }

  receive(line: string): void {
    try {
      this.#obey(parseCommand(line));
    } catch (error) {
      this.refuse(error);
    }
  }

  refuse(error: unknown, id?: string): void {
    this.options.write({ type: 'error', error: toDriverError(error).toShape(), ...(id === undefined ? {} : { id }) });
  }

  /** No more commands come: nobody can approve any more, what was asked for is finished. */
  async finish(): Promise<void> {
    this.#stopListening.pop()?.();
    await Promise.all(this.#queues.values());
    for (const stop of this.#stopListening.splice(0)) stop();
  }

  cancelAll(): void {
    for (const { abort } of this.#running.values()) abort.abort(new DriverError('cancelled', 'The host went away.'));
  }

  #obey(command: StreamCommand): void {
    if (command.type === 'call') {
      const lane = String(command.input.sub_agent ?? '');
      const before = this.#queues.get(lane) ?? Promise.resolve();
      this.#queues.set(lane, this.#call(command, before));
      return;
    }
    if (command.type === 'cancel') {
      const found = [...this.#running.values()].filter(({ id }) => id === command.id);
      if (found.length === 0) throw new DriverError('invalid_input', `cancel: no call "${command.id.slice(0, 60)}" is running.`);
      for (const { abort } of found) abort.abort(new DriverError('cancelled', 'The call was cancelled.'));
      return;
    }
    const { resume_token: token, approved, modifications } = command;
    this.options.driver.resumeApproval(token, approved, modifications?.verdict).catch((error: unknown) => this.refuse(error));
  }

  async #call({ id: given, tool, input }: CallCommand, before: Promise<void>): Promise<void> {
    this.#calls++;
    const id = given ?? `call-${this.#calls}`;
    const messageId = `${this.options.session ?? 'stream'}/${this.#calls}`;
    const abort = new AbortController();
    this.#running.set(messageId, { id, abort });
    const { driver, write } = this.options;
    const onProgress = (message: string, fraction?: number) =>
      write({ type: 'progress', id, message, ...(fraction === undefined ? {} : { fraction }) });
    try {
      await before;
      abort.signal.throwIfAborted();
      const output = await driver.call(tool, input, { signal: abort.signal, messageId, onProgress });
      write({ type: 'result', id, ok: true, output });
    } catch (error) {
      write({ type: 'result', id, ok: false, error: toDriverError(error).toShape() });
    } finally {
      this.#running.delete(messageId);
    }
  }

  /** Other clients of the same daemon are none of the host's business; approvals come with their tokens another way. */
  #pass(event: EngineEvent): void {
    if (event.type === 'approval_required' || event.type === 'approval_resume') return;
    const own = event.msg_id === undefined ? undefined : this.#running.get(event.msg_id);
    if (own) this.options.write({ ...event, msg_id: own.id });
  }
}

function parseCommand(line: string): StreamCommand {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch (cause) {
    throw new DriverError('invalid_input', `Not JSON: ${cause instanceof Error ? cause.message : cause}`, undefined, { cause });
  }
  const command = streamCommand.safeParse(parsed);
  if (command.success) return command.data;
  const problems = command.error.issues.slice(0, 4).map(({ path, message }) => `${path.join('.') || 'command'}: ${message}`);
  throw new DriverError('invalid_input', `Not a command: ${problems.join('; ')}.`, { commands: ['call', 'cancel', 'approval_resume'] });
}

/** The echo of an answer has three members; how it came about is for our own lists. */
function asHostsKnowIt(event: ApprovalEvent): EngineEvent {
  if (event.type === 'approval_required') return event;
  return { type: event.type, resume_token: event.resume_token, approved: event.approved };
}

/** Only proof takes the capability away: a desktop that cannot be reached. */
async function whyNoComputerUse(driver: Driver): Promise<ErrorShape | undefined> {
  try {
    await driver.call('check_permissions', {});
    return undefined;
  } catch (error) {
    return toDriverError(error).toShape();
  }
}
