/** The two background ways every verb chooses from; each says why it is closed instead of being left out. */
import type { Ability, Backend } from '../backends/port.js';
import type { RoutePlan } from '../engine/act.js';
import type { Call } from '../engine/call.js';
import { hiddenWindow } from '../engine/observe.js';
import { DriverError } from '../errors/driver-error.js';
import type { ElementDetail } from '../model/element.js';
import { center, intersect, type WindowPoint, windowPoint, windowRect } from '../model/geometry.js';
import type { Gesture } from '../model/gesture.js';
import { isOnScreen, type Window } from '../model/window.js';

export function accessibilityRoute(closed: string | undefined, deliver: (signal: AbortSignal) => Promise<void>): RoutePlan {
  return {
    route: 'accessibility',
    blocked: closed === undefined ? undefined : new DriverError('action_unsupported', closed),
    async deliver(signal) {
      await deliver(signal);
      return { steps: 1, notes: [], confined: true };
    },
  };
}

export type DeliveryMode = 'background' | 'foreground';

/** The agent's own pointer and keyboard; the person's only when the caller asked for the foreground. */
export function gestureRoute(call: Call, backend: Backend, window: Window, mode: DeliveryMode, gesture: () => Gesture): RoutePlan {
  if (mode === 'foreground') {
    const { foreground } = backend.capabilities();
    return {
      route: 'global_input',
      blocked: foreground.available ? undefined : new DriverError('capability_missing', foreground.why),
      deliver: (signal) => backend.seats.performInForeground(gesture(), signal),
    };
  }
  return {
    route: 'synthetic_events',
    blocked: seatBlocked(backend, window, gesture),
    deliver: (signal) => backend.seats.perform(call.session.id, gesture(), signal),
  };
}

function seatBlocked(backend: Backend, window: Window, gesture: () => Gesture): DriverError | undefined {
  const { seat } = backend.capabilities();
  if (!seat.available) return noSeat(seat, 'No pointer of our own');
  if (!isOnScreen(window)) return hiddenWindow(window);
  try {
    gesture();
    return undefined;
  } catch (error) {
    if (error instanceof DriverError) return error;
    throw error;
  }
}

export function noSeat({ why, forbidden }: Ability, what: string): DriverError {
  return new DriverError(forbidden ? 'seat_not_allowed' : 'capability_missing', `${what}: ${why}.`);
}

/** The middle of what can be seen of the element inside its window. */
export function clickPoint(window: Window, element: ElementDetail): WindowPoint {
  const area = windowRect({ x: 0, y: 0, width: window.bounds.width, height: window.bounds.height });
  const seen = element.frame && intersect(area, windowRect(element.frame));
  if (!seen) throw new DriverError('element_not_visible', `${element.role} "${element.name}" has no place inside its window.`);
  return center(seen);
}

export const windowCenter = ({ bounds }: Window): WindowPoint => windowPoint(Math.floor(bounds.width / 2), Math.floor(bounds.height / 2));

/** A plain click at one point. */
export const pressAt = (window: Window, at: WindowPoint): Gesture => ({
  windowId: window.id,
  anchor: at,
  mayOpenPopup: false,
  steps: [
    { kind: 'move', to: at },
    { kind: 'press', button: 'left' },
    { kind: 'release', button: 'left' },
  ],
});
