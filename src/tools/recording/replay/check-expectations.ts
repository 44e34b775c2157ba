/** Whether a turn led to what it led to when it was recorded. */
import type { Call } from '../../../engine/call.js';
import { toDriverError } from '../../../errors/to-driver-error.js';
import { delay, monotonicMs } from '../../../kit/clock.js';
import type { Window } from '../../../model/window.js';
import type { Expectation } from '../../../recording/format.js';
import { findWindow } from '../../../recording/window-facts.js';
import type { Snapshot, SnapshotNode } from '../../../snapshot/snapshot.js';
import type { Bindings } from './bindings.js';
import { comparable, expectedText, liveText, look, type Variables } from './live-view.js';

const LOOK_AGAIN_MS = 80;

export interface ExpectationCheck {
  readonly window: Window | undefined;
  readonly bindings: Bindings;
  readonly variables: Variables;
  readonly timeoutMs: number;
}

/** Sentences about what is otherwise; none when everything came as recorded, in time. */
export async function differencesFrom(call: Call, expected: readonly Expectation[], check: ExpectationCheck): Promise<string[]> {
  if (expected.length === 0) return [];
  const deadline = monotonicMs() + check.timeoutMs;
  for (;;) {
    const differences = await compare(call, expected, check);
    if (differences.length === 0 || monotonicMs() >= deadline) return differences;
    await delay(LOOK_AGAIN_MS, call.signal);
  }
}

async function compare(call: Call, expected: readonly Expectation[], check: ExpectationCheck): Promise<string[]> {
  const windows = await (await call.backend()).windows.list(call.signal);
  const window = windows.find(({ id }) => id === check.window?.id);
  const snapshot = window && (await snapshotOf(call, window));
  return expected.flatMap((each) => {
    if (each.kind === 'window_opened') return openedDifference(each, windows, check);
    if (each.kind === 'window_closed') return closedDifference(each, windows, check);
    return snapshot ? elementDifference(each, snapshot, check.variables) : [];
  });
}

async function snapshotOf(call: Call, window: Window): Promise<Snapshot | undefined> {
  try {
    const { snapshot } = await look(call, window, false);
    return snapshot && comparable(snapshot);
  } catch (error) {
    if (toDriverError(error).code === 'cancelled') throw error;
    return undefined; // closing just now, or without a readable tree
  }
}

type Kind<K extends Expectation['kind']> = Extract<Expectation, { kind: K }>;

function openedDifference(
  { window }: Kind<'window_opened'>,
  windows: readonly Window[],
  { bindings, variables }: ExpectationCheck,
): string[] {
  const bound = bindings.windowOf(window.ref);
  if (bound !== undefined && windows.some(({ id }) => id === bound)) return [];
  const taken = bindings.takenBesides(window.ref);
  const free = windows.filter(({ id }) => !taken.has(id)).map((each) => ({ ...each, title: liveText(each.title) }));
  const match = findWindow(free, { ...window, title: expectedText(window.title, variables) });
  if (match.kind === 'match') bindings.bind(window.ref, match.window.id);
  return match.kind === 'none' ? [`the window “${window.title}” did not open`] : [];
}

function closedDifference({ ref }: Kind<'window_closed'>, windows: readonly Window[], { bindings }: ExpectationCheck): string[] {
  const bound = bindings.windowOf(ref);
  return bound !== undefined && windows.some(({ id }) => id === bound) ? ['a window that should have closed is still open'] : [];
}

function elementDifference(expected: Kind<'element'> | Kind<'gone'>, snapshot: Snapshot, variables: Variables): string[] {
  const { role, label } = expected.kind === 'gone' ? expected : expected.signature;
  const wanted = expectedText(label, variables);
  const nodes = snapshot.nodes.filter((node) => node.role === role && node.label === wanted);
  const name = wanted === '' ? `the ${role}` : `${role} “${wanted}”`;
  if (expected.kind === 'gone') return nodes.length > 0 ? [`${name} is still there`] : [];
  const [first] = nodes;
  if (!first) return [`${name} is not there`];
  if (nodes.some((node) => isAsExpected(node, expected, variables))) return [];
  return [`${name} is ${described(first)} instead of ${wantedState(expected, variables)}`];
}

function isAsExpected(node: SnapshotNode, { value, states = {} }: Kind<'element'>, variables: Variables): boolean {
  if (value !== undefined && liveText(node.value ?? '') !== expectedText(value, variables)) return false;
  return Object.entries(states).every(([state, wanted]) => node.states.some((each) => each === state) === wanted);
}

const described = ({ value, states }: SnapshotNode): string =>
  [`“${liveText(value ?? '').slice(0, 80)}”`, ...states.filter((state) => state !== 'enabled' && state !== 'focusable')].join(' ');

const wantedState = ({ value, states = {} }: Kind<'element'>, variables: Variables): string =>
  [
    ...(value === undefined ? [] : [`“${expectedText(value, variables).slice(0, 80)}”`]),
    ...Object.entries(states).map(([state, wanted]) => (wanted ? state : `not ${state}`)),
  ].join(' ');
