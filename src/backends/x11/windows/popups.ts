/** Menus, combo lists and tooltips are windows of their own; these belong to the window that opened them. */
import { contains, intersects, type Rect } from '../../../model/geometry.js';
import type { Window } from '../../../model/window.js';
import { clientPids, Res } from '../../../wire/x11/ext/res.js';
import { GetGeometry, GetWindowAttributes, MapState, QueryTree, readWords, type X11Connection } from '../../../wire/x11/index.js';
import { type Display, ifAlive, XA } from '../display.js';

export interface Popup {
  readonly id: number;
  readonly rect: Rect;
}

const INPUT_ONLY = 2;
/** Toolkits keep tiny windows for themselves. */
const SMALLEST = 3;
/** A popup lies on or beside its window, never far from it. */
const REACH = 400;

/** Back to front. */
export async function findPopups(display: Display, window: Window): Promise<Popup[]> {
  const { x, root } = display;
  const { children } = await x.request(QueryTree, { window: root });
  const found = await Promise.all(children.map((id) => popupOf(display, id, window)));
  return found.filter((popup) => popup !== undefined);
}

/** Where a child of the root is shown if it is a popup of whomever. */
export async function shownPopup(x: X11Connection, id: number): Promise<Rect | undefined> {
  const asked = await ifAlive(Promise.all([x.request(GetWindowAttributes, { window: id }), x.request(GetGeometry, { drawable: id })]));
  if (!asked) return undefined;
  const [attributes, geometry] = asked;
  const shown = attributes.overrideRedirect && attributes.mapState === MapState.Viewable && attributes.class !== INPUT_ONLY;
  const rect: Rect = { x: geometry.x, y: geometry.y, width: geometry.width, height: geometry.height };
  return shown && rect.width >= SMALLEST && rect.height >= SMALLEST ? rect : undefined;
}

async function popupOf(display: Display, id: number, window: Window): Promise<Popup | undefined> {
  const { x, atoms } = display;
  const rect = await shownPopup(x, id);
  if (!rect || !isNear(rect, window.bounds)) return undefined;
  const [transientFor, pid] = await Promise.all([
    ifAlive(readWords(x, id, XA.WM_TRANSIENT_FOR)),
    ifAlive(readWords(x, id, atoms._NET_WM_PID)),
  ]);
  if (transientFor?.[0] !== undefined && transientFor[0] !== 0) return transientFor[0] === window.id ? { id, rect } : undefined;
  const owner = pid?.[0] ?? (x.has(Res) ? (await clientPids(x, [id]).catch(() => []))[0] : undefined);
  return owner !== undefined && owner === window.pid ? { id, rect } : undefined;
}

function isNear(popup: Rect, window: Rect): boolean {
  const around: Rect = { x: window.x - REACH, y: window.y - REACH, width: window.width + 2 * REACH, height: window.height + 2 * REACH };
  return intersects(popup, around) || contains(around, popup);
}
