import type { Act, RoutePlan } from '../engine/act.js';
import type { Call } from '../engine/call.js';
import { DriverError } from '../errors/driver-error.js';
import { type ElementDetail, hasState } from '../model/element.js';
import type { WindowPoint } from '../model/geometry.js';
import type { Button, Gesture, GestureStep } from '../model/gesture.js';
import { isOnScreen, type Window } from '../model/window.js';
import { refuseWhileHeld, whyOnlyTheSeat } from './hold/held.js';
import { holding } from './modifiers.js';
import { pageRoutes } from './page/routes.js';
import { recheckTarget } from './recheck.js';
import { accessibilityRoute, clickPoint, type DeliveryMode, gestureRoute, windowCenter } from './routes.js';
import { expectChange, expectElement } from './verification.js';

export interface ClickRequest {
  readonly verb: string;
  readonly window: Window;
  readonly element?: ElementDetail | undefined;
  readonly point?: WindowPoint | undefined;
  readonly button: Button;
  readonly count: number;
  readonly modifiers: readonly string[];
  /** A named action of the element instead of a plain click. */
  readonly action?: string | undefined;
  readonly delivery: DeliveryMode;
}

/** Chromium drops clicks of the same millisecond; toolkits count anything under 400 ms as one multi-click. */
const BETWEEN_CLICKS_MS = 12;

export async function click(call: Call, request: ClickRequest): Promise<Act> {
  const backend = await call.backend();
  const { window, element } = request;
  if (element && hasState(element, 'disabled')) {
    throw new DriverError('action_unsupported', `${element.role} "${element.name}" is disabled.`, { states: element.states });
  }
  if (request.action === undefined) await refuseWhileHeld(call);
  const held = whyOnlyTheSeat(call);
  const routes: RoutePlan[] = [];
  if (element && request.delivery === 'background') {
    const action = request.action ?? accessibleAction(request);
    routes.push(
      accessibilityRoute((request.action === undefined ? held : undefined) ?? whyNotAccessible(request, element, action), (signal) =>
        backend.access.act(element.key, action ?? 'press', signal),
      ),
    );
  }
  if (request.action === undefined) {
    const gesture = () => clickGesture(request);
    if (request.delivery === 'background')
      routes.push(...(await pageRoutes(call, { window, element, gesture, unfit: held ?? whyNotInPage(request) })));
    routes.push(gestureRoute(call, backend, window, request.delivery, gesture));
  }
  return {
    verb: request.verb,
    window,
    element,
    point: request.point,
    modifiers: request.modifiers,
    delivery: request.delivery,
    routes,
    verification: clickVerification(call, request),
    recheck: recheckTarget(call, window, element),
  };
}

const accessibleAction = ({ button, count, modifiers, element }: ClickRequest): string | undefined => {
  if (modifiers.length > 0) return undefined;
  if (button === 'left' && count === 1) return 'press';
  if (button === 'left' && count === 2 && element?.actions.includes('open')) return 'open';
  return undefined;
};

/** Opening a menu or a combo through accessibility makes the toolkit grab the person's pointer, so that is the seat's job. */
const POPUP_ROLES = new Set(['menu', 'combobox', 'popupbutton']);

function whyNotAccessible(request: ClickRequest, element: ElementDetail, action: string | undefined): string | undefined {
  if (action === undefined) return `${request.button} click ×${request.count} with these modifiers is not an accessibility action`;
  if (!element.actions.includes(action)) return `${element.role} "${element.name}" offers no "${action}" action`;
  if (action === 'show_menu') return 'an application opening a menu by itself grabs the pointer of the person';
  if (action === 'press' && POPUP_ROLES.has(element.role)) return `a ${element.role} opened this way grabs the pointer of the person`;
  return undefined;
}

/** Menus that a browser opens by itself take the person's pointer; the seat knows how to prevent that, where it can be used. */
function whyNotInPage({ window, element, button }: ClickRequest): string | undefined {
  if (!isOnScreen(window))
    return element && POPUP_ROLES.has(element.role) ? `a ${element.role} would open over the person’s windows` : undefined;
  if (button === 'right') return 'a context menu is opened by the pointer of the agent';
  return element && !POPUP_ROLES.has(element.role) ? undefined : 'what is there may open a menu, which is for the pointer of the agent';
}

function clickGesture({ window, element, point, button, count, modifiers }: ClickRequest): Gesture {
  const at = point ?? (element ? clickPoint(window, element) : windowCenter(window));
  const clicks = Array.from({ length: count }, (_, index): GestureStep[] => [
    ...(index > 0 ? [{ kind: 'pause', ms: BETWEEN_CLICKS_MS } as const] : []),
    { kind: 'press', button },
    { kind: 'release', button },
  ]).flat();
  return { windowId: window.id, anchor: at, mayOpenPopup: true, steps: [{ kind: 'move', to: at }, ...holding(modifiers, clicks)] };
}

function clickVerification(call: Call, { window, element, button, count }: ClickRequest) {
  const toggles = element && hasState(element, 'checkable') && button === 'left' && count === 1;
  if (!toggles) return expectChange(call, window, element?.key, 'unverifiable');
  return expectElement(call, window, element.key, (now, before) => {
    const is = (detail: ElementDetail) => hasState(detail, 'checked') || hasState(detail, 'pressed');
    if (!before || is(now) === is(before)) return element.role === 'radiobutton' && is(now) ? `${now.role} is checked` : undefined;
    return `${now.role} "${now.name}" is ${is(now) ? 'checked' : 'unchecked'}`;
  });
}
