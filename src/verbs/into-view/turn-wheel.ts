/** Turns the wheel over what an element is scrolled in until the element shows: most toolkits cannot be asked to do it themselves. */
import type { Backend } from '../../backends/port.js';
import type { RoutePlan } from '../../engine/act.js';
import type { Call } from '../../engine/call.js';
import { DriverError } from '../../errors/driver-error.js';
import { delay, monotonicMs } from '../../kit/clock.js';
import type { ElementDetail } from '../../model/element.js';
import type { WindowPoint } from '../../model/geometry.js';
import type { Delivered, Direction, Gesture } from '../../model/gesture.js';
import type { Window } from '../../model/window.js';
import { type DeliveryMode, gestureRoute, windowCenter } from '../routes.js';
import { type Whereabouts, whereabouts } from './whereabouts.js';

const MOST_ROUNDS = 60;
const MOST_TICKS = 40;
/** A busy application shows late what the wheel did; one that is at its end never does. */
const MOVES_MS = 2500;
const MOVES_AT_END_MS = 500;
/** Nor does what is not seen to move, however long each look takes. */
const FEWEST_LOOKS = 3;
/** What moves by itself is not waited for. */
const STILL_MS = 15_000;
const LOOK_AGAIN_MS = 15;

export interface WheelRequest {
  readonly window: Window;
  readonly element: ElementDetail;
  readonly delivery: DeliveryMode;
}

export function wheelIntoView(call: Call, backend: Backend, { window, element, delivery }: WheelRequest): RoutePlan {
  const turn = (at: WindowPoint, direction: Direction, ticks: number) =>
    gestureRoute(call, backend, window, delivery, () => wheel(window, at, direction, ticks));
  const look = async (signal: AbortSignal): Promise<Whereabouts> => {
    const limits = { maxElements: call.setting('snapshot_max_elements'), maxDepth: call.setting('snapshot_max_depth') };
    const found = whereabouts((await backend.access.read(window, { ...limits, signal })).root, element.key);
    if (!found) throw new DriverError('target_changed', `${element.role} "${element.name}" is no longer in its window.`);
    return found;
  };
  const { route, blocked } = turn(windowCenter(window), 'down', 1);
  return {
    route,
    blocked,
    async deliver(signal) {
      let now = await look(signal);
      let [ticks, steps] = [1, 0];
      const sent: Delivered[] = [];
      for (let round = 0; round < MOST_ROUNDS && !now.isInView; round++) {
        const { wheelAt, direction } = now;
        if (!wheelAt) throw new DriverError('element_not_visible', `${element.role} "${element.name}" is scrolled in nothing that shows.`);
        sent.push(await turn(wheelAt, direction, ticks).deliver(signal));
        steps += ticks;
        const moved = await onceStill(now, look, signal);
        if (!moved && now.isSeen) break; // At the very end, as far as it goes.
        if (!moved) throw new DriverError('no_effect', `${element.role} "${element.name}" could not be scrolled into view.`, { steps });
        ticks = nextTicks(ticks, now, moved);
        now = moved;
      }
      return { steps, notes: [...new Set(sent.flatMap(({ notes }) => notes))], confined: sent.every(({ confined }) => confined) };
    },
  };
}

/** Gives what is seen once it is something else and stays so; undefined when it stays what it was. */
async function onceStill(
  before: Whereabouts,
  look: (signal: AbortSignal) => Promise<Whereabouts>,
  signal: AbortSignal,
): Promise<Whereabouts | undefined> {
  const began = monotonicMs();
  let last = before;
  for (let looks = 1; monotonicMs() - began < STILL_MS; looks++) {
    const now = await look(signal);
    const hasMoved = now.seen !== before.seen;
    if (hasMoved && now.seen === last.seen) return now;
    const hadTime = looks >= FEWEST_LOOKS && monotonicMs() - began >= (before.isSeen ? MOVES_AT_END_MS : MOVES_MS);
    if (!hasMoved && hadTime) return undefined;
    last = now;
    await delay(LOOK_AGAIN_MS, signal);
  }
  return undefined;
}

/** As many as the way that is left needs, judged by what the last ones did; one at a time after going too far. */
function nextTicks(ticks: number, before: Whereabouts, now: Whereabouts): number {
  if (now.direction !== before.direction) return 1;
  const passed = before.distance - now.distance;
  return passed > 0 ? Math.max(1, Math.min(MOST_TICKS, Math.floor((ticks * now.distance) / passed))) : ticks;
}

const wheel = (window: Window, at: WindowPoint, direction: Direction, ticks: number): Gesture => ({
  windowId: window.id,
  anchor: at,
  mayOpenPopup: false,
  steps: [
    { kind: 'move', to: at },
    { kind: 'wheel', direction, ticks },
  ],
});
