import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { toDriverError } from '../../../errors/to-driver-error.js';
import type { PolicyState } from '../../../policy/policy-file.js';
import { decideUnder } from '../../../policy/refusal.js';
import type { Decision, PolicyContext } from '../../../policy/request.js';
import { TypedTrail } from '../../../policy/typed-trail.js';
import type { ActionRecord } from '../../../recording/format.js';
import { isDamaged, readRecording } from '../../../recording/reader.js';
import { requestOfCall } from './request-of-call.js';

export interface JudgedTurn {
  readonly turn: number;
  readonly tool: string;
  readonly app: string;
  readonly decision: 'allow' | 'ask' | 'deny' | 'skipped';
  readonly rule?: string;
  readonly reason?: string;
}

export interface DryRun {
  readonly folder: string;
  readonly turns: readonly JudgedTurn[];
  readonly notes: readonly string[];
}

type Judging = Omit<PolicyContext, 'isGranted'>;

/** What the policy of today would say to a recording, in order, with text split over turns judged together. */
export async function dryRun(folder: string, state: PolicyState, context: Judging): Promise<DryRun> {
  const recording = await readRecording(folder);
  const { client, session } = recording.session;
  const trail = new TypedTrail();
  const asked = new Set<string>();
  const turns = recording.turns.map((turn): JudgedTurn => {
    if (isDamaged(turn)) return { turn: turn.turn, tool: '', app: '', decision: 'skipped', reason: turn.damage };
    const { action } = turn;
    const facts = { turn: turn.turn, tool: action.tool, app: action.window?.app_id ?? '' };
    try {
      const decision = judge(action, { client, session, trail, asked }, state, context);
      return decision.decision === 'allow' ? { ...facts, decision: 'allow' } : { ...facts, ...decision };
    } catch (error) {
      return { ...facts, decision: 'skipped', reason: toDriverError(error).message };
    }
  });
  const hidden = recording.turns.some((turn) => !isDamaged(turn) && turn.action.variables.length > 0);
  const notes =
    hidden && !recording.session.options.typed_text
      ? ['What was typed is not in the recording, so rules about text could not be tried.']
      : [];
  return { folder, turns, notes };
}

interface SoFar {
  readonly client: string;
  readonly session: string;
  readonly trail: TypedTrail;
  /** Questions already put once count as answered with yes, as a person would have. */
  readonly asked: Set<string>;
}

function judge(action: ActionRecord, { client, session, trail, asked }: SoFar, state: PolicyState, context: Judging): Decision {
  const { window, tool, input, targets } = action;
  const [target] = targets;
  const place = { window: window?.ref ?? '', field: target && JSON.stringify(target.signature) };
  const app = window ? { id: window.app_id, names: [window.app_name] } : undefined;
  const request = requestOfCall({ tool, input, app, session, client, intoPassword: target?.password ?? false });
  const decision = decideUnder(
    state,
    { ...request, previousText: trail.recall(place) },
    { ...context, isGranted: (grant) => asked.has(grant) },
  );
  if (decision.decision === 'ask') asked.add(decision.grant);
  if (request.text !== undefined) trail.typed(place, request.text);
  if (request.combos) trail.pressed(place, request.combos);
  return decision;
}

/** A folder, or the name of a recording where recordings are kept. */
export function recordingFolder(given: string, cwd: string, recordingsDir: string): string {
  const here = resolve(cwd, given);
  return existsSync(here) || given.includes('/') ? here : join(recordingsDir, given);
}
