/** Fits an outline into a number of tokens: what helps least goes first, and what went is said. */
import { tightClip } from './outline-line.js';
import { type Line, renderLines } from './outline-render.js';
import { roleTraits } from './roles.js';
import type { Snapshot, SnapshotNode } from './snapshot.js';

export const estimateTokens = (text: string): number => Math.ceil(text.length / 4);

export interface Fitted {
  readonly lines: readonly Line[];
  readonly left: readonly SnapshotNode[];
}

const roomForFooter = 200;
const listedFully = 12;
const closeEnough = 0.92;
const telling: ReadonlySet<string> = new Set([
  'heading',
  'status',
  'alert',
  'dialog',
  'statusbar',
  'notification',
  'infobar',
  'progressbar',
]);

/** Drops nodes from `selected` until the rest fits `budget` tokens together with a footer. */
export function fitToBudget(snapshot: Snapshot, selected: ReadonlySet<number>, budget: number): Fitted {
  const room = Math.max(0, budget * 4 - Math.min(roomForFooter, budget * 2));
  const order = leastUsefulFirst(snapshot, selected);
  const wanted = flags(snapshot, selected);
  const attempt = (dropped: number): { shown: Flags; lines: Line[] } => {
    const shown = flags(snapshot, order.slice(dropped));
    if (wanted[0] === 1) shown[0] = 1;
    dropEmptyContainers(snapshot, shown);
    return { shown, lines: render(snapshot, shown, wanted) };
  };
  const fits = ({ lines }: { lines: Line[] }): boolean => sizeOf(lines) <= room;
  // Sizes depend on how neighbours share lines, so the cut is searched for around the place the labels' lengths suggest.
  let dropped = firstGuess(snapshot, order, room);
  let best = attempt(dropped);
  for (let step = 8; !fits(best) && dropped < order.length; step *= 2) {
    dropped = Math.min(order.length, dropped + step);
    best = attempt(dropped);
  }
  for (let step = 32, hasFailed = false; step > 0 && dropped > 0 && sizeOf(best.lines) < room * closeEnough; ) {
    const fewer = Math.max(0, dropped - step);
    const next = attempt(fewer);
    if (fits(next)) {
      dropped = fewer;
      best = next;
      if (!hasFailed) step *= 2;
    } else {
      hasFailed = true;
      step = Math.floor(step / 4);
    }
  }
  const left = [...selected].filter((position) => best.shown[position] !== 1).flatMap((position) => snapshot.nodes[position] ?? []);
  return { lines: cutTail(best.lines, room), left };
}

/** One per node, 1 for those meant: asked for thousands of times while searching the cut. */
type Flags = Uint8Array;

function flags(snapshot: Snapshot, positions: Iterable<number>): Flags {
  const set = new Uint8Array(snapshot.nodes.length);
  for (const position of positions) set[position] = 1;
  return set;
}

/** How many to drop if every element cost what its text is long. */
function firstGuess(snapshot: Snapshot, order: readonly number[], room: number): number {
  let size = 0;
  for (let at = order.length - 1; at >= 0; at -= 1) {
    size += costOf(snapshot.nodes[order[at] ?? -1]);
    if (size > room) return at + 1;
  }
  return 0;
}

const sizeOf = (lines: readonly Line[]): number => lines.reduce((sum, line) => sum + line.text.length + 1, 0);

