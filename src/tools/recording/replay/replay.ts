/** A recording done again, turn by turn, through the same tools, the same engine and the same policy. */
import { basename } from 'node:path';
import type { Call } from '../../../engine/call.js';
import { delay } from '../../../kit/clock.js';
import { isDamaged, readRecording } from '../../../recording/reader.js';
import type { AnyTool } from '../../define.js';
import { bindingsFor } from './bindings.js';
import { type ReplayReport, reportOf, type TurnOutcome } from './outcome.js';
import { checkVariables, type PlannedTurn, turnsIn, whySkipped } from './plan.js';
import { replayTurn, stoppedBy, type TurnContext } from './replay-turn.js';

export interface ReplayRequest {
  readonly folder: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly dryRun: boolean;
  readonly variables: ReadonlyMap<string, string>;
  readonly delayMs: number;
  readonly timeoutMs: number;
  readonly stopOnError: boolean;
  readonly skipDamaged: boolean;
  readonly checks: boolean;
}

export async function replay(call: Call, findTool: (name: string) => AnyTool, request: ReplayRequest): Promise<ReplayReport> {
  const recording = await readRecording(request.folder);
  const turns = turnsIn(recording, request);
  if (!request.dryRun) checkVariables(recording, turns, request.variables);
  const context: TurnContext = {
    call,
    findTool,
    bindings: bindingsFor(call.session, recording.folder, (request.from ?? 1) <= 1),
    variables: request.variables,
    timeoutMs: request.dryRun ? 0 : request.timeoutMs,
    dryRun: request.dryRun,
    checks: request.checks,
  };
  const outcomes: TurnOutcome[] = [];
  const report = () => reportOf(recording.session.name || basename(recording.folder), request.dryRun, turns.length, outcomes);
  for (const [index, turn] of turns.entries()) {
    call.signal.throwIfAborted();
    const outcome = await outcomeOf(turn, context);
    outcomes.push(outcome);
    call.progress(`turn ${turn.turn}: ${outcome.status} – ${outcome.summary}`, (index + 1) / turns.length);
    if (!request.dryRun && mustStop(outcome, request)) throw stoppedBy(outcome, report());
    if (request.delayMs > 0 && outcome.status !== 'skipped' && index < turns.length - 1) await delay(request.delayMs, call.signal);
  }
  return report();
}

async function outcomeOf(turn: PlannedTurn, context: TurnContext): Promise<TurnOutcome> {
  if (isDamaged(turn)) {
    const message = `${turn.folder} is damaged: ${turn.damage}`;
    return { turn: turn.turn, tool: '', summary: 'damaged', status: 'damaged', ms: 0, error: { code: 'recording_unreadable', message } };
  }
  const why = whySkipped(turn);
  if (why === undefined) return replayTurn(turn, context);
  return { turn: turn.turn, tool: turn.action.tool, summary: `${turn.action.summary} (${why})`, status: 'skipped', ms: 0 };
}

function mustStop({ status }: TurnOutcome, { stopOnError, skipDamaged }: ReplayRequest): boolean {
  if (status === 'damaged') return !skipDamaged;
  return stopOnError && (status === 'refused' || status === 'failed');
}
