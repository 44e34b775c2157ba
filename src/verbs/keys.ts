import type { Act } from '../engine/act.js';
import type { Call } from '../engine/call.js';
import { DriverError } from '../errors/driver-error.js';
import type { ElementDetail } from '../model/element.js';
import type { WindowPoint } from '../model/geometry.js';
import type { Gesture, GestureStep } from '../model/gesture.js';
import { isModifierOnly, type KeyCombo } from '../model/key-combo.js';
import type { Window } from '../model/window.js';
import { after } from './hold/button.js';
import { whyOnlyTheSeat } from './hold/held.js';
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
  /** Leaves the keys down for later calls, or releases what an earlier call left down. */
  readonly hold?: 'down' | 'up' | undefined;
  readonly delivery: DeliveryMode;
}

/** One key combination, at the window's own focus or after clicking where it should go. */
export async function pressKey(call: Call, request: KeyRequest): Promise<Act> {
  const backend = await call.backend();
  const { window, element, hold } = request;
  if (hold !== undefined) checkHold(call, request);
  const gesture = () => (hold === undefined ? keyGesture(request) : holdGesture(call, request, hold));
  const hasPlace = element !== undefined || request.point !== undefined;
  const inPage =
    hasPlace && hold === undefined && request.delivery === 'background'
      ? await pageRoutes(call, { window, element, gesture, unfit: whyOnlyTheSeat(call) ?? whyNotInPage(request) })
      : [];
  const plan = gestureRoute(call, backend, window, request.delivery, gesture);
  return {
    verb: request.verb,
    window,
    element,
    point: request.point,
    ...(hold === 'up' ? {} : { combos: [request.combo] }),
    delivery: request.delivery,
    routes: [...inPage, hold === undefined ? plan : after(plan, () => remember(call, request.combo, hold))],
    verification: expectChange(call, window, element?.key, 'unverifiable'),
    recheck: recheckTarget(call, window, element),
  };
}

const whyNotInPage = ({ combo }: KeyRequest): string | undefined =>
  combo.mods.some((mod) => mod !== 'shift') ? 'the browser itself may want this combination' : undefined;

function checkHold({ session }: Call, { verb, combo, repeat, holdMs, delivery, hold }: KeyRequest): void {
  if (repeat > 1 || holdMs > 0 || delivery === 'foreground') {
    throw new DriverError('invalid_input', `${verb}: hold goes without repeat, hold_ms and foreground delivery.`);
  }
  const keys = keysOf(combo);
  if (hold === 'up' && !keys.some((key) => session.heldKeys.has(key))) {
    throw new DriverError('not_held', `${keys.join('+')} is not held down.`, { held: [...session.heldKeys] });
  }
}

/** Modifiers first; a modifier alone is a key like any other. */
const keysOf = ({ mods, key }: KeyCombo): string[] => [...mods.filter((mod) => mod !== key), key];

function remember({ session }: Call, combo: KeyCombo, hold: 'down' | 'up'): void {
  for (const key of keysOf(combo)) {
    if (hold === 'down') session.heldKeys.add(key);
    else session.heldKeys.delete(key);
  }
}

function holdGesture({ session }: Call, { window, element, point, combo }: KeyRequest, hold: 'down' | 'up'): Gesture {
  const at = point ?? (element ? clickPoint(window, element) : undefined);
  const keys = keysOf(combo);
  const steps =
    hold === 'down'
      ? [...pressedFirst(at), ...keys.map((key): GestureStep => ({ kind: 'key_down', key }))]
      : keys
          .filter((key) => session.heldKeys.has(key))
          .reverse()
          .map((key): GestureStep => ({ kind: 'key_up', key }));
  return { windowId: window.id, anchor: at ?? windowCenter(window), mayOpenPopup: true, hold, steps };
}

/** The click that puts the keyboard of the window where the keys should go. */
function pressedFirst(at: WindowPoint | undefined): GestureStep[] {
  if (!at) return [];
  return [
    { kind: 'move', to: at },
    { kind: 'press', button: 'left' },
    { kind: 'release', button: 'left' },
  ];
}

function keyGesture({ window, element, point, combo, repeat, holdMs }: KeyRequest): Gesture {
  const at = point ?? (element ? clickPoint(window, element) : undefined);
  const once: GestureStep[] = [
    { kind: 'key_down', key: combo.key },
    ...(holdMs > 0 ? [{ kind: 'pause', ms: holdMs } as const] : []),
    { kind: 'key_up', key: combo.key },
  ];
  const presses = Array.from({ length: repeat }, () => once).flat();
  const mods = isModifierOnly(combo) ? combo.mods.filter((mod) => mod !== combo.key) : combo.mods;
  return {
    windowId: window.id,
    anchor: at ?? windowCenter(window),
    mayOpenPopup: true,
    steps: [...pressedFirst(at), ...holding(mods, presses)],
  };
}
