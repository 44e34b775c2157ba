/** What is known about one agent's target while the person is guarded against what may come of an act in it. */
import type { Timer } from '../../../../kit/clock.js';
import { type X11Connection, XIDevice, XIGetFocus, XISetFocus } from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';
import { sendFocus } from '../hand/sent-focus.js';
import type { SeatDevices } from '../seat.js';
import type { Program } from '../target/kin.js';
import { chainTo, isSameClient } from '../target/target.js';
import type { AttentionWatch } from '../wm/attention.js';
import { stackingOrder } from '../wm/wm-messages.js';

/** Where a keyboard is that is in no window. */
export const POINTER_ROOT = 1;

/** As a target: any window that appears from now on. */
export const WHATEVER_IS_NEW = 0;

/** A window that is being made needs this long until the window manager has shown it. */
export const NEW_WINDOW_MS = 400;

/** Where the person is. */
export interface Place {
  readonly person: number;
  /** Where their keyboard is. */
  readonly focus: number;
  readonly order: readonly number[];
  /** What the window manager put around their window; undefined where it puts nothing. */
  readonly frame: number | undefined;
}

/** What was so when an act began. */
export interface Before extends Place {
  readonly target: number;
  readonly devices: SeatDevices;
  readonly program: Program;
}

/** One target of one agent; several agents may act at once. */
export interface Watch extends Before {
  readonly since: number;
  readonly attention: AttentionWatch;
  /** What made it necessary: an act, or a window that is being made because of one. */
  readonly stage: 'acts' | 'new_window';
  /** Acts that are still going on. */
  holders: number;
  corrections: number;
  /** Something is dragged out of the window: what its program makes meanwhile is never shown as a window of its own. */
  isDragging: boolean;
  /** Not to end before. */
  until: number;
  /** One of its windows is on its way until then. */
  awaitsWindowUntil: number;
  end: Timer | undefined;
}

/** Whether what this window does comes of the watched target. */
export function isOfWatched(x: X11Connection, { target, person, order, program }: Before, window: number): boolean {
  if (target === WHATEVER_IS_NEW) return !order.includes(window) && !isSameClient(x, window, person);
  return window !== person && program.has(window);
}

/** An agent's keyboard leaves wherever it is. GTK takes any that leaves for the person's, so the window with theirs is told that it is still there. */
export function retractKeyboard(x: X11Connection, { keyboard, home }: SeatDevices, persons: number): void {
  x.send(XISetFocus, { deviceId: keyboard, window: home });
  if (persons > POINTER_ROOT) sendFocus(x, persons, 'FocusIn');
}

/** In no window, also where some program has let go of it since. */
export const isAtHome = ({ home }: SeatDevices, focus: number): boolean => focus === home || focus <= POINTER_ROOT;

/** Where the person's keyboard is. */
export const personsFocus = async (x: X11Connection): Promise<number> =>
  (await x.request(XIGetFocus, { deviceId: XIDevice.CoreKeyboard })).focus;

/** Applications keep the focus in windows of their own making, so among windows of one client only the way down to it tells. */
export async function windowAround(x: X11Connection, focus: number): Promise<number | undefined> {
  const [chain, order] = await Promise.all([ifAlive(chainTo(x, focus)), stackingOrder(x)]);
  return chain?.find((each) => order.includes(each));
}

export async function isPersonIn(x: X11Connection, window: number): Promise<boolean> {
  const focus = await personsFocus(x);
  if (!isSameClient(x, focus, window)) return false;
  const within = await windowAround(x, focus);
  return within === undefined || within === window;
}

/** Another window of the person's own application that it gave their focus to, which the window manager did not follow. */
export async function personsOther(x: X11Connection, { person, focus }: Before): Promise<number | undefined> {
  const now = await personsFocus(x);
  if (now <= POINTER_ROOT || now === focus || !isSameClient(x, now, person)) return undefined;
  const other = await windowAround(x, now);
  return other === person ? undefined : other;
}
