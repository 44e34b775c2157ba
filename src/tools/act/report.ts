/** The common end of every act tool: perform, say what to try next, and show what changed when asked. */
import type { z } from 'zod';
import type { Act, ActOutcome } from '../../engine/act.js';
import type { Call } from '../../engine/call.js';
import { observeWindow } from '../../engine/observe.js';
import { perform } from '../../engine/perform.js';
import type { Window } from '../../model/window.js';
import { diffSnapshots, renderDiff } from '../../snapshot/diff.js';
import type { actionResult } from '../fields.js';

type ActionResult = z.input<typeof actionResult>;

export async function actAndReport(call: Call, act: Act, captureAfter: boolean | undefined): Promise<ActionResult> {
  const outcome = await perform(call, act);
  const state = captureAfter && act.window ? await changesIn(call, act.window) : undefined;
  return { ...resultOf(outcome), ...(state ? { state } : {}) };
}

function resultOf(outcome: ActOutcome): ActionResult {
  const { evidence, fell_back_from, notes, ...rest } = outcome;
  const escalation =
    outcome.effect === 'suspected_noop'
      ? { target: outcome.route === 'accessibility' ? 'pixel' : 'observe', reason: 'suspected_noop' }
      : undefined;
  return {
    ...rest,
    evidence: [...evidence],
    ...(fell_back_from ? { fell_back_from: [...fell_back_from] } : {}),
    ...(notes ? { notes: [...notes] } : {}),
    ...(escalation ? { escalation } : {}),
  };
}

async function changesIn(call: Call, window: Window): Promise<{ snapshot_id: string; changes: string } | undefined> {
  const before = call.session.knownWindow(window.pid ?? 0, window.id)?.latest;
  const { snapshot } = await observeWindow(call, window, {
    tree: true,
    image: false,
    maxElements: call.setting('snapshot_max_elements'),
    maxDepth: call.setting('snapshot_max_depth'),
    maxDimension: call.setting('max_image_dimension'),
  });
  if (!snapshot) return undefined;
  return { snapshot_id: snapshot.id, changes: before ? renderDiff(diffSnapshots(before, snapshot)) : 'observed for the first time' };
}
