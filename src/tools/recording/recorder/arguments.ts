/** Arguments that only meant something when they were given: numbers of elements, pixels, typed text. */
import type { Act } from '../../../engine/act.js';
import type { Call } from '../../../engine/call.js';
import { imageToWindow, mapWindow } from '../../../image/coordinates.js';
import { area, contains, imagePoint, type Rect, screenRect, type WindowPoint } from '../../../model/geometry.js';
import { isOnScreen, type Window } from '../../../model/window.js';
import type { PointRecord, TargetRecord } from '../../../recording/format.js';
import { toRecord } from '../../../recording/signature-record.js';
import { signatureOf } from '../../../snapshot/signature.js';
import type { Snapshot, SnapshotNode } from '../../../snapshot/snapshot.js';

export type Arguments = Readonly<Record<string, unknown>>;

const elementFields = ['element_index', 'element_token', 'from_element', 'to_element'] as const;
const pointFields = [
  ['x', 'y'],
  ['from_x', 'from_y'],
  ['to_x', 'to_y'],
] as const;
export const typedFields = ['text', 'value'] as const;

export const isPassword = ({ role, states }: { role: string; states: readonly string[] }): boolean =>
  role === 'passwordfield' || states.includes('password');

/** The elements named by number, described from the freshest tree there is. */
export function targetsOf(call: Call, act: Act, input: Arguments, fresh: Snapshot | undefined): TargetRecord[] {
  const { window } = act;
  if (!window) return [];
  const seen = call.session.knownWindow(window.pid ?? 0, window.id)?.latest;
  return elementFields.flatMap((field): TargetRecord[] => {
    const index = indexOf(input[field]);
    if (index === undefined) return [];
    const key = field.startsWith('element_') ? act.element?.key : seen?.byIndex.get(index)?.element.key;
    const found = describe(fresh, key) ?? describe(seen, key);
    return found ? [{ field, ...found }] : [];
  });
}

function describe(snapshot: Snapshot | undefined, key: string | undefined): Omit<TargetRecord, 'field'> | undefined {
  const node = key === undefined ? undefined : snapshot?.nodes.find(({ element }) => element.key === key);
  const signature = snapshot && node?.index !== undefined ? signatureOf(snapshot, node.index) : undefined;
  return node && signature ? { signature: toRecord(signature), frame: node.element.frame, password: isPassword(node) } : undefined;
}

/** A number, or the number in a token such as `s3w1a:14`. */
function indexOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const [, digits] = typeof value === 'string' ? (/:(\d+)$/.exec(value) ?? []) : [];
  return digits === undefined ? undefined : Number(digits);
}

/** Whether elements were named that `targetsOf` could not describe. */
export const namesElements = (input: Arguments): boolean => elementFields.some((field) => input[field] !== undefined);

/** Every pixel named, as a share of the window and of the element it lay on. */
export function pointsOf(call: Call, act: Act, input: Arguments, snapshot: Snapshot | undefined): PointRecord[] {
  const { window } = act;
  if (!window || !isOnScreen(window)) return [];
  const named = namedPixels(input);
  return named.map(({ x, y, at }) => {
    const place = x === 'x' && act.point ? act.point : toWindow(call, window, at);
    const node = snapshot && nodeAt(snapshot, place);
    const signature = snapshot && node?.index !== undefined ? signatureOf(snapshot, node.index) : undefined;
    const frame = node?.element.frame;
    return {
      x,
      y,
      at: shareOf({ x: 0, y: 0, width: window.bounds.width, height: window.bounds.height }, place),
      ...(signature && frame ? { under: { signature: toRecord(signature), at: shareOf(frame, place) } } : {}),
    };
  });
}

interface NamedPixel {
  readonly x: string;
  readonly y: string;
  readonly at: { readonly x: number; readonly y: number };
}

function namedPixels(input: Arguments): NamedPixel[] {
  const pairs = pointFields.flatMap(([x, y]): NamedPixel[] => {
    const at = { x: input[x], y: input[y] };
    return typeof at.x === 'number' && typeof at.y === 'number' ? [{ x, y, at: { x: at.x, y: at.y } }] : [];
  });
  const path = Array.isArray(input.path) ? input.path : [];
  const steps = path.flatMap((step: unknown, index): NamedPixel[] => {
    const [x, y] = Array.isArray(step) ? (step as readonly unknown[]) : [];
    return typeof x === 'number' && typeof y === 'number' ? [{ x: `path.${index}.0`, y: `path.${index}.1`, at: { x, y } }] : [];
  });
  return [...pairs, ...steps];
}

function toWindow(call: Call, window: Window, { x, y }: NamedPixel['at']): WindowPoint {
  const shown = call.session.knownWindow(window.pid ?? 0, window.id)?.imageMap?.map;
  const map = shown ?? mapWindow(screenRect(window.bounds), { maxDimension: call.setting('max_image_dimension') });
  return imageToWindow(map, imagePoint(Math.floor(x), Math.floor(y)));
}

/** The smallest element with a number that holds the point; the window itself does not count. */
export function nodeAt(snapshot: Snapshot, point: { x: number; y: number }): SnapshotNode | undefined {
  const holding = snapshot.nodes.filter(
    ({ index, parent, element }) => index !== undefined && parent >= 0 && element.frame !== null && contains(element.frame, point),
  );
  return holding.sort((a, b) => area(a.element.frame ?? none) - area(b.element.frame ?? none))[0];
}

const none: Rect = { x: 0, y: 0, width: 0, height: 0 };

const shareOf = (rect: Rect, { x, y }: { x: number; y: number }): { x: number; y: number } => ({
  x: rounded((x + 0.5 - rect.x) / Math.max(1, rect.width)),
  y: rounded((y + 0.5 - rect.y) / Math.max(1, rect.height)),
});

const rounded = (share: number): number => Math.round(share * 100_000) / 100_000;
