/** The living window a turn was recorded in: waited for, never guessed between two. */
import type { Call } from '../../../engine/call.js';
import { delay, monotonicMs } from '../../../kit/clock.js';
import type { Window } from '../../../model/window.js';
import type { WindowFacts } from '../../../recording/format.js';
import { findWindow, type WindowMatch } from '../../../recording/window-facts.js';
import type { Bindings } from './bindings.js';
import { diverged, windowCandidate } from './diverged.js';
import { expectedText, liveText, type Variables } from './live-view.js';

const LOOK_AGAIN_MS = 100;

export interface FoundWindow {
  readonly window: Window;
  readonly healed: readonly string[];
}

export interface WindowSearch {
  readonly bindings: Bindings;
  readonly variables: Variables;
  readonly timeoutMs: number;
}

export async function windowFor(call: Call, wanted: WindowFacts, search: WindowSearch): Promise<FoundWindow> {
  const deadline = monotonicMs() + search.timeoutMs;
  for (;;) {
    const windows = await (await call.backend()).windows.list(call.signal);
    const match = matchAmong(windows, wanted, search);
    if (match.kind === 'match') {
      search.bindings.bind(wanted.ref, match.window.id);
      return { window: match.window, healed: [...match.healed, ...resized(match.window, wanted)] };
    }
    if (match.kind === 'ambiguous') {
      throw diverged(
        `${match.candidates.length} windows fit “${wanted.title}” of ${wanted.app_id}.`,
        match.candidates.map(windowCandidate),
      );
    }
    if (monotonicMs() >= deadline) throw missing(wanted, windows, match.candidates);
    await delay(LOOK_AGAIN_MS, call.signal);
  }
}

function matchAmong(windows: readonly Window[], wanted: WindowFacts, { bindings, variables }: WindowSearch): WindowMatch {
  const bound = windows.find(({ id }) => id === bindings.windowOf(wanted.ref));
  if (bound) return { kind: 'match', window: bound, healed: [] };
  const taken = bindings.takenBesides(wanted.ref);
  const free = windows.filter(({ id }) => !taken.has(id));
  const title = expectedText(wanted.title, variables);
  const match = findWindow(
    free.map((window) => ({ ...window, title: liveText(window.title) })),
    { ...wanted, title },
  );
  if (match.kind !== 'match') return match;
  const window = free.find(({ id }) => id === match.window.id) ?? match.window;
  return { ...match, window };
}

function missing(wanted: WindowFacts, windows: readonly Window[], ofApp: readonly Window[]): Error {
  const what = `No window “${wanted.title}” of ${wanted.app_id}`;
  if (ofApp.length > 0) return diverged(`${what}, though the application has others.`, ofApp.slice(0, 5).map(windowCandidate));
  return diverged(`${what}: the application does not run.`, windows.slice(0, 5).map(windowCandidate));
}

function resized({ bounds }: Window, wanted: WindowFacts): string[] {
  if (bounds.width === wanted.width && bounds.height === wanted.height) return [];
  return [`the window is ${bounds.width}×${bounds.height} instead of ${wanted.width}×${wanted.height}`];
}
