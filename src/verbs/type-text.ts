import type { Act, Verification } from '../engine/act.js';
import type { Call } from '../engine/call.js';
import { type ElementDetail, hasState } from '../model/element.js';
import type { WindowPoint } from '../model/geometry.js';
import type { Gesture, GestureStep } from '../model/gesture.js';
import type { Window } from '../model/window.js';
import { whyOnlyTheSeat } from './hold/held.js';
import { type FocusedField, readBackInPage } from './page/readback.js';
import { pageRoutes } from './page/routes.js';
import { recheckTarget } from './recheck.js';
import { accessibilityRoute, clickPoint, type DeliveryMode, gestureRoute, windowCenter } from './routes.js';
import { textArrives } from './text-arrives.js';
import { expectChange } from './verification.js';

export interface TypeRequest {
  readonly window: Window;
  readonly element?: ElementDetail | undefined;
  /** Clicked first to put the caret there. */
  readonly point?: WindowPoint | undefined;
  readonly text: string;
  readonly delayMs: number;
  readonly delivery: DeliveryMode;
}

export async function typeText(call: Call, request: TypeRequest): Promise<Act> {
  const backend = await call.backend();
  const { window, element, text } = request;
  const gesture = () => typeGesture(request);
  const hasPlace = element !== undefined || request.point !== undefined;
  const held = whyOnlyTheSeat(call);
  const inPage = hasPlace && request.delivery === 'background' ? await pageRoutes(call, { window, element, gesture, unfit: held }) : [];
  return {
    verb: 'type_text',
    window,
    element,
    point: request.point,
    text,
    delivery: request.delivery,
    routes: [
      ...(element && request.delivery === 'background'
        ? [accessibilityRoute(held ?? whyNotAccessible(element), (signal) => backend.access.insertText(element.key, text, signal))]
        : []),
      ...inPage,
      gestureRoute(call, backend, window, request.delivery, gesture),
    ],
    verification: element ? typed(call, window, element, text) : expectChange(call, window, undefined, 'unverifiable'),
    recheck: recheckTarget(call, window, element),
  };
}

/** In a page the field may be read before and after only through the tree, so there the text must simply be in it. */
function typed(call: Call, window: Window, element: ElementDetail, text: string): Verification {
  const tree = textArrives(call, window, element, text);
  const wasThere = (element.text ?? element.value ?? '').includes(text);
  const holds = (field: FocusedField) => (!wasThere && field.text?.includes(text) ? `${[...text].length} characters arrived` : undefined);
  return readBackInPage(call, window, element, { tree, holds });
}

function whyNotAccessible(element: ElementDetail): string | undefined {
  if (!element.abilities.includes('insert_text')) return `${element.role} "${element.name}" takes no text through accessibility`;
  if (hasState(element, 'disabled') || hasState(element, 'read_only')) return `${element.role} "${element.name}" cannot be edited`;
  return undefined;
}

function typeGesture({ window, element, point, text, delayMs }: TypeRequest): Gesture {
  const at = point ?? (element ? clickPoint(window, element) : undefined);
  const focus: GestureStep[] = at
    ? [
        { kind: 'move', to: at },
        { kind: 'press', button: 'left' },
        { kind: 'release', button: 'left' },
      ]
    : [];
  return {
    windowId: window.id,
    anchor: at ?? windowCenter(window),
    mayOpenPopup: false,
    steps: [...focus, { kind: 'text', text, delayMs }],
  };
}
