import type { Act } from '../engine/act.js';
import type { Call } from '../engine/call.js';
import type { ElementDetail } from '../model/element.js';
import type { WindowPoint } from '../model/geometry.js';
import type { Direction, Gesture } from '../model/gesture.js';
import type { Window } from '../model/window.js';
import { whyOnlyTheSeat } from './hold/held.js';
import { holding } from './modifiers.js';
import { pageRoutes } from './page/routes.js';
import { recheckTarget } from './recheck.js';
import { accessibilityRoute, clickPoint, type DeliveryMode, gestureRoute, windowCenter } from './routes.js';
import { expectChange } from './verification.js';

export interface ScrollRequest {
  readonly window: Window;
  readonly element?: ElementDetail | undefined;
  readonly point?: WindowPoint | undefined;
  readonly direction: Direction;
  readonly ticks: number;
  readonly modifiers: readonly string[];
  readonly intoView: boolean;
  readonly delivery: DeliveryMode;
}

/** Turns the wheel over a place, or brings an element into view through accessibility. */
export async function scroll(call: Call, request: ScrollRequest): Promise<Act> {
  const backend = await call.backend();
  const { window, element } = request;
  const bringIntoView = accessibilityRoute(element ? undefined : 'scrolling into view needs an element', async (signal) => {
    if (element) await backend.access.scrollIntoView(element.key, signal);
  });
  const gesture = () => wheelGesture(request);
  const inPage = request.delivery === 'background' ? await pageRoutes(call, { window, element, gesture, unfit: whyOnlyTheSeat(call) }) : [];
  return {
    verb: 'scroll',
    window,
    element,
    point: request.point,
    modifiers: request.modifiers,
    delivery: request.delivery,
    routes: request.intoView ? [bringIntoView] : [...inPage, gestureRoute(call, backend, window, request.delivery, gesture)],
    verification: expectChange(call, window, element?.key, 'unverifiable'),
    recheck: recheckTarget(call, window, element),
  };
}

function wheelGesture({ window, element, point, direction, ticks, modifiers }: ScrollRequest): Gesture {
  const at = point ?? (element ? clickPoint(window, element) : windowCenter(window));
  return {
    windowId: window.id,
    anchor: at,
    mayOpenPopup: false,
    steps: [{ kind: 'move', to: at }, ...holding(modifiers, [{ kind: 'wheel', direction, ticks }])],
  };
}
