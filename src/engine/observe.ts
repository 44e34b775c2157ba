/** Looks at one window: tree and picture at once, neither disturbing anything. What could not be had is said, not hidden. */
import { DriverError, type ErrorShape } from '../errors/driver-error.js';
import { toDriverError } from '../errors/to-driver-error.js';
import { type ImageMap, mapWindow, windowRectToImage } from '../image/coordinates.js';
import { fitSize } from '../image/size-limit.js';
import type { ElementTree } from '../model/element.js';
import type { Rect } from '../model/geometry.js';
import { screenPoint, screenRect, windowRect } from '../model/geometry.js';
import type { RawImage } from '../model/image.js';
import { isOnScreen, type Window } from '../model/window.js';
import { type Snapshot, takeSnapshot } from '../snapshot/snapshot.js';
import type { Call } from './call.js';

export interface ObserveRequest {
  readonly tree: boolean;
  readonly image: boolean;
  readonly maxElements: number;
  readonly maxDepth: number;
  readonly maxDimension: number;
}

export interface Observation {
  readonly window: Window;
  readonly map: ImageMap;
  readonly snapshot?: Snapshot;
  /** Unscaled pixels of the area `map` speaks about. */
  readonly image?: RawImage;
  readonly imageProblem?: ErrorShape;
  readonly degraded?: string;
}

export async function observeWindow(call: Call, window: Window, request: ObserveRequest): Promise<Observation> {
  await call.engine.gate.decideRead(call, window);
  const [picture, tree] = await Promise.all([
    request.image ? settle(captureImage(call, window)) : undefined,
    request.tree ? settle(readTree(call, window, request)) : undefined,
  ]);
  if (tree && 'problem' in tree && (!picture || 'problem' in picture)) throw tree.problem;
  const captured = picture && 'value' in picture ? picture.value : undefined;
  const map = captured
    ? imageMap(window, captured, request.maxDimension)
    : mapWindow(screenRect(window.bounds), { maxDimension: request.maxDimension });
  const cache = call.session.windowCache(window.pid ?? 0, window.id);
  if (captured) cache.imageMap = { map, window: { width: window.bounds.width, height: window.bounds.height } };
  const read = tree && 'value' in tree ? tree.value : undefined;
  const snapshot = read && snapshotOf(call, window, read, map);
  const degraded = read?.degraded ?? (tree && 'problem' in tree ? `${tree.problem.code}: ${tree.problem.message}` : undefined);
  return {
    window,
    map,
    ...(snapshot ? { snapshot } : {}),
    ...(captured ? { image: captured.image } : {}),
    ...(picture && 'problem' in picture ? { imageProblem: picture.problem.toShape() } : {}),
    ...(degraded === undefined ? {} : { degraded }),
  };
}

/** Everything a window says, unpruned. */
export async function readWholeTree(call: Call, window: Window, op?: string): Promise<ElementTree> {
  await call.engine.gate.decideRead(call, window, op);
  return readTree(call, window, { maxElements: call.setting('snapshot_max_elements'), maxDepth: call.setting('snapshot_max_depth') });
}

/** The tree alone, numbered for this session, without asking policy again: for what is part of a call already allowed. */
export async function readSnapshot(call: Call, window: Window): Promise<Snapshot> {
  const tree = await readTree(call, window, {
    maxElements: call.setting('snapshot_max_elements'),
    maxDepth: call.setting('snapshot_max_depth'),
  });
  const map = mapWindow(screenRect(window.bounds), { maxDimension: call.setting('max_image_dimension') });
  return snapshotOf(call, window, tree, map);
}

/** A tree that did not change keeps its snapshot and its id: looking twice at a still window costs nothing. */
function snapshotOf(call: Call, window: Window, tree: ElementTree, map: ImageMap): Snapshot {
  const cache = call.session.windowCache(window.pid ?? 0, window.id);
  const known = cache.snapshotOf(tree, map);
  if (known) return known;
  const snapshot = takeSnapshot(tree, {
    numbers: cache.numbers,
    snapshotId: cache.nextSnapshotId(),
    pid: window.pid ?? 0,
    windowId: window.id,
    toImage: (rect) => windowRectToImage(map, windowRect(rect)),
  });
  cache.remember(snapshot, tree, map);
  return snapshot;
}

async function readTree(call: Call, window: Window, { maxElements, maxDepth }: Pick<ObserveRequest, 'maxElements' | 'maxDepth'>) {
  const backend = await call.backend();
  return backend.access.read(window, { maxElements, maxDepth, signal: call.signal });
}

async function captureImage(call: Call, window: Window) {
  if (!isOnScreen(window)) throw hiddenWindow(window);
  const backend = await call.backend();
  return backend.capture.window(window, call.signal);
}

/** Why a window that is not shown has no pixels and takes no pointer. */
export function hiddenWindow(window: Window): DriverError {
  const what = `window_id ${window.id} "${window.title}"`;
  if (window.state === 'minimized') return new DriverError('window_minimized', `${what} is minimised.`);
  if (window.state === 'shaded') return new DriverError('window_shaded', `${what} is rolled up.`);
  return new DriverError('window_off_screen', `${what} is on another workspace.`);
}

function imageMap(
  window: Window,
  { image, origin }: { image: RawImage; origin: { x: number; y: number } },
  maxDimension: number,
): ImageMap {
  const area: Rect = { x: origin.x, y: origin.y, width: image.width, height: image.height };
  return { origin: screenPoint(window.bounds.x, window.bounds.y), area: windowRect(area), size: fitSize(image, { maxDimension }) };
}

async function settle<T>(promise: Promise<T>): Promise<{ value: T } | { problem: DriverError }> {
  try {
    return { value: await promise };
  } catch (error) {
    const problem = toDriverError(error);
    if (problem.code === 'cancelled') throw problem;
    return { problem };
  }
}