function cutTail(lines: readonly Line[], room: number): readonly Line[] {
  let size = 0;
  const end = lines.findIndex((line) => {
    size += line.text.length + 1;
    return size > room;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

function render(snapshot: Snapshot, shown: Flags, wanted: Flags): Line[] {
  return renderLines({
    snapshot,
    isShown: (position) => shown[position] === 1,
    clip: tightClip,
    folded: foldedNotes(snapshot, shown, wanted),
  });
}

/** For every shown parent, the numbers that were left out below it, so that they stay addressable. */
function foldedNotes({ nodes }: Snapshot, shown: Flags, wanted: Flags): Map<number, string> {
  const missing = new Map<number, number[]>();
  const shownAbove = new Int32Array(nodes.length);
  for (let position = 1; position < nodes.length; position += 1) {
    const node = nodes[position];
    if (!node) continue;
    const above = node.parent > 0 && shown[node.parent] !== 1 ? (shownAbove[node.parent] ?? 0) : node.parent;
    shownAbove[position] = above;
    if (above <= 0 || node.index === undefined || shown[position] === 1 || wanted[position] !== 1) continue;
    const indices = missing.get(above);
    if (indices) indices.push(node.index);
    else missing.set(above, [node.index]);
  }
  return new Map([...missing].map(([position, indices]) => [position, `(+${indices.length} more ${asRanges(indices)})`]));
}

/** `[57–98]`, or the first ranges of a scattered set. */
export function asRanges(indices: readonly number[]): string {
  const sorted = [...indices].sort((a, b) => a - b);
  const ranges: { first: number; last: number }[] = [];
  for (const index of sorted) {
    const range = ranges.at(-1);
    if (range && index === range.last + 1) range.last = index;
    else ranges.push({ first: index, last: index });
  }
  const told = ranges.slice(0, 3).map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`));
  return `[${told.join(', ')}${ranges.length > told.length ? ', …' : ''}]`;
}

function leastUsefulFirst(snapshot: Snapshot, selected: ReadonlySet<number>): number[] {
  const places = placeAmongAlike(snapshot, selected);
  const ranked = [...selected]
    .filter((position) => snapshot.nodes[position]?.parent !== -1)
    .map((position) => ({ position, node: snapshot.nodes[position], place: places.get(position) ?? 0 }))
    .map(({ position, node, place }) => ({ position, depth: node?.depth ?? 0, worth: node ? worthOf(node, place) : 0 }));
  ranked.sort((a, b) => a.worth - b.worth || b.depth - a.depth || b.position - a.position);
  return ranked.map(({ position }) => position);
}

/** Hidden, then off screen, then plain text, then the tails of long lists, then the rest from the leaves up. */
function worthOf(node: SnapshotNode, place: number): number {
  const isNumbered = node.index !== undefined;
  if (node.states.includes('focused')) return 9;
  if (node.role === 'dialog' || node.role === 'alert') return 8;
  if (node.states.includes('hidden')) return isNumbered ? 1 : 0;
  if (node.states.includes('offscreen')) return isNumbered ? 3 : 2;
  if (!isNumbered && isStructure(node.role)) return 7;
  if (!isNumbered && !telling.has(node.role)) return 4;
  if (place >= listedFully) return 5;
  return 6;
}

/** How many siblings of the same role come before each node. */
function placeAmongAlike(snapshot: Snapshot, selected: ReadonlySet<number>): Map<number, number> {
  const counts = new Map<string, number>();
  const places = new Map<number, number>();
  for (const position of selected) {
    const node = snapshot.nodes[position];
    if (!node) continue;
    const group = `${node.parent} ${node.role}`;
    const before = counts.get(group) ?? 0;
    places.set(position, before);
    counts.set(group, before + 1);
  }
  return places;
}

function costOf(node: SnapshotNode | undefined): number {
  if (!node) return 0;
  const number = node.index === undefined ? 0 : 6;
  return number + Math.min(node.label.length, tightClip.label) + Math.min(node.value?.length ?? 0, tightClip.value) + 4;
}

function dropEmptyContainers(snapshot: Snapshot, shown: Flags): void {
  const holding = new Uint8Array(snapshot.nodes.length);
  for (let position = snapshot.nodes.length - 1; position > 0; position -= 1) {
    const node = snapshot.nodes[position];
    if (!node) continue;
    if (shown[position] === 1 && node.index === undefined && holding[position] === 0 && isStructure(node.role)) shown[position] = 0;
    if (shown[position] === 1 || holding[position] === 1) holding[node.parent] = 1;
  }
}

function isStructure(role: string): boolean {
  const { container, wrapper } = roleTraits(role);
  return container || wrapper;
}
