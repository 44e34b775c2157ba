import type { Act } from '../engine/act.js';
import type { Call } from '../engine/call.js';
import type { WindowPoint } from '../model/geometry.js';
import type { Window } from '../model/window.js';
import { recheckTarget } from './recheck.js';
import { gestureRoute, noSeat } from './routes.js';
import { unverifiable } from './verification.js';

/** Rests the agent's own pointer over a place. Without a pointer of its own there is nothing that could move but the person's. */
export async function hover(call: Call, window: Window, point: WindowPoint): Promise<Act> {
  const backend = await call.backend();
  const { seat } = backend.capabilities();
  if (!seat.available) throw noSeat(seat, "Only the person's own pointer could be moved here");
  const gesture = () => ({ windowId: window.id, anchor: point, mayOpenPopup: false, steps: [{ kind: 'move', to: point } as const] });
  return {
    verb: 'hover',
    window,
    point,
    pointsOnly: true,
    delivery: 'background',
    routes: [gestureRoute(call, backend, window, 'background', gesture)],
    verification: unverifiable,
    recheck: recheckTarget(call, window),
  };
}
