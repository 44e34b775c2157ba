/** What is said to the window manager in the person's name, and only to put back what an agent's act changed. */
import { coreEvents, EventMask, FocusDetail, FocusMode, readWords, SendEvent, type X11Connection } from '../../../../wire/x11/index.js';

const SUBSTRUCTURE = EventMask.SubstructureNotify | EventMask.SubstructureRedirect;
const SOURCE_PAGER = 2;
const BELOW = 1;

export async function askToActivate(x: X11Connection, window: number, time: number): Promise<void> {
  message(x, window, await x.atoms.intern('_NET_ACTIVE_WINDOW'), [SOURCE_PAGER, time, 0, 0, 0]);
}

export async function askToPutBelow(x: X11Connection, window: number, sibling: number): Promise<void> {
  message(x, window, await x.atoms.intern('_NET_RESTACK_WINDOW'), [SOURCE_PAGER, sibling, BELOW, 0, 0]);
}

function message(x: X11Connection, window: number, type: number, data: readonly number[]): void {
  const event = x.encodeEvent(coreEvents.ClientMessage, { format: 32, window, type, data: [...data] });
  x.send(SendEvent, { destination: x.root, eventMask: SUBSTRUCTURE, event });
  x.flush();
}

/** The person's focus never left their window, so the window manager waits in vain for the event that says it came back. */
export function tellFocused(x: X11Connection, window: number, isFrame: boolean): void {
  const detail = isFrame ? FocusDetail.NonlinearVirtual : FocusDetail.Nonlinear;
  const event = x.encodeEvent(coreEvents.FocusIn, { detail, event: window, mode: FocusMode.Normal });
  x.send(SendEvent, { destination: window, eventMask: EventMask.FocusChange, event });
  x.flush();
}

/** Back to front. */
export async function stackingOrder(x: X11Connection): Promise<number[]> {
  return readWords(x, x.root, await x.atoms.intern('_NET_CLIENT_LIST_STACKING'));
}

/** Any window of the window manager's own; undefined when there is none. */
export async function windowManagerWindow(x: X11Connection): Promise<number | undefined> {
  const [window] = await readWords(x, x.root, await x.atoms.intern('_NET_SUPPORTING_WM_CHECK'));
  return window;
}
