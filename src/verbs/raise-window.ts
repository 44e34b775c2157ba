import type { Act } from '../engine/act.js';
import type { Call } from '../engine/call.js';
import { poll } from '../kit/poll.js';
import type { Window } from '../model/window.js';
import { recheckTarget } from './recheck.js';

/** Longest wait for a window manager to have done it. */
const REACTION_MS = 1000;

/** Brings a window to the front on purpose: foreground delivery, so policy must allow it. */
export async function raiseWindow(call: Call, window: Window): Promise<Act> {
  const { windows } = await call.backend();
  const isInFront = async (signal: AbortSignal) => {
    const found = await windows.find(window.id, signal);
    return found?.isActive === true && found.state !== 'minimized' && found.state !== 'other_workspace';
  };
  return {
    verb: 'raise_window',
    window,
    delivery: 'foreground',
    routes: [
      {
        route: 'system_api',
        async deliver(signal) {
          await windows.activate(window.id, signal);
          return { steps: 1, notes: [], confined: true };
        },
      },
    ],
    verification: {
      before: async () => {},
      async after(_delivered, signal) {
        const raised = await poll(() => isInFront(signal), { timeoutMs: REACTION_MS, intervalMs: 20, signal });
        if (!raised) return { effect: 'suspected_noop', evidence: [] };
        return { effect: 'confirmed', evidence: [{ kind: 'window_change', detail: `"${window.title}" is the active window` }] };
      },
    },
    recheck: recheckTarget(call, window, undefined),
  };
}
