/** How a window and the desktop are at one moment, read without touching what the session's caller goes by. */
import type { Call } from '../../../engine/call.js';
import { readSnapshot } from '../../../engine/observe.js';
import { toDriverError } from '../../../errors/to-driver-error.js';
import { monotonicMs, withTimeout } from '../../../kit/clock.js';
import type { Rect } from '../../../model/geometry.js';
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
  /** Why there is no picture although the window is shown. */
  readonly withheld?: string;
  /** Fields that were typed into just before, in window pixels: the tree may not tell yet what pixels show. */
  readonly typedInto: Rect[];
}

/** A hung application must not hold up the next call. */
const LONGEST_LOOK_MS = 2000;

export async function lookAt(call: Call, windowId: number | undefined, withPicture: boolean): Promise<Moment> {
  const atMs = monotonicMs();
  const quiet = detached(call);
  const backend = await quiet.backend();
  const present = await inTime(backend.windows.list(quiet.signal), []);
  const windows = present.filter((each) => call.engine.gate.mayBeSeen(each));
  const window = windows.find(({ id }) => id === windowId);
  const typedInto: Rect[] = [];
  if (!window) return { atMs, windows, window, snapshot: undefined, captured: undefined, typedInto };
  const [tree, captured] = await Promise.all([
    inTime(treeOf(quiet, window), { isUnread: true }),
    withPicture && isOnScreen(window) ? inTime(backend.capture.window(window, quiet.signal), undefined) : undefined,
  ]);
  // What must be covered is known from the tree: without it the pixels may show a password.
  if (tree.isUnread && captured) return { atMs, windows, window, snapshot: undefined, captured: undefined, withheld, typedInto };
  return { atMs, windows, window, snapshot: tree.snapshot, captured, typedInto };
}

const withheld = 'A picture is left out: what to cover in it could not be read in time.';

/** Windows such as a terminal's have no tree, and that is known; any other failure leaves open what they show. */
async function treeOf(call: Call, window: Window): Promise<{ readonly isUnread: boolean; readonly snapshot?: Snapshot }> {
  try {
    return { isUnread: false, snapshot: await readSnapshot(call, window) };
  } catch (error) {
    const { code } = toDriverError(error);
    return { isUnread: code !== 'accessibility_unavailable' && code !== 'session_bus_unavailable' };
  }
}

/** The caller may give up or be gone; what it did is still recorded. */
function detached(call: Call): Call {
  return { ...call, signal: new AbortController().signal, progress: () => {} };
}

async function inTime<T>(promise: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await withTimeout(promise, LONGEST_LOOK_MS, 'the recorder’s look');
  } catch {
    return otherwise; // the window closed, or its application does not answer: the turn is kept without this part
  }
}
