/** Proof that an act did what it promised, read back from the application. */
import type { ChangeWatch, Recalled } from '../backends/port.js';
import type { Evidence, Verdict, Verification } from '../engine/act.js';
import type { Call } from '../engine/call.js';
import { monotonicMs } from '../kit/clock.js';
import type { ElementDetail, ElementTree } from '../model/element.js';
import type { Delivered } from '../model/gesture.js';
import type { Window } from '../model/window.js';
import { describeDiff, diffTrees, withoutPresses } from '../snapshot/diff.js';

/** Toolkits that announce nothing are looked at this often. */
const LOOK_AGAIN_MS = 60;

type Read = (signal: AbortSignal) => Promise<ElementDetail | undefined>;

export const readElement =
  (call: Call, window: Window, key: string): Read =>
  async (signal) =>
    (await call.backend()).access.describe(key, window, signal);

/** The element itself must reach a state: ticked, valued, filled. */
export function expectElement(
  call: Call,
  window: Window,
  key: string,
  expected: (now: ElementDetail, before: ElementDetail | undefined) => string | undefined,
): Verification {
  const read = readElement(call, window, key);
  let before: ElementDetail | undefined;
  let watch: ChangeWatch | undefined;
  return {
    async before(signal) {
      before = await read(signal);
      watch = (await call.backend()).access.watch(window);
    },
    async after(_delivered, signal) {
      try {
        const proof = await until(call, watch, signal, async () => {
          const now = await read(signal);
          return now && expected(now, before);
        });
        if (proof === undefined) return { effect: 'suspected_noop', evidence: [] };
        return { effect: 'confirmed', evidence: [{ kind: 'value_readback', detail: proof }] };
      } finally {
        watch?.end();
      }
    },
  };
}

/** Something must change: the element, the window's tree, or the set of windows. */
export function expectChange(call: Call, window: Window, key: string | undefined, noChange: Verdict['effect']): Verification {
  let before: Recalled | undefined;
  let windowIds = '';
  let watch: ChangeWatch | undefined;
  const presses = { seen: false };
  const limits = { maxElements: call.setting('snapshot_max_elements'), maxDepth: call.setting('snapshot_max_depth') };
  const tree = async (signal: AbortSignal) => (await call.backend()).access.read(window, { ...limits, signal }).catch(() => undefined);
  return {
    async before(signal) {
      const backend = await call.backend();
      const known = call.session.knownWindow(window.pid ?? 0, window.id)?.latest;
      const recalling = known && backend.access.recall(window, { ...limits, signal }).catch(() => undefined);
      [windowIds, before] = await Promise.all([listIds(call, signal), recalling]);
      watch = backend.access.watch(window);
    },
    async after(_delivered: Delivered, signal): Promise<Verdict> {
      try {
        const evidence = await until(call, watch, signal, () =>
          findChange(call, { window, key, before, windowIds, presses, tree }, signal),
        );
        return evidence ? { effect: 'confirmed', evidence } : { effect: noChange, evidence: [] };
      } finally {
        watch?.end();
      }
    },
  };
}

interface ChangeBefore {
  readonly window: Window;
  readonly key: string | undefined;
  readonly before: Recalled | undefined;
  readonly windowIds: string;
  /** Qt shows a button pressed for 100 ms and has it act only then; having seen that much proves nothing yet. */
  readonly presses: { seen: boolean };
  readonly tree: (signal: AbortSignal) => Promise<ElementTree | undefined>;
}

async function findChange(
  call: Call,
  { before, windowIds, presses, tree }: ChangeBefore,
  signal: AbortSignal,
): Promise<Evidence[] | undefined> {
  const now = await listIds(call, signal);
  if (now !== windowIds) return [{ kind: 'window_change', detail: 'the set of windows or their titles changed' }];
  if (!before) return undefined;
  const after = await tree(signal);
  if (!after) return undefined;
  const { diff, hasPress } = withoutPresses(diffTrees(before.tree, after, before.news?.()));
  const changes = describeDiff(diff, 3);
  if (changes.length > 0) return changes.map((detail) => ({ kind: 'tree_change' as const, detail }));
  if (presses.seen && !hasPress) return [{ kind: 'tree_change', detail: 'a button was pressed and came up again' }];
  presses.seen ||= hasPress;
  return undefined;
}

async function listIds(call: Call, signal: AbortSignal): Promise<string> {
  const windows = await (await call.backend()).windows.list(signal);
  return windows
    .map(({ id, title, state }) => `${id} ${title} ${state}`)
    .sort()
    .join('\n');
}

/** Looks at once, then again after every sign of life, until the proof is there or the time is up. */
async function until<T>(
  call: Call,
  watch: ChangeWatch | undefined,
  signal: AbortSignal,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const deadline = monotonicMs() + call.setting('reaction_timeout_ms');
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    const left = deadline - monotonicMs();
    if (left <= 0) return undefined;
    await watch?.next(Math.min(left, LOOK_AGAIN_MS), signal);
  }
}

/** Nothing can be read back: the act was sent and no more is claimed. */
export const unverifiable: Verification = {
  before: async () => {},
  after: async () => ({ effect: 'unverifiable', evidence: [] }),
};
