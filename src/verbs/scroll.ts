import type { Act } from '../engine/act.js';
import type { Call } from '../engine/call.js';
import { DriverError } from '../errors/driver-error.js';
import { type ElementDetail, hasState } from '../model/element.js';
import type { WindowPoint } from '../model/geometry.js';
import type { Direction, Gesture } from '../model/gesture.js';
import type { Window } from '../model/window.js';
import { whyOnlyTheSeat } from './hold/held.js';
import { wheelIntoView } from './into-view/turn-wheel.js';
import { holding } from './modifiers.js';
import { pageRoutes } from './page/routes.js';
import { recheckTarget } from './recheck.js';
import { accessibilityRoute, clickPoint, type DeliveryMode, gestureRoute, windowCenter } from './routes.js';
import { expectChange, expectElement } from './verification.js';

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

/** Turns the wheel over a place, or until an element is in view. */
export async function scroll(call: Call, request: ScrollRequest): Promise<Act> {
  if (request.intoView) return scrollIntoView(call, request);
  const backend = await call.backend();
  const { window, element } = request;
  const gesture = () => wheelGesture(request);
  const inPage = request.delivery === 'background' ? await pageRoutes(call, { window, element, gesture, unfit: whyOnlyTheSeat(call) }) : [];
  return {
    verb: 'scroll',
    window,
    element,
    point: request.point,
    modifiers: request.modifiers,
    delivery: request.delivery,
    routes: [...inPage, gestureRoute(call, backend, window, request.delivery, gesture)],
    verification: expectChange(call, window, element?.key, 'unverifiable'),
    recheck: recheckTarget(call, window, element),
  };
}

/** A page does it when asked; elsewhere toolkits do not, and the wheel is turned until the element shows. */
async function scrollIntoView(call: Call, { window, element, delivery }: ScrollRequest): Promise<Act> {
  if (!element) throw new DriverError('invalid_input', 'scroll: into_view needs an element.');
  const backend = await call.backend();
  const unasked = element.inWebContent ? undefined : 'only pages can be asked to show an element';
  return {
    verb: 'scroll',
    window,
    element,
    delivery,
    routes: [
      accessibilityRoute(unasked, (signal) => backend.access.scrollIntoView(element.key, signal)),
      wheelIntoView(call, backend, { window, element, delivery }),
    ],
    verification: expectElement(call, window, element.key, (now) =>
      now.frame && !hasState(now, 'offscreen') && !hasState(now, 'hidden') ? `${now.role} "${now.name}" is in view` : undefined,
    ),
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
