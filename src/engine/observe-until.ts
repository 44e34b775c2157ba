/** Observes a window until predicates hold, steadily, or the time is up; looks again as soon as the application stirs. */
import { DriverError } from '../errors/driver-error.js';
import { toDriverError } from '../errors/to-driver-error.js';
import { delay, monotonicMs } from '../kit/clock.js';
import { combinedStatus, evaluatePredicate, type Predicate, type PredicateResult } from '../snapshot/predicates.js';
import type { Snapshot } from '../snapshot/snapshot.js';
import type { Call } from './call.js';
import { observeWindow } from './observe.js';

export interface UntilRequest {
  readonly pid: number | undefined;
  readonly windowId: number;
  readonly predicates: readonly Predicate[];
  readonly timeoutMs: number;
  /** Looks in a row that must agree. */
  readonly stableSamples: number;
}

export interface UntilResult {
  readonly status: PredicateResult['status'];
  readonly stable: boolean;
  readonly elapsedMs: number;
  readonly samples: number;
  readonly results: readonly PredicateResult[];
}

const LOOK_AGAIN_MS = 100;
const SAMPLE_GAP_MS = 25;

export async function observeUntil(call: Call, request: UntilRequest): Promise<UntilResult> {
  const started = monotonicMs();
  let samples = 0;
  let agreeing = 0;
  for (;;) {
    const results = await look(call, request);
    samples++;
    const status = combinedStatus(results);
    agreeing = status === 'satisfied' ? agreeing + 1 : 0;
    const elapsedMs = Math.round(monotonicMs() - started);
    if (agreeing >= request.stableSamples) return { status, stable: true, elapsedMs, samples, results };
    if (elapsedMs >= request.timeoutMs)
      return { status: status === 'satisfied' ? 'unknown' : status, stable: false, elapsedMs, samples, results };
    const left = request.timeoutMs - elapsedMs;
    if (agreeing > 0) await delay(Math.min(SAMPLE_GAP_MS, left), call.signal);
    else await stir(call, request, Math.min(LOOK_AGAIN_MS, left));
  }
}

async function look(call: Call, { pid, windowId, predicates }: UntilRequest): Promise<PredicateResult[]> {
  const backend = await call.backend();
  const window = await backend.windows.find(windowId, call.signal);
  if (window && pid !== undefined && window.pid !== null && window.pid !== pid) {
    throw new DriverError('window_not_owned', `window_id ${windowId} belongs to pid ${window.pid}, not ${pid}.`);
  }
  const needsTree = predicates.some((predicate) => 'element' in predicate);
  if (!window || !needsTree) await call.engine.gate.decideRead(call, window ?? null);
  let snapshot: Snapshot | null = null;
  if (window && needsTree) {
    try {
      const observed = await observeWindow(call, window, {
        tree: true,
        image: false,
        maxElements: call.setting('snapshot_max_elements'),
        maxDepth: call.setting('snapshot_max_depth'),
        maxDimension: call.setting('max_image_dimension'),
      });
      snapshot = observed.snapshot ?? null;
    } catch (error) {
      const { code } = toDriverError(error);
      // A tree that cannot be read now may be readable at the next look.
      if (code !== 'accessibility_unavailable' && code !== 'app_unresponsive' && code !== 'session_bus_unavailable') throw error;
    }
  }
  return predicates.map((predicate) => evaluatePredicate(predicate, { window: window ?? null, snapshot }));
}

async function stir(call: Call, { windowId }: UntilRequest, timeoutMs: number): Promise<void> {
  const backend = await call.backend();
  const window = await backend.windows.find(windowId, call.signal);
  if (!window) return delay(timeoutMs, call.signal);
  const watch = backend.access.watch(window);
  try {
    await watch.next(timeoutMs, call.signal);
  } finally {
    watch.end();
  }
}
