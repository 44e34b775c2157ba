/** A finished call as the recording writes it: what was meant, what it hit, what came of it; no typed text, no secrets. */

import type { Turn } from '../../../engine/recorder.js';
import type { Rect } from '../../../model/geometry.js';
import { expectationsOf } from '../../../recording/expectations.js';
import { type ActionRecord, type Expectation, FORMAT_VERSION, type TreeRecord, type WindowFacts } from '../../../recording/format.js';
import { fragmentToken } from '../../../recording/fragments.js';
import { noChange, treeRecord } from '../../../recording/tree-record.js';
import type { TypedText } from '../../../recording/typed-text.js';
import type { WindowRefs } from '../../../recording/window-facts.js';
import { diffSnapshots } from '../../../snapshot/diff.js';
import { renderOutline } from '../../../snapshot/outline.js';
import { namesElements } from './arguments.js';
import type { Moment } from './moment.js';
import type { OpenTurn } from './open-turn.js';
import { resultOf } from './result-record.js';
import { summaryOf } from './summary.js';
import { writtenInput } from './typed-input.js';

export interface TurnMaterial {
  readonly turn: number;
  readonly open: OpenTurn;
  readonly finished: Turn;
  readonly after: Moment | undefined;
  readonly offsetMs: number;
  readonly typed: TypedText;
  readonly refs: WindowRefs;
  /** The window has not been shown in this recording before. */
  readonly isFirstSight: boolean;
}

const OUTLINE_BUDGET = 1500;

export interface DescribedTurn {
  readonly action: ActionRecord;
  readonly tree: TreeRecord | undefined;
  /** Where text went that is not kept, in window pixels. */
  readonly typedInto: Rect | undefined;
}

export function describeTurn(material: TurnMaterial): DescribedTurn {
  const { turn, open, finished, typed, refs, after } = material;
  const { input, variables, hidesKeys, hiddenField } = writtenInput(open, turn, typed);
  const window = open.before?.window ?? open.window;
  const opened = open.isAct ? openedWindows(material) : [];
  const closed = open.isAct ? closedWindows(material) : [];
  const action: ActionRecord = {
    version: FORMAT_VERSION,
    turn,
    kind: open.isAct ? 'act' : open.call.tool.group === 'verify' ? 'check' : 'look',
    tool: open.call.tool.name,
    group: open.call.tool.group,
    summary: summaryOf(open, hidesKeys),
    started_at: new Date(finished.startedAtMs).toISOString(),
    offset_ms: Math.round(material.offsetMs),
    duration_ms: Math.round(finished.durationMs * 10) / 10,
    input,
    variables,
    ...(window ? { window: refs.facts(window) } : {}),
    targets: [...open.targets],
    points: [...open.points],
    result: resultOf(finished),
    policy: open.policy,
    opened,
    closed,
    expect: finished.error ? [] : [...elementExpectations(material), ...windowExpectations(opened, closed)],
    ...whyNotReplayable(open, hidesKeys),
  };
  // The input has been dealt with: a kept text must not be scrubbed again.
  const { input: _written, ...rest } = action;
  const safe = typed.scrubAll(rest);
  const expect = safe.expect.filter((each) => !JSON.stringify(each).includes(fragmentToken));
  const field = hiddenField && (after?.snapshot?.nodes.find(({ element }) => element.key === hiddenField.element.key) ?? hiddenField);
  return { action: { ...safe, expect, input }, tree: typed.scrubAll(treeOf(material)), typedInto: field?.element.frame ?? undefined };
}

function whyNotReplayable({ act, input, targets }: OpenTurn, hidesKeys: boolean): { not_replayable?: string } {
  if (!act) return {};
  if (hidesKeys) return { not_replayable: 'keys pressed in a password field are not kept' };
  if (namesElements(input) && targets.length === 0) return { not_replayable: 'the element was not in the tree' };
  return {};
}

function openedWindows({ open, after, refs, finished }: TurnMaterial): WindowFacts[] {
  if (!after || !open.before) return [];
  const known = new Set(open.before.windows.map(({ id }) => id));
  const answered = windowIdsIn(finished.output);
  return after.windows.filter(({ id }) => !known.has(id) || answered.has(id)).map((window) => refs.facts(window));
}

/** Starting an application that runs already opens nothing, yet names its windows. */
function windowIdsIn(output: unknown): ReadonlySet<number> {
  if (typeof output !== 'object' || output === null || !('windows' in output) || !Array.isArray(output.windows)) return new Set();
  return new Set(
    output.windows.flatMap((each: unknown) =>
      typeof each === 'object' && each !== null && 'window_id' in each ? [Number(each.window_id)] : [],
    ),
  );
}

function closedWindows({ open, after, refs }: TurnMaterial): string[] {
  if (!after || !open.before) return [];
  const left = new Set(after.windows.map(({ id }) => id));
  return open.before.windows.filter(({ id }) => !left.has(id)).map(({ id }) => refs.ref(id));
}

function elementExpectations({ open, after }: TurnMaterial): Expectation[] {
  const before = open.before?.snapshot;
  if (!open.isAct || !before || !after?.snapshot) return [];
  return expectationsOf(diffSnapshots(before, after.snapshot), after.snapshot, open.act?.element?.key);
}

const windowExpectations = (opened: readonly WindowFacts[], closed: readonly string[]): Expectation[] => [
  ...opened.map((window): Expectation => ({ kind: 'window_opened', window })),
  ...closed.map((ref): Expectation => ({ kind: 'window_closed', ref })),
];

function treeOf({ open, after, isFirstSight }: TurnMaterial): TreeRecord | undefined {
  const shown = after?.snapshot ?? open.before?.snapshot;
  if (!shown) return undefined;
  const before = open.before?.snapshot;
  const diff = before && after?.snapshot ? diffSnapshots(before, after.snapshot) : noChange;
  const outline = isFirstSight ? renderOutline(before ?? shown, { budget: OUTLINE_BUDGET }).markdown : undefined;
  return treeRecord(diff, outline);
}
