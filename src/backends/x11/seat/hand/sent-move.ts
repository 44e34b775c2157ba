/**
 * A move sent to where the pointer stands already, in another state of Num Lock. A browser does not merge moves that differ in
 * that, so a page that is behind is still shown the ones before it.
 */
import type { WindowPoint } from '../../../../model/geometry.js';
import { coreEvents, SendEvent } from '../../../../wire/x11/index.js';
import type { Seat } from '../seat.js';
import { serverTime } from './server-time.js';

const NUM_LOCK = 1 << 4;

export interface SentMove {
  readonly window: number;
  readonly at: WindowPoint;
  /** Buttons and modifiers that are down. */
  readonly state: number;
}

/** Only the window's creator gets it. */
export async function sendMove({ x, root, perch, position }: Seat, { window, at, state }: SentMove): Promise<void> {
  const place = { rootX: position.x, rootY: position.y, eventX: at.x, eventY: at.y };
  const fields = {
    detail: 0,
    time: await serverTime(x, perch),
    root,
    event: window,
    child: 0,
    ...place,
    state: state ^ NUM_LOCK,
    sameScreen: true,
  };
  x.send(SendEvent, { destination: window, eventMask: 0, event: x.encodeEvent(coreEvents.MotionNotify, fields) });
  await x.sync();
}
