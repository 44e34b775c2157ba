/** The elements and pixels a turn named, found in the living window by what they were. */
import type { Call } from '../../../engine/call.js';
import type { Observation } from '../../../engine/observe.js';
import { toDriverError } from '../../../errors/to-driver-error.js';
import { windowToImage } from '../../../image/coordinates.js';
import { delay, monotonicMs } from '../../../kit/clock.js';
import { type Rect, windowPoint } from '../../../model/geometry.js';
import type { Window } from '../../../model/window.js';
import type { ActionRecord, PointRecord, Signature, TargetRecord } from '../../../recording/format.js';
import { findBySignature } from '../../../snapshot/signature.js';
import type { Snapshot, SnapshotNode } from '../../../snapshot/snapshot.js';
import { nodeAt } from '../recorder/arguments.js';
import { diverged } from './diverged.js';
import { comparable, expectedSignature, look, type Variables } from './live-view.js';

const LOOK_AGAIN_MS = 80;

export interface FoundTargets {
  /** Arguments to put in place of the recorded ones. */
  readonly arguments: Readonly<Record<string, number>>;
  readonly healed: readonly string[];
}

export interface TargetSearch {
  readonly variables: Variables;
  readonly timeoutMs: number;
}

type Attempt = FoundTargets | { readonly missing: Error };

export async function findTargets(call: Call, window: Window, action: ActionRecord, search: TargetSearch): Promise<FoundTargets> {
  if (action.targets.length === 0 && action.points.length === 0) return { arguments: {}, healed: [] };
  const deadline = monotonicMs() + search.timeoutMs;
  for (;;) {
    const attempt = await look(call, window, action.points.length > 0).then(
      (observation) => tryFind(observation, action, search.variables),
      notYet,
    );
    if (!('missing' in attempt)) return attempt;
    if (monotonicMs() >= deadline) throw attempt.missing;
    await delay(LOOK_AGAIN_MS, call.signal);
  }
}

/** An application that has just started, or is busy, may answer a little later. */
function notYet(error: unknown): Attempt {
  const { code } = toDriverError(error);
  if (code !== 'accessibility_unavailable' && code !== 'app_unresponsive') throw error;
  return { missing: toDriverError(error) };
}

function tryFind(observation: Observation, action: ActionRecord, variables: Variables): Attempt {
  const snapshot = observation.snapshot && comparable(observation.snapshot);
  const found: Record<string, number> = {};
  const healed: string[] = [];
  try {
    for (const target of action.targets) {
      const element = elementFor(snapshot, target, variables);
      found[target.field === 'element_token' ? 'element_index' : target.field] = element.index;
      healed.push(...element.healed);
    }
    for (const point of action.points) {
      const place = pixelFor(observation, snapshot, point, variables);
      found[point.x] = place.x;
      found[point.y] = place.y;
      healed.push(...place.healed);
    }
  } catch (error) {
    return { missing: error instanceof Error ? error : new Error(String(error)) };
  }
  return { arguments: found, healed: [...new Set(healed)] };
}

function elementFor(
  snapshot: Snapshot | undefined,
  { signature }: TargetRecord,
  variables: Variables,
): { index: number; healed: readonly string[] } {
  const { node, healed } = nodeFor(snapshot, signature, variables);
  if (node.index === undefined) throw diverged(`${named(signature)} cannot be acted on.`, []);
  if (node.states.includes('disabled')) throw diverged(`${named(signature)} is disabled.`, []);
  return { index: node.index, healed };
}

function nodeFor(
  snapshot: Snapshot | undefined,
  signature: Signature,
  variables: Variables,
): { node: SnapshotNode; healed: readonly string[] } {
  const wanted = expectedSignature(signature, variables);
  if (!snapshot) throw diverged(`${named(wanted)} cannot be looked for: the window has no readable tree.`, []);
  const match = findBySignature(snapshot, wanted);
  if (match.kind === 'match') return { node: match.node, healed: match.healed.map((what) => `${named(wanted)}: ${what}`) };
  const why = match.kind === 'ambiguous' ? 'cannot be told from others like it' : 'is not there';
  throw diverged(`${named(wanted)} ${why}.`, match.candidates);
}

const named = ({ role, label }: { role: string; label: string }): string => (label === '' ? `the ${role}` : `${role} “${label}”`);

interface Pixel {
  readonly x: number;
  readonly y: number;
  readonly healed: readonly string[];
}

function pixelFor(observation: Observation, snapshot: Snapshot | undefined, point: PointRecord, variables: Variables): Pixel {
  const { bounds } = observation.window;
  const whole: Rect = { x: 0, y: 0, width: bounds.width, height: bounds.height };
  if (!point.under) return toImage(observation, within(whole, point.at), []);
  const scaled = within(whole, point.at);
  const wanted = expectedSignature(point.under.signature, variables);
  const under = snapshot && nodeAt(snapshot, scaled);
  try {
    const { node } = nodeFor(snapshot, point.under.signature, variables);
    const frame = node.element.frame ?? whole;
    const place = within(frame, point.under.at);
    const isAside = Math.hypot(place.x - scaled.x, place.y - scaled.y) > 2;
    return toImage(observation, place, isAside ? [`the pixel moved with ${named(wanted)}`] : []);
  } catch (error) {
    // Elements that cannot be told apart are still what was clicked when one of them lies under the same place.
    if (under && under.role === wanted.role && under.label === wanted.label) return toImage(observation, scaled, []);
    throw error;
  }
}

const within = ({ x, y, width, height }: Rect, share: { x: number; y: number }) => ({
  x: Math.min(x + width - 1, Math.max(x, Math.floor(x + share.x * width))),
  y: Math.min(y + height - 1, Math.max(y, Math.floor(y + share.y * height))),
});

function toImage({ map }: Observation, { x, y }: { x: number; y: number }, healed: readonly string[]): Pixel {
  const at = windowToImage(map, windowPoint(x, y));
  return { x: at.x, y: at.y, healed };
}
