/** How a window and the desktop are at one moment, read without touching what the session's caller goes by. */
import type { Call } from '../../../engine/call.js';
import { readSnapshot } from '../../../engine/observe.js';
import { monotonicMs, withTimeout } from '../../../kit/clock.js';
import type { RawImage } from '../../../model/image.js';
import { isOnScreen, type Window } from '../../../model/window.js';
import type { Snapshot } from '../../../snapshot/snapshot.js';

export interface Moment {
  readonly atMs: number;
  readonly windows: readonly Window[];
  /** Undefined when the window is gone, or none was meant. */
  readonly window: Window | undefined;
  readonly snapshot: Snapshot | undefined;
  readonly captured: { readonly image: RawImage; readonly origin: { readonly x: number; readonly y: number } } | undefined;
}

/** A hung application must not hold up the next call. */
const LONGEST_LOOK_MS = 2000;

export async function lookAt(call: Call, windowId: number | undefined, withPicture: boolean): Promise<Moment> {
  const atMs = monotonicMs();
  const quiet = detached(call);
  const backend = await quiet.backend();
  const windows = await inTime(backend.windows.list(quiet.signal), []);
  const window = windows.find(({ id }) => id === windowId);
  if (!window) return { atMs, windows, window, snapshot: undefined, captured: undefined };
  const [snapshot, captured] = await Promise.all([
    inTime(readSnapshot(quiet, window), undefined),
    withPicture && isOnScreen(window) ? inTime(backend.capture.window(window, quiet.signal), undefined) : undefined,
  ]);
  return { atMs, windows, window, snapshot, captured };
}

/** The caller may give up or be gone; what it did is still recorded. */
function detached(call: Call): Call {
  return { ...call, signal: new AbortController().signal, progress: () => {} };
}

async function inTime<T, F>(promise: Promise<T>, otherwise: F): Promise<T | F> {
  try {
    return await withTimeout(promise, LONGEST_LOOK_MS, 'the recorder’s look');
  } catch {
    return otherwise; // the window closed, or its application does not answer: the turn is kept without this part
  }
}
