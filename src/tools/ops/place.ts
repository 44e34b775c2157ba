/** Where an op goes: the window under a point of the screen, or the one the agent works in. */
import type { Act } from '../../engine/act.js';
import type { Call } from '../../engine/call.js';
import { frontmostWindow } from '../../engine/judge/frontmost.js';
import { DriverError } from '../../errors/driver-error.js';
import { contains, type WindowPoint, windowPoint } from '../../model/geometry.js';
import { isOnScreen, type Window } from '../../model/window.js';
import type { Session } from '../../session/session.js';

export interface Place {
  readonly window: Window;
  readonly point: WindowPoint;
}

/** The window each session last pointed at: its keys go there, as a person's go where they clicked. */
const pointedAt = new WeakMap<Session, number>();

export async function placeAt(call: Call, at: { readonly x: number; readonly y: number }): Promise<Place> {
  const backend = await call.backend();
  const [windows, screen] = await Promise.all([backend.windows.list(call.signal), backend.windows.screen(call.signal)]);
  if (!contains({ x: 0, y: 0, width: screen.width, height: screen.height }, at)) {
    throw new DriverError('point_outside', `(${at.x}, ${at.y}) lies outside the ${screen.width}×${screen.height} screen.`);
  }
  const shown = windows.filter(isOnScreen);
  const [hit] = shown.filter(({ bounds }) => contains(bounds, at)).sort((a, b) => b.zIndex - a.zIndex);
  const window = (await withOpenPopup(call, shown, hit, at)) ?? hit;
  if (!window) throw new DriverError('window_not_found', `There is no window at (${at.x}, ${at.y}).`);
  pointedAt.set(call.session, window.id);
  return { window, point: windowPoint(at.x - window.bounds.x, at.y - window.bounds.y) };
}

/** A menu may reach beyond its window; a point there still means the window that opened it. */
async function withOpenPopup(call: Call, shown: readonly Window[], hit: Window | undefined, at: { x: number; y: number }) {
  const last = shown.find(({ id }) => id === pointedAt.get(call.session));
  if (!last || last.id === hit?.id || contains(last.bounds, at)) return undefined;
  const { image, origin } = await (await call.backend()).capture.window(last, call.signal);
  const composed = { x: last.bounds.x + origin.x, y: last.bounds.y + origin.y, width: image.width, height: image.height };
  return contains(composed, at) ? last : undefined;
}

/** The window keys go to: where this session pointed last, else the one in front. */
export async function windowForKeys(call: Call): Promise<Window> {
  const windows = await (await call.backend()).windows.list(call.signal);
  const window = windows.find(({ id }) => id === pointedAt.get(call.session)) ?? (await frontmostWindow(call));
  if (window) return window;
  throw new DriverError('no_window', 'No window is in front, and none was clicked in this session.');
}

/** The act as aimed at the screen: judged also by what is in front of the person, now and once a person has approved. */
export async function onScreen(call: Call, verb: string, act: Act): Promise<Act> {
  const frontmost = await frontmostWindow(call);
  return {
    ...act,
    verb,
    onScreen: { frontmost },
    async recheck(signal) {
      await act.recheck(signal);
      const now = await frontmostWindow(call);
      if (now?.appId !== frontmost?.appId) {
        throw new DriverError('target_changed', `"${now?.appId ?? 'nothing'}" came to the front after this was decided.`);
      }
    },
  };
}
