/** Turns the flat arguments of a call into one window, element or point, once, with the error texts agents know. */

import { DriverError } from '../errors/driver-error.js';
import { imageToWindow, isInImage, mapWindow } from '../image/coordinates.js';
import { type ElementDetail, isSameElement } from '../model/element.js';
import { imagePoint, screenRect, type WindowPoint } from '../model/geometry.js';
import { isOnScreen, type Window } from '../model/window.js';
import type { Call } from './call.js';

export interface WindowArguments {
  readonly pid?: number | undefined;
  readonly window_id?: number | undefined;
}

export interface ElementArguments {
  readonly element_index?: number | undefined;
  readonly element_token?: string | undefined;
  readonly snapshot_id?: string | undefined;
}

export interface ResolvedElement {
  readonly index: number;
  readonly detail: ElementDetail;
}

export async function resolveWindow(call: Call, { pid, window_id: windowId }: WindowArguments): Promise<Window> {
  const backend = await call.backend();
  const windows = await backend.windows.list(call.signal);
  if (windowId !== undefined) return ownedWindow(windows, windowId, pid);
  if (pid === undefined) throw new DriverError('invalid_input', 'Pass pid, or pid and window_id.', { expected: ['pid', 'window_id'] });
  const own = windows.filter((window) => window.pid === pid);
  const observed = own.filter((window) => call.session.knownWindow(pid, window.id));
  const [only, ...others] = observed.length > 0 ? observed : own;
  if (!only) throw new DriverError('no_window', `pid ${pid} has no on-screen window.`, { pid });
  if (others.length === 0) return only;
  const shown = [only, ...others].filter(isOnScreen);
  if (shown.length === 1 && shown[0]) return shown[0];
  throw new DriverError('window_ambiguous', `pid ${pid} has ${own.length} windows; window_id must say which.`, {
    candidates: own.slice(0, 5).map(({ id, title, state }) => ({ window_id: id, title, state })),
  });
}

function ownedWindow(windows: readonly Window[], windowId: number, pid: number | undefined): Window {
  const window = windows.find(({ id }) => id === windowId);
  if (!window) {
    const candidates = windows.filter((other) => pid === undefined || other.pid === pid).slice(0, 5);
    throw new DriverError('window_not_found', `window_id ${windowId} does not exist (closed, or never was).`, {
      candidates: candidates.map(({ id, title, pid: owner }) => ({ window_id: id, title, pid: owner })),
    });
  }
  if (pid !== undefined && window.pid !== null && window.pid !== pid) {
    throw new DriverError('window_not_owned', `window_id ${windowId} belongs to pid ${window.pid}, not ${pid}.`, {
      owner_pid: window.pid,
      windows_of_pid: windows.filter((other) => other.pid === pid).map(({ id, title }) => ({ window_id: id, title })),
    });
  }
  return window;
}

export const namesElement = ({ element_index, element_token }: ElementArguments): boolean =>
  element_index !== undefined || element_token !== undefined;

/** The element behind an index or token, read fresh; a stale one fails and never hits a neighbour. */
export async function resolveElement(call: Call, window: Window, args: ElementArguments): Promise<ResolvedElement> {
  const pid = window.pid ?? 0;
  const where = `pid ${pid} window_id ${window.id}`;
  const cache = call.session.knownWindow(pid, window.id);
  if (!cache?.latest) throw new DriverError('no_cached_state', `No cached AX state for ${where}.`, { pid, window_id: window.id });
  const { snapshotId, index } = indexOf(args);
  const snapshot = snapshotId === undefined ? cache.latest : cache.snapshot(snapshotId);
  const known = snapshot?.byIndex.get(index) ?? cache.latest.byIndex.get(index);
  const key = known?.element.key ?? cache.numbers.keyOf(index);
  if (snapshotId !== undefined && !snapshot) throw invalidIndex(index, where, `snapshot ${snapshotId} is no longer kept`);
  if (key === undefined) throw invalidIndex(index, where, 'it was never given or its element is gone');
  const backend = await call.backend();
  const detail = await backend.access.describe(key, window, call.signal);
  if (!detail) throw invalidIndex(index, where, 'its element is gone');
  if (known && !isSameElement(known.element, detail)) {
    throw new DriverError('stale_element', `Invalid element_index ${index} for ${where}: it changed since it was observed.`, {
      observed: { role: known.element.role, label: known.element.name },
      now: { role: detail.role, label: detail.name },
    });
  }
  return { index, detail };
}

function indexOf({ element_index, element_token, snapshot_id }: ElementArguments): { snapshotId?: string; index: number } {
  if (element_token !== undefined) {
    const [, snapshotId, digits] = /^(s[0-9a-z]+):(\d+)$/.exec(element_token) ?? [];
    if (snapshotId === undefined || digits === undefined) {
      throw new DriverError('invalid_input', `element_token "${element_token.slice(0, 60)}" is not one get_window_state gave.`);
    }
    return { snapshotId, index: Number(digits) };
  }
  return { ...(snapshot_id === undefined ? {} : { snapshotId: snapshot_id }), index: element_index ?? -1 };
}

const invalidIndex = (index: number, where: string, why: string): DriverError =>
  new DriverError('stale_element', `Invalid element_index ${index} for ${where}: ${why}.`, { element_index: index });

/** Screenshot pixels to window pixels, through the map of the image the caller last got of this window. */
export function resolvePoint(call: Call, window: Window, x: number, y: number): WindowPoint {
  const { bounds } = window;
  const shown = call.session.knownWindow(window.pid ?? 0, window.id)?.imageMap;
  const fresh = mapWindow(screenRect(bounds), { maxDimension: call.setting('max_image_dimension') });
  const map = shown?.map ?? fresh;
  if (shown && (shown.window.width !== bounds.width || shown.window.height !== bounds.height)) {
    throw new DriverError('target_changed', 'The window was resized since its screenshot was taken.', {
      screenshot_of: shown.window,
      now: { width: bounds.width, height: bounds.height },
    });
  }
  const point = imagePoint(Math.floor(x), Math.floor(y));
  if (!isInImage(map, point)) {
    throw new DriverError('point_outside', `(${x}, ${y}) lies outside the ${map.size.width}×${map.size.height} screenshot.`, {
      image: map.size,
    });
  }
  return imageToWindow(map, point);
}
