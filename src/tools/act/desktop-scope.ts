import type { Call } from '../../engine/call.js';
import { DriverError } from '../../errors/driver-error.js';
import { contains, type WindowPoint, windowPoint } from '../../model/geometry.js';
import { isOnScreen, type Window } from '../../model/window.js';

/** A call without a window: true screen pixels under desktop scope, otherwise refused rather than reinterpreted. */
export async function desktopPoint(
  call: Call,
  { x, y }: { x?: number | undefined; y?: number | undefined },
): Promise<{ window: Window; point: WindowPoint }> {
  if (x === undefined || y === undefined) {
    throw new DriverError('invalid_input', 'Pass pid and window_id with element_index, or pid with x and y.', {
      expected: ['pid', 'window_id', 'element_index', 'x', 'y'],
    });
  }
  if (call.setting('capture_scope') !== 'desktop') {
    throw new DriverError('desktop_scope_disabled', `(${x}, ${y}) names no window and capture_scope is "window".`);
  }
  const backend = await call.backend();
  const [windows, screen] = await Promise.all([backend.windows.list(call.signal), backend.windows.screen(call.signal)]);
  const at = { x: Math.floor(x), y: Math.floor(y) };
  if (at.x < 0 || at.y < 0 || at.x >= screen.width || at.y >= screen.height) {
    throw new DriverError('point_outside', `(${x}, ${y}) lies outside the ${screen.width}×${screen.height} screen.`);
  }
  const window = windows.filter((each) => isOnScreen(each) && contains(each.bounds, at)).sort((a, b) => b.zIndex - a.zIndex)[0];
  if (!window) throw new DriverError('window_not_found', `There is no window at (${x}, ${y}).`);
  return { window, point: windowPoint(at.x - window.bounds.x, at.y - window.bounds.y) };
}
