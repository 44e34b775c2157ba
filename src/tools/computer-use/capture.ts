/** A look at a window for a model: numbered picture and list, plain picture, or outline. */
import { createHash } from 'node:crypto';
import type { Call } from '../../engine/call.js';
import { type Observation, observeWindow } from '../../engine/observe.js';
import { redactObservation } from '../../engine/redact.js';
import { imageScale } from '../../image/coordinates.js';
import { encodeImage } from '../../image/encode.js';
import { drawMarks } from '../../image/marks.js';
import { cloneImage } from '../../image/raw.js';
import { resizeImage } from '../../image/resize.js';
import type { RawImage } from '../../model/image.js';
import type { Window } from '../../model/window.js';
import { diffSnapshots, renderDiff } from '../../snapshot/diff.js';
import { renderOutline } from '../../snapshot/outline.js';
import type { Snapshot } from '../../snapshot/snapshot.js';
import { placeImage } from '../observe/picture.js';
import { getWindowState } from '../observe/snapshot.js';
import { indexLines, markable } from './index-lines.js';
import { keepShown, memoryOf, type Shown } from './memory.js';
import type { ComputerUseResult, Mode } from './schema.js';
import { nameOf, siblings, windows } from './target.js';

export interface CaptureOptions {
  readonly mode: Mode;
  /** After an action only what changed is worth its tokens. */
  readonly changesOnly: boolean;
  readonly outFile?: string | undefined;
}

const changeLines = 40;
const mostOmissions = 2;

export async function captureWindow(call: Call, window: Window, options: CaptureOptions): Promise<ComputerUseResult> {
  const observation = await look(call, window, options.mode);
  const memory = memoryOf(call.session);
  const before = memory.shown.get(window.id);
  const picture = observation.image ? await shownPixels(call, observation) : undefined;
  const pictureHash = picture && hashOf(picture);
  const isRepeat =
    options.changesOnly && pictureHash !== undefined && pictureHash === before?.pictureHash && before.omitted < mostOmissions;
  memory.shown.set(window.id, {
    mode: options.mode,
    snapshot: observation.snapshot ?? before?.snapshot,
    pictureHash: pictureHash ?? before?.pictureHash,
    omitted: isRepeat ? (before?.omitted ?? 0) + 1 : 0,
  });
  const shown = picture && !isRepeat ? await encoded(call, observation, { picture, ...options }) : {};
  const text = [
    header(observation, options, before),
    ...(await surroundings(call, window)),
    ...problems(observation),
    ...(isRepeat ? ['The picture is the same as the last one.'] : []),
    ...writtenTo(shown),
    ...contents(observation, options, before),
  ];
  return {
    summary: text.join('\n'),
    app: nameOf(window),
    pid: window.pid ?? 0,
    window_id: window.id,
    ...shown,
  };
}

/** Policy and audit see the tool a driver caller would have used for the same look. */
function look(call: Call, window: Window, mode: Mode): Promise<Observation> {
  const { name, effect, group } = getWindowState;
  return observeWindow({ ...call, tool: { name, effect, group, destructive: false } }, window, {
    tree: mode !== 'vision',
    image: mode !== 'ax',
    maxElements: call.setting('snapshot_max_elements'),
    maxDepth: call.setting('snapshot_max_depth'),
    maxDimension: call.setting('max_image_dimension'),
  });
}

/** Which window it is need not be said again after each action in it. */
function header({ window, map, image }: Observation, { mode, changesOnly }: CaptureOptions, before: Shown | undefined): string {
  const size = image ? ` ${map.size.width}x${map.size.height}` : '';
  const state = window.state === 'normal' ? '' : ` (${window.state})`;
  const ids = changesOnly && before ? '' : ` window_id=${window.id} pid=${window.pid ?? 0}`;
  return `capture mode=${mode}${size} app=${nameOf(window)} window='${window.title}'${state}${ids}`;
}

export const writtenTo = ({ screenshot_file_path: path }: { readonly screenshot_file_path?: string | undefined }): string[] =>
  path === undefined ? [] : [`The picture is in ${path}`];

async function surroundings(call: Call, window: Window): Promise<string[]> {
  const all = await windows(call);
  keepShown(memoryOf(call.session), new Set(all.map(({ id }) => id)));
  const others = siblings(all, window);
  if (others.length === 0) return [];
  const named = others.slice(0, 5).map(({ title, id, zIndex }) => `'${title}' window_id=${id}${zIndex > window.zIndex ? ' (above)' : ''}`);
  return [`Other windows of this application: ${named.join(', ')}`];
}

function problems({ imageProblem, degraded }: Observation): string[] {
  return [
    ...(imageProblem ? [`No picture: ${imageProblem.message} ${imageProblem.remedy}`] : []),
    ...(degraded === undefined ? [] : [`The element list may be incomplete: ${degraded}`]),
  ];
}

function contents(observation: Observation, { mode, changesOnly }: CaptureOptions, before: Shown | undefined): string[] {
  const { snapshot, image, window, map } = observation;
  if (!snapshot) return [];
  if (changesOnly && before?.snapshot)
    return ['Changes since the last capture:', renderDiff(diffSnapshots(before.snapshot, snapshot), changeLines)];
  if (mode === 'ax' || !image)
    return [`${snapshot.byIndex.size} interactable element(s); [n] is the element number:`, renderOutline(snapshot).markdown];
  const shown = markable(snapshot, map.size);
  return [`${shown.length} interactable element(s):`, ...indexLines(shown, nameOf(window)), ...outOfSight(snapshot, shown.length)];
}

function outOfSight(snapshot: Snapshot, shown: number): string[] {
  const hidden = snapshot.byIndex.size - shown;
  return hidden > 0 ? [`${hidden} more out of sight (scroll, open menus, or mode "ax")`] : [];
}

/** The pixels as the model may see them: covered where secret, in the size it gets. */
async function shownPixels(call: Call, observation: Observation): Promise<RawImage> {
  const { image } = await redactObservation(call, observation, undefined);
  const { size } = observation.map;
  const isWhole = size.width === image.width && size.height === image.height;
  return isWhole ? image : resizeImage(image, size);
}

const hashOf = ({ data }: RawImage): string => createHash('sha1').update(data).digest('base64');

interface PictureOptions extends CaptureOptions {
  readonly picture: RawImage;
}

async function encoded(call: Call, observation: Observation, { picture, mode, outFile }: PictureOptions) {
  const marked = mode === 'som' && observation.snapshot ? await withMarks(call, picture, observation, observation.snapshot) : picture;
  const image = await encodeImage(marked, { format: call.setting('image_format'), quality: call.setting('image_quality') });
  return { screenshot_width: image.width, screenshot_height: image.height, ...(await placeImage(image, outFile)) };
}

async function withMarks(call: Call, picture: RawImage, { map }: Observation, snapshot: Snapshot): Promise<RawImage> {
  const marks = markable(snapshot, map.size).map(({ index, frame }) => ({ index, rect: frame }));
  const { scaleFactor } = await (await call.backend()).windows.screen(call.signal);
  const copy = cloneImage(picture);
  drawMarks(copy, marks, { scale: scaleFactor / imageScale(map) >= 1.5 ? 2 : 1 });
  return copy;
}
