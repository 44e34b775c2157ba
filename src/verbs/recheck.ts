import type { Call } from '../engine/call.js';
import { DriverError } from '../errors/driver-error.js';
import { type ElementDetail, isSameElement } from '../model/element.js';
import type { Window } from '../model/window.js';

/** After any wait the target must still be the one decided on: same window, same owner, same element. */
export function recheckTarget(call: Call, window: Window, element?: ElementDetail): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    const backend = await call.backend();
    const now = await backend.windows.find(window.id, signal);
    if (!now || now.pid !== window.pid) throw new DriverError('target_changed', `window_id ${window.id} "${window.title}" is gone.`);
    if (!element) return;
    const detail = await backend.access.describe(element.key, now, signal);
    if (!detail || !isSameElement(element, detail)) {
      throw new DriverError('target_changed', `${element.role} "${element.name}" is no longer what it was.`);
    }
  };
}
