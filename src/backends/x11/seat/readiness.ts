/** Whether an application can be acted in: it answers, and has taken in what it was told before. */
import { DriverError } from '../../../errors/driver-error.js';
import { delay } from '../../../kit/clock.js';
import type { Gesture } from '../../../model/gesture.js';
import type { Scene } from './stroke.js';

const STUCK_MS = 2000;
const SLOW_APP_MS = 300;
/** One that does not say when it has handled something gets this long. */
const SILENT_APP_MS = 3;

/** An application that hangs opens what a press asks for when it comes round, and would take the person's pointer with it then. */
export async function refuseStuck({ reach, pulse }: Scene, { windowId, mayOpenPopup, steps }: Gesture, signal: AbortSignal): Promise<void> {
  const mayGrab = mayOpenPopup && reach.target.traits.freezeMs > 0 && steps.some(({ kind }) => kind === 'press');
  if (!mayGrab || !(await pulse.isStuck(STUCK_MS, signal))) return;
  throw new DriverError('app_unresponsive', 'The application does not answer, so nothing was sent.', { window_id: windowId });
}

/** A toolkit that activates itself when clicked unless it is focused must have heard that it is, however busy it was. */
export async function believed({ pulse, reach }: Scene, signal: AbortSignal): Promise<void> {
  const { answersUntilHeeded } = reach.target.traits;
  // One that heeds what it reads in order has heard of the focus before the press.
  if (answersUntilHeeded === 1) return;
  if (!(await pulse.heeded(answersUntilHeeded, SLOW_APP_MS))) await delay(SILENT_APP_MS, signal);
}
