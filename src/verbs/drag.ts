import type { Act } from '../engine/act.js';
import type { Call } from '../engine/call.js';
import { DriverError } from '../errors/driver-error.js';
import { type WindowPoint, windowPoint } from '../model/geometry.js';
import type { Button, Gesture, GestureStep } from '../model/gesture.js';
import type { Window } from '../model/window.js';
import { refuseWhileHeld, whyOnlyTheSeat } from './hold/held.js';
import { holding } from './modifiers.js';
import { pageRoutes } from './page/routes.js';
import { recheckTarget } from './recheck.js';
import { type DeliveryMode, gestureRoute } from './routes.js';
import { expectChange } from './verification.js';

export interface DragRequest {
  readonly window: Window;
  /** At least a start and an end. */
  readonly path: readonly WindowPoint[];
  readonly button: Button;
  readonly modifiers: readonly string[];
  readonly durationMs: number;
  readonly steps: number;
  readonly delivery: DeliveryMode;
}

export async function drag(call: Call, request: DragRequest): Promise<Act> {
  const backend = await call.backend();
  const { window, path } = request;
  const [start] = path;
  if (!start || path.length < 2) throw new DriverError('invalid_input', 'drag: a start and an end are needed.');
  await refuseWhileHeld(call);
  const gesture = () => dragGesture(request, start);
  const unfit = whyOnlyTheSeat(call);
  return {
    verb: 'drag',
    window,
    point: start,
    path,
    modifiers: request.modifiers,
    delivery: request.delivery,
    routes: [
      ...(request.delivery === 'background' ? await pageRoutes(call, { window, gesture, unfit }) : []),
      gestureRoute(call, backend, window, request.delivery, gesture),
    ],
    verification: expectChange(call, window, undefined, 'unverifiable'),
    recheck: recheckTarget(call, window),
  };
}

function dragGesture({ window, path, button, modifiers, durationMs, steps }: DragRequest, start: WindowPoint): Gesture {
  const points = alongPath(path, steps);
  const pauseMs = durationMs / points.length;
  const moves = points.flatMap((to): GestureStep[] => [
    ...(pauseMs > 0 ? [{ kind: 'pause', ms: pauseMs } as const] : []),
    { kind: 'move', to },
  ]);
  return {
    windowId: window.id,
    anchor: start,
    mayOpenPopup: true,
    steps: [{ kind: 'move', to: start }, ...holding(modifiers, [{ kind: 'press', button }, ...moves, { kind: 'release', button }])],
  };
}

/** `steps` points evenly along the path by length, every corner and the end included. */
export function alongPath(path: readonly WindowPoint[], steps: number): WindowPoint[] {
  const lengths = path.slice(1).map((point, index) => distance(path[index] ?? point, point));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const points: WindowPoint[] = [];
  path.slice(1).forEach((end, index) => {
    const begin = path[index] ?? end;
    const count = total === 0 ? 1 : Math.max(1, Math.round((steps * (lengths[index] ?? 0)) / total));
    for (let step = 1; step <= count; step++) {
      points.push(windowPoint(mix(begin.x, end.x, step / count), mix(begin.y, end.y, step / count)));
    }
  });
  return points;
}

const distance = (a: WindowPoint, b: WindowPoint): number => Math.hypot(b.x - a.x, b.y - a.y);
const mix = (from: number, to: number, share: number): number => Math.round(from + (to - from) * share);
