/** Lets a session's cursor show what an act does. Never waits, never fails an act. */

import type { ShownAct } from '../../cursor/agent-cursor.js';
import type { CursorOwner } from '../../cursor/cursors.js';
import type { Motion, Spot } from '../../cursor/motion/knobs.js';
import { withTimeout } from '../../kit/clock.js';
import { logger } from '../../kit/log.js';
import { center, contains, intersect, type Rect, screenRect, type WindowPoint } from '../../model/geometry.js';
import { isOnScreen, type Window } from '../../model/window.js';
import type { Session } from '../../session/session.js';
import type { Act } from '../act.js';
import type { Call } from '../call.js';

const log = logger('cursor');
const SETTLING_MS = 500;

export function showAct(call: Call, act: Act): void {
  if (!showsCursor(call) || !act.window || !isOnScreen(act.window)) return;
  void present(call, shownAct(act, act.window)).catch((error: unknown) => log.warn('the cursor could not be shown', { error }));
}

/** Where a session asks for it, the cursor is there before the act begins. Waits no longer than a glide takes. */
export async function glideFirst(call: Call, act: Act, signal: AbortSignal): Promise<void> {
  if (!call.setting('agent_cursor_wait') || !showsCursor(call) || !act.window || !isOnScreen(act.window)) return;
  try {
    const screen = await call.engine.cursors.screen((await call.backend()).overlay);
    const cursor = screen?.of(ownerOf(call.session)).cursor;
    const { at, within } = shownAct(act, act.window);
    const position = cursor?.state.position;
    if (!cursor || (within && position && contains(within, position))) return;
    const motion = motionOf(call);
    const cancelled = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await withTimeout(Promise.race([cursor.moveTo(at, motion), cancelled]), motion.glideMs + SETTLING_MS, 'the cursor');
  } catch (error) {
    log.warn('the cursor could not be waited for', { error });
  }
}

async function present(call: Call, shown: ShownAct): Promise<void> {
  const { overlay } = await call.backend();
  const screen = await call.engine.cursors.screen(overlay);
  if (!call.session.ended) screen?.of(ownerOf(call.session)).cursor.act(shown, motionOf(call));
}

/** Only sessions somebody asked for have a cursor. */
export const showsCursor = (call: Call): boolean =>
  call.session.declared && call.setting('overlay') && call.setting('agent_cursor_enabled');

export const ownerOf = ({ id, label, cursorId }: Session): CursorOwner =>
  cursorId === undefined
    ? { session: id, cursor: `of session ${id}`, label }
    : { session: id, cursor: `shared ${cursorId}`, label: cursorId };

export const motionOf = (call: Call): Motion => ({
  startHandle: call.setting('agent_cursor_start_handle'),
  endHandle: call.setting('agent_cursor_end_handle'),
  arcSize: call.setting('agent_cursor_arc_size'),
  arcFlow: call.setting('agent_cursor_arc_flow'),
  spring: call.setting('agent_cursor_spring'),
  glideMs: call.setting('agent_cursor_glide_ms'),
  idleHideMs: call.setting('agent_cursor_idle_hide_ms'),
});

/** An act without a place, such as a key for the whole window, brings the cursor into the window and touches nothing. */
function shownAct({ element, point, path, pointsOnly }: Act, window: Window): ShownAct {
  const frame = element?.frame ? seenOnScreen(window, element.frame) : undefined;
  const toScreen = ({ x, y }: WindowPoint): Spot => ({ x: window.bounds.x + x, y: window.bounds.y + y });
  const at = point ? toScreen(point) : center(screenRect(frame ?? window.bounds));
  const isTouch = !pointsOnly && (point !== undefined || frame !== undefined);
  const within = point || frame ? undefined : window.bounds;
  return { at, isTouch, within, frame, path: path?.slice(1).map(toScreen) };
}

function seenOnScreen({ bounds }: Window, frame: Rect): Rect | undefined {
  return intersect(bounds, { ...frame, x: frame.x + bounds.x, y: frame.y + bounds.y });
}
