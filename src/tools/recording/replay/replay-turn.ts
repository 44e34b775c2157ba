/** One turn again: find what it was about, do the same through the same tool, compare what came of it. */
import type { Call } from '../../../engine/call.js';
import { DriverError } from '../../../errors/driver-error.js';
import { toDriverError } from '../../../errors/to-driver-error.js';
import { monotonicMs } from '../../../kit/clock.js';
import type { Window } from '../../../model/window.js';
import type { WindowFacts } from '../../../recording/format.js';
import type { ReadTurn } from '../../../recording/reader.js';
import { runTool } from '../../computer-use/run-tool.js';
import type { AnyTool } from '../../define.js';
import type { Bindings } from './bindings.js';
import { differencesFrom } from './check-expectations.js';
import { type FoundTargets, findTargets } from './find-targets.js';
import { windowFor } from './find-window.js';
import type { Variables } from './live-view.js';
import type { TurnOutcome } from './outcome.js';
import { filledInput } from './plan.js';

export interface TurnContext {
  readonly call: Call;
  readonly findTool: (name: string) => AnyTool;
  readonly bindings: Bindings;
  readonly variables: Variables;
  readonly timeoutMs: number;
  readonly dryRun: boolean;
  readonly checks: boolean;
}

/** Nothing was sent when these are thrown, so that looking again and acting once more is no repetition. */
const NOTHING_SENT: ReadonlySet<string> = new Set(['stale_element', 'target_changed']);
const CHECK_TIMEOUT_MS = 3000;

interface Located {
  readonly window: Window | undefined;
  readonly targets: FoundTargets;
}

export async function replayTurn(turn: ReadTurn, context: TurnContext): Promise<TurnOutcome> {
  const { action } = turn;
  const started = monotonicMs();
  const about = { turn: turn.turn, tool: action.tool, summary: action.summary };
  const since = () => ({ ms: Math.round(monotonicMs() - started) });
  try {
    const located = await locate(turn, context);
    const healed = located.targets.healed;
    if (context.dryRun) return { ...about, status: 'ready', ...since(), ...(healed.length > 0 ? { healed: [...healed] } : {}) };
    const differences = await actOnce(turn, located, context);
    const status = differences.length > 0 ? 'differs' : healed.length > 0 ? 'healed' : 'done';
    return {
      ...about,
      status,
      ...since(),
      ...(healed.length > 0 ? { healed: [...healed] } : {}),
      ...(differences.length > 0 ? { differences } : {}),
    };
  } catch (error) {
    const { code, message, details } = toDriverError(error);
    if (code === 'cancelled') throw error;
    const candidates = details?.candidates;
    const status = context.dryRun ? 'missing' : code === 'replay_diverged' ? 'refused' : 'failed';
    return { ...about, status, ...since(), error: { code, message }, ...(Array.isArray(candidates) ? { candidates } : {}) };
  }
}

async function locate({ action }: ReadTurn, { call, bindings, variables, timeoutMs }: TurnContext): Promise<Located> {
  if (!action.window) return { window: undefined, targets: { arguments: {}, healed: [] } };
  const { window, healed } = await windowFor(call, action.window, { bindings, variables, timeoutMs });
  const targets = await findTargets(call, window, action, { variables, timeoutMs });
  return { window, targets: { arguments: targets.arguments, healed: [...healed, ...targets.healed] } };
}

async function actOnce(turn: ReadTurn, located: Located, context: TurnContext): Promise<string[]> {
  try {
    return await act(turn, located, context);
  } catch (error) {
    if (!NOTHING_SENT.has(toDriverError(error).code)) throw error;
    return act(turn, await locate(turn, context), context);
  }
}

async function act(turn: ReadTurn, { window, targets }: Located, context: TurnContext): Promise<string[]> {
  const { action } = turn;
  const { call, bindings, variables } = context;
  const input = withPlaces(filledInput(turn, variables), window, targets.arguments);
  const output = await runTool(call, context.findTool(action.tool), input).catch((error: unknown) => {
    if (action.kind === 'check' && toDriverError(error).code === 'timeout') return { status: 'unsatisfied' };
    throw error;
  });
  if (action.kind === 'check') return statusOf(output) === 'satisfied' ? [] : [`what was checked is ${statusOf(output)}`];
  bindAnswered(bindings, action.opened, output);
  if (!context.checks) return [];
  const noEffect = action.result.effect === 'confirmed' && effectOf(output) === 'suspected_noop' ? ['nothing changed'] : [];
  return [
    ...noEffect,
    ...(await differencesFrom(call, action.expect, {
      window,
      bindings,
      variables,
      timeoutMs: Math.min(context.timeoutMs, CHECK_TIMEOUT_MS),
    })),
  ];
}

const REPLACED = ['pid', 'window_id', 'element_index', 'element_token', 'snapshot_id', 'capture_after', 'screenshot_out_file'] as const;

/** The recorded arguments with the present window, elements and pixels in place of those of then. */
function withPlaces(
  input: Readonly<Record<string, unknown>>,
  window: Window | undefined,
  found: FoundTargets['arguments'],
): Record<string, unknown> {
  const kept = Object.fromEntries(Object.entries(input).filter(([field]) => !REPLACED.some((each) => each === field)));
  const named: Record<string, unknown> = {
    ...kept,
    ...(window && input.window_id !== undefined ? { window_id: window.id } : {}),
    ...(window && input.pid !== undefined && window.pid !== null ? { pid: window.pid } : {}),
  };
  // A pid alone would no longer say which window when the application has several now.
  if (window && input.pid !== undefined && Object.keys(found).length > 0) named.window_id = window.id;
  const path = Array.isArray(named.path)
    ? named.path.map((step: unknown) => (Array.isArray(step) ? [...(step as readonly unknown[])] : step))
    : undefined;
  for (const [field, value] of Object.entries(found)) {
    const [, step, axis] = /^path\.(\d+)\.([01])$/.exec(field) ?? [];
    const place: unknown = step === undefined ? undefined : path?.[Number(step)];
    if (Array.isArray(place)) place[Number(axis)] = value;
    else named[field] = value;
  }
  return path ? { ...named, path } : named;
}

/** A started application names its windows: they are the recorded ones, in the same order. */
function bindAnswered(bindings: Bindings, opened: readonly WindowFacts[], output: unknown): void {
  const answered =
    typeof output === 'object' && output !== null && 'windows' in output && Array.isArray(output.windows) ? output.windows : [];
  const ids = answered.flatMap((each: unknown) =>
    typeof each === 'object' && each !== null && 'window_id' in each ? [Number(each.window_id)] : [],
  );
  if (ids.length !== opened.length) return;
  for (const [index, { ref }] of opened.entries()) {
    const id = ids[index];
    if (id !== undefined) bindings.bind(ref, id);
  }
}

const statusOf = (output: unknown): string =>
  typeof output === 'object' && output !== null && 'status' in output ? String(output.status) : 'unknown';
const effectOf = (output: unknown): string =>
  typeof output === 'object' && output !== null && 'effect' in output ? String(output.effect) : '';

/** The error that ended a replay, as its caller sees it. */
export function stoppedBy(outcome: TurnOutcome, report: unknown): DriverError {
  const { code = 'replay_diverged', message = outcome.summary } = outcome.error ?? {};
  const shape = DriverError.fromShape({ code, message: `Turn ${outcome.turn} (${outcome.summary}): ${message}` });
  return new DriverError(shape.code, shape.message, { turn: outcome.turn, candidates: outcome.candidates ?? [], report });
}
