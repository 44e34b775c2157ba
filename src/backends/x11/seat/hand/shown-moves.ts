/** Makes a program that keeps a move back until its next frame see it now. */
import { coreEvents, SendEvent, type X11Connection } from '../../../../wire/x11/index.js';
import { XA } from '../../display.js';
import type { Pulse } from '../target/pulse.js';

const NOT_CONVERTED = 0;
const SLOW_APP_MS = 500;

/** It keeps moves back only as long as nothing else comes: the answer to a question that was never asked means nothing, but comes. */
export async function showMoves(x: X11Connection, window: number, pulse: Pulse): Promise<void> {
  const selection = await x.atoms.intern('_OFFHAND_NOTHING');
  const fields = { time: 0, requestor: window, selection, target: XA.STRING, property: NOT_CONVERTED };
  x.send(SendEvent, { destination: window, eventMask: 0, event: x.encodeEvent(coreEvents.SelectionNotify, fields) });
  await pulse.handled(SLOW_APP_MS);
}
