/**
 * Every call of every transport: admit → parse → run (decide, lock, deliver, verify inside `perform`) → record → emit.
 * Nothing else starts a tool.
 */
import { randomUUID } from 'node:crypto';
import type { Backend } from '../backends/port.js';
import { effectiveValue } from '../config/precedence.js';
import type { Config, ConfigKey } from '../config/schema.js';
import { DriverError } from '../errors/driver-error.js';
import { toDriverError } from '../errors/to-driver-error.js';
import { monotonicMs, nowMs, unlessAbandoned } from '../kit/clock.js';
import { joinSignals } from '../kit/join-signals.js';
import type { Session } from '../session/session.js';
import type { Call, Caller, Engine, ToolFacts } from './call.js';
import { withoutUnseenTitles } from './judge/unseen-titles.js';
import { cleanError, cleanOutput } from './outgoing.js';
import { isRedacted } from './redact.js';

/** A cancelled call answers within half a second, also when what it waits for, a display that is held, cannot be cancelled. */
const ABANDON_MS = 400;

/** What the pipeline needs of a tool definition. */
export interface Executable {
  readonly name: string;
  readonly effect: ToolFacts['effect'];
  readonly group: string;
  readonly destructive?: boolean;
  /** A session of its own for what the input names, instead of the connection's. */
  sessionFor?(input: Record<string, unknown>): string | undefined;
  parse(rawInput: unknown): Record<string, unknown>;
  invoke(rawInput: unknown, call: Call): Promise<unknown>;
}

export async function execute(engine: Engine, tool: Executable, rawInput: unknown, caller: Caller): Promise<unknown> {
  const startedAtMs = nowMs();
  const started = monotonicMs();
  const input = tool.parse(rawInput);
  const session = sessionFor(engine, textOf(input.session) ?? tool.sessionFor?.(input), caller);
  if (session.ended) throw new DriverError('session_ended', `Session "${session.id}" has ended.`);
  using joined = joinSignals(caller.signal, session.signal);
  const call = admit(engine, tool, input, { caller, session, signal: joined.signal });
  const leave = session.enter();
  engine.events.emit({ type: 'call_started', msg_id: call.messageId, call_id: call.id, session: call.session.id, tool: tool.name });
  const finish = async (outcome: { output?: unknown; error?: DriverError }): Promise<void> => {
    const durationMs = monotonicMs() - started;
    const error = outcome.error && { code: outcome.error.code, message: outcome.error.message };
    await engine.recorder.after({ call, input, startedAtMs, durationMs, output: outcome.output, ...(error ? { error } : {}) });
    engine.events.emit({
      type: 'call_finished',
      msg_id: call.messageId,
      call_id: call.id,
      session: call.session.id,
      tool: tool.name,
      ok: !error,
      ...(error ? { code: error.code } : {}),
      ms: Math.round(durationMs),
    });
  };
  try {
    call.signal.throwIfAborted();
    await engine.recorder.before(call, input);
    const asked = typeof input.redact === 'boolean' ? input.redact : undefined;
    const answer = await unlessAbandoned(tool.invoke(rawInput, call), call.signal, ABANDON_MS);
    const output = cleanOutput(engine, answer, { redacts: isRedacted(call, asked) });
    await finish({ output });
    return output;
  } catch (error) {
    const driverError = cleanError(engine, toDriverError(error), { redacts: isRedacted(call, undefined) });
    await finish({ error: driverError });
    throw driverError;
  } finally {
    leave();
  }
}

interface Admitted {
  readonly caller: Caller;
  readonly session: Session;
  readonly signal: AbortSignal;
}

function admit(engine: Engine, tool: Executable, input: Record<string, unknown>, { caller, session, signal }: Admitted): Call {
  const desktop = textOf(input.desktop) ?? session.desktop ?? caller.desktop;
  let backend: Promise<Backend> | undefined;
  const id = `call-${randomUUID()}`;
  return {
    id,
    messageId: caller.messageId ?? id,
    tool: { name: tool.name, effect: tool.effect, group: tool.group, destructive: tool.destructive ?? false },
    engine,
    session,
    client: caller.client,
    owner: caller.session ?? session.id,
    approver: caller.approver,
    granted: caller.granted ?? new Set(),
    desktop,
    signal,
    backend: () => {
      backend ??= engine.desktops.backend(desktop, signal).then((found) => withoutUnseenTitles(found, engine.gate));
      return backend;
    },
    progress: (message, fraction) => caller.onProgress?.(message, fraction),
    setting: <K extends ConfigKey>(key: K, argument?: Config[K]): Config[K] =>
      effectiveValue(key, { call: { [key]: argument }, session: session.overrides.values, disk: engine.config.read().values }).value,
  };
}

function sessionFor(engine: Engine, explicit: string | undefined, caller: Caller): Session {
  const id = explicit ?? caller.session;
  if (id !== undefined) return engine.sessions.open(id, caller.client, { declared: true, desktop: caller.desktop });
  // Shared by everyone, so it must not remember the desktop one of them named.
  return engine.sessions.open(ANONYMOUS, caller.client, { declared: false });
}

/** Plain CLI calls share this one, so that a running daemon keeps their element numbers. */
const ANONYMOUS = 'anonymous';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
