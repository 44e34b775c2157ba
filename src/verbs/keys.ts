import type { Act } from '../engine/act.js';
import type { Call } from '../engine/call.js';
import type { ElementDetail } from '../model/element.js';
import type { WindowPoint } from '../model/geometry.js';
import type { Gesture, GestureStep } from '../model/gesture.js';
import { isModifierOnly, type KeyCombo } from '../model/key-combo.js';
import type { Window } from '../model/window.js';
import { holding } from './modifiers.js';
import { pageRoutes } from './page/routes.js';
import { recheckTarget } from './recheck.js';
import { clickPoint, type DeliveryMode, gestureRoute, windowCenter } from './routes.js';
import { expectChange } from './verification.js';

export interface KeyRequest {
  readonly verb: string;
  readonly window: Window;
  readonly element?: ElementDetail | undefined;
  readonly point?: WindowPoint | undefined;
  readonly combo: KeyCombo;
  readonly repeat: number;
  readonly holdMs: number;
  readonly delivery: DeliveryMode;
}

/** One key combination, at the window's own focus or after clicking where it should go. */
export async function pressKey(call: Call, request: KeyRequest): Promise<Act> {
  const backend = await call.backend();
  const { window, element } = request;
  const gesture = () => keyGesture(request);
  const hasPlace = element !== undefined || request.point !== undefined;
  const unfit = request.combo.mods.some((mod) => mod !== 'shift') ? 'the browser itself may want this combination' : undefined;
  const inPage = hasPlace && request.delivery === 'background' ? await pageRoutes(call, { window, element, gesture, unfit }) : [];
  return {
    verb: request.verb,
    window,
    element,
    point: request.point,
    combos: [request.combo],
    delivery: request.delivery,
    routes: [...inPage, gestureRoute(call, backend, window, request.delivery, gesture)],
    verification: expectChange(call, window, element?.key, 'unverifiable'),
    recheck: recheckTarget(call, window, element),
  };
}

function keyGesture({ window, element, point, combo, repeat, holdMs }: KeyRequest): Gesture {
  const at = point ?? (element ? clickPoint(window, element) : undefined);
  const focus: GestureStep[] = at
    ? [
        { kind: 'move', to: at },
        { kind: 'press', button: 'left' },
        { kind: 'release', button: 'left' },
      ]
    : [];
  const once: GestureStep[] = [
    { kind: 'key_down', key: combo.key },
    ...(holdMs > 0 ? [{ kind: 'pause', ms: holdMs } as const] : []),
    { kind: 'key_up', key: combo.key },
  ];
  const presses = Array.from({ length: repeat }, () => once).flat();
  const mods = isModifierOnly(combo) ? combo.mods.filter((mod) => mod !== combo.key) : combo.mods;
  return { windowId: window.id, anchor: at ?? windowCenter(window), mayOpenPopup: true, steps: [...focus, ...holding(mods, presses)] };
}
