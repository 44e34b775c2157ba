/** What is said to the window manager in the person's name, and only to put back what an agent's act changed. */
import {
  coreEvents,
  EventMask,
  FocusDetail,
  FocusMode,
  GetGeometry,
  readWords,
  SendEvent,
  type X11Connection,
} from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';

const SUBSTRUCTURE = EventMask.SubstructureNotify | EventMask.SubstructureRedirect;
/** Who asks, in a message to the window manager: the person through a tool of theirs. */
export const SOURCE_PAGER = 2;
const BELOW = 1;
/** Sibling and stack mode. */
const ORDER_VALUES = (1 << 5) | (1 << 6);

/** As the person's pager does: they are to see that workspace. */
export async function askForWorkspace(x: X11Connection, workspace: number): Promise<void> {
  message(x, x.root, await x.atoms.intern('_NET_CURRENT_DESKTOP'), [workspace, 0, 0, 0, 0]);
}

/** As the person's taskbar does: they are to be in that window. */
export async function askToActivate(x: X11Connection, window: number, time: number): Promise<void> {
  message(x, window, await x.atoms.intern('_NET_ACTIVE_WINDOW'), [SOURCE_PAGER, time, 0, 0, 0]);
}

/** The same to put back what was taken from them, so signed that no guard, also of another process, takes it for their choice. */
export async function askBackTo(x: X11Connection, window: number, time = 0): Promise<void> {
  const [type, signature] = await Promise.all([x.atoms.intern('_NET_ACTIVE_WINDOW'), readSignature(x)]);
  message(x, window, type, [SOURCE_PAGER, time, 0, 0, signature]);
}

/** In the last field of a message, which window managers leave alone. */
export function readSignature(x: X11Connection): Promise<number> {
  return x.atoms.intern('_OFFHAND_CORRECTION');
}

/** The message for putting windows below others, where the window manager knows it and not only the older request. */
export async function readRestacking(x: X11Connection): Promise<number | undefined> {
  const [restack, list] = await Promise.all([x.atoms.intern('_NET_RESTACK_WINDOW'), x.atoms.intern('_NET_SUPPORTED')]);
  return (await readWords(x, x.root, list)).includes(restack) ? restack : undefined;
}

export interface PutBelow {
  readonly window: number;
  readonly sibling: number;
  /** The window manager's message for it; undefined where it is to be a request. */
  readonly restacking: number | undefined;
  /** The request has to come before the message. */
  readonly restacksOnScreenOnly: boolean;
}

export function putBelow(x: X11Connection, { window, sibling, restacking, restacksOnScreenOnly }: PutBelow): void {
  if (restacking === undefined || restacksOnScreenOnly) requestBelow(x, window, sibling);
  if (restacking !== undefined) message(x, window, restacking, [SOURCE_PAGER, sibling, BELOW, 0, 0]);
}

function requestBelow(x: X11Connection, window: number, sibling: number): void {
  // A plain request names no sibling, as frames lie between the two.
  const order = { stackMode: BELOW, parent: x.root, window, sibling, x: 0, y: 0, width: 0, height: 0, borderWidth: 0 };
  const event = x.encodeEvent(coreEvents.ConfigureRequest, { ...order, valueMask: ORDER_VALUES });
  x.send(SendEvent, { destination: x.root, eventMask: SUBSTRUCTURE, event });
  x.flush();
}

function message(x: X11Connection, window: number, type: number, data: readonly number[]): void {
  const event = x.encodeEvent(coreEvents.ClientMessage, { format: 32, window, type, data: [...data] });
  x.send(SendEvent, { destination: x.root, eventMask: SUBSTRUCTURE, event });
  x.flush();
}

/** What it would put around a window, which it writes down there. */
export function askForExtents(x: X11Connection, window: number, type: number): void {
  message(x, window, type, [0, 0, 0, 0, 0]);
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

/** Whether this is still that window of its own. */
export async function isWindowManager(x: X11Connection, window: number): Promise<boolean> {
  const property = await x.atoms.intern('_NET_SUPPORTING_WM_CHECK');
  const [named, itself] = await Promise.all([readWords(x, x.root, property), ifAlive(readWords(x, window, property))]);
  return named[0] === window && itself?.[0] === window;
}

/** The window it says the person works in; 0 for none. Openbox goes on naming the last one that was closed. */
export async function activeWindow(x: X11Connection): Promise<number> {
  const [window = 0] = await readWords(x, x.root, await x.atoms.intern('_NET_ACTIVE_WINDOW'));
  const isThere = window !== 0 && (await ifAlive(x.request(GetGeometry, { drawable: window }))) !== undefined;
  return isThere ? window : 0;
}

/** Any window of the window manager's own; undefined when there is none. Many that end leave behind which it was. */
export async function windowManagerWindow(x: X11Connection): Promise<number | undefined> {
  const property = await x.atoms.intern('_NET_SUPPORTING_WM_CHECK');
  const [window] = await readWords(x, x.root, property);
  const [itself] = window === undefined ? [] : ((await ifAlive(readWords(x, window, property))) ?? []);
  return itself === window ? window : undefined;
}
