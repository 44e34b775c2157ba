/** Where an element that is scrolled out of sight must be: toolkits give no place for it, but its neighbours have one. */
import type { ElementNode } from '../../model/element.js';
import { bottom, center, contains, type Rect, right, type WindowPoint, windowPoint, windowRect } from '../../model/geometry.js';
import type { Direction } from '../../model/gesture.js';

export interface Whereabouts {
  /** Whether what scrolls shows it, and none of it is behind an edge. */
  readonly isInView: boolean;
  readonly isSeen: boolean;
  readonly direction: Direction;
  /** How many of its like lie between it and what is seen. */
  readonly distance: number;
  /** What is seen now, to tell whether turning the wheel moved anything. */
  readonly seen: string;
  /** A place for the wheel inside what scrolls, apart from controls that take it for themselves. */
  readonly wheelAt: WindowPoint | undefined;
}

const scrollers: ReadonlySet<string> = new Set(['scrollarea', 'viewport', 'list', 'listbox', 'table', 'tree', 'treetable', 'grid']);
const wheelTakers: ReadonlySet<string> = new Set([
  'slider',
  'spinbutton',
  'combobox',
  'dial',
  'scrollbar',
  'tablist',
  'textarea',
  ...scrollers,
]);

/** Undefined when the tree does not hold it. */
export function whereabouts(root: ElementNode, key: string): Whereabouts | undefined {
  const path = pathTo(root, key);
  const target = path?.at(-1);
  if (!path || !target) return undefined;
  const around = path.slice(0, -1).findLast(({ role, frame }) => scrollers.has(role) && frame) ?? root;
  const like = [...descendants(around)].filter(({ role }) => role === target.role);
  const at = like.indexOf(target);
  const seen = like.flatMap(({ frame }, index) => (frame ? [index] : []));
  const [first = 0, last = 0] = [seen[0], seen.at(-1)];
  const isBefore = at < first || (at <= last && isCutAtStart(target.frame, around.frame));
  return {
    isInView: target.frame !== null && !isCut(target.frame, around.frame),
    isSeen: target.frame !== null,
    direction: directionOf(isBefore, liesInARow(seen.flatMap((index) => like[index]?.frame ?? []))),
    distance: at < first ? first - at : Math.max(0, at - last),
    seen: JSON.stringify(seen.map((index) => [index, like[index]?.frame])),
    wheelAt: around.frame ? freePoint(around, around.frame, new Set(path)) : undefined,
  };
}

const directionOf = (isBefore: boolean, inARow: boolean): Direction => (inARow ? (isBefore ? 'left' : 'right') : isBefore ? 'up' : 'down');

function pathTo(node: ElementNode, key: string): ElementNode[] | undefined {
  if (node.key === key) return [node];
  for (const child of node.children) {
    const below = pathTo(child, key);
    if (below) return [node, ...below];
  }
  return undefined;
}

function* descendants(node: ElementNode): Generator<ElementNode> {
  for (const child of node.children) {
    yield child;
    yield* descendants(child);
  }
}

const isCutAtStart = (frame: Rect | null, around: Rect | null): boolean =>
  frame !== null && around !== null && (frame.y <= around.y || frame.x < around.x);

const isCut = (frame: Rect, around: Rect | null): boolean =>
  around !== null && frame.height < around.height && (frame.y <= around.y || bottom(frame) >= bottom(around));

const liesInARow = (frames: readonly Rect[]): boolean => {
  const [first] = frames;
  return first !== undefined && frames.length > 1 && frames.every(({ y }) => y === first.y);
};

const shares = [0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95];

function freePoint(around: ElementNode, area: Rect, path: ReadonlySet<ElementNode>): WindowPoint | undefined {
  const takers = [...descendants(around)].flatMap((node) =>
    wheelTakers.has(node.role) && !path.has(node) && node.frame ? [node.frame] : [],
  );
  const places = shares.flatMap((down) => shares.map((across) => inside(area, across, down)));
  return places.find((place) => !takers.some((frame) => contains(frame, place)));
}

const inside = (area: Rect, across: number, down: number): WindowPoint =>
  across === 0.5 && down === 0.5
    ? center(windowRect(area))
    : windowPoint(Math.min(right(area) - 1, Math.floor(area.x + area.width * across)), Math.floor(area.y + area.height * down));
