/** The snapshot as text for a model: one compact line per element or run of like elements. */
import { estimateTokens, fitToBudget } from './outline-budget.js';
import { roomyClip } from './outline-line.js';
import { type Line, renderLines } from './outline-render.js';
import { positionsMatching, withAncestors } from './query.js';
import { isDormant, type Snapshot, type SnapshotNode } from './snapshot.js';
import { oneLine, quoted } from './text.js';

export interface OutlineOptions {
  /** Words that must all occur in role, label or value; `role:button` restricts the role. */
  readonly query?: string | undefined;
  /** Most tokens the outline may cost. */
  readonly budget?: number | undefined;
  readonly maxDepth?: number | undefined;
  /** Most numbered elements. */
  readonly maxElements?: number | undefined;
}

export interface Truncation {
  readonly shown: number;
  readonly total: number;
  /** What was left out and how to get it. */
  readonly how: string;
}

export interface Outline {
  readonly markdown: string;
  readonly shownIndices: readonly number[];
  readonly truncated?: Truncation;
}

export function renderOutline(snapshot: Snapshot, options: OutlineOptions = {}): Outline {
  const wanted = wantedPositions(snapshot, options.query);
  if (wanted.size === 0 && snapshot.nodes.length > 0) return nothingFound(snapshot, options);
  const { kept: selected, reasons } = applyCaps(snapshot, wanted, options);
  if (snapshot.truncated) reasons.push(`reading stopped after ${snapshot.truncated.shown} elements (${snapshot.truncated.reason})`);
  const folded = hasText(options.query) ? undefined : foldDormant(snapshot, selected);
  const full = renderLines({ snapshot, isShown: (position) => selected.has(position), clip: roomyClip, ...(folded ? { folded } : {}) });
  const whole = compose(full, reasons, selected.size, wanted.size);
  if (options.budget === undefined || estimateTokens(whole.markdown) <= options.budget) return whole;
  const { lines, left } = fitToBudget(snapshot, selected, options.budget);
  const needed = Math.ceil(estimateTokens(whole.markdown) / 50) * 50;
  const cut = `budget ${options.budget} left out ${summary(left)}; use query, or budget ${needed} for all`;
  return compose(lines, [...reasons, cut], elementsOn(lines), wanted.size, options.budget);
}

const hasText = (query: string | undefined): query is string => query !== undefined && oneLine(query) !== '';

/** Takes disabled leaves that are not on the screen out of the selection and notes their number at their parent. */
function foldDormant(snapshot: Snapshot, selected: Set<number>): Map<number, string> {
  const counts = new Map<number, number>();
  const held = new Set<number>();
  for (let position = snapshot.nodes.length - 1; position > 0; position -= 1) {
    const node = snapshot.nodes[position];
    if (!node || !selected.has(position)) continue;
    if (held.has(position) || !isDormant(snapshot, node)) {
      held.add(node.parent);
      continue;
    }
    selected.delete(position);
    counts.set(node.parent, (counts.get(node.parent) ?? 0) + 1);
  }
  return new Map([...counts].map(([position, count]) => [position, `(+${count} disabled, not on screen)`]));
}

function wantedPositions(snapshot: Snapshot, query: string | undefined): Set<number> {
  return hasText(query) ? withAncestors(snapshot, positionsMatching(snapshot, query)) : new Set(snapshot.nodes.keys());
}

function applyCaps(snapshot: Snapshot, wanted: ReadonlySet<number>, { maxDepth, maxElements }: OutlineOptions) {
  const reasons: string[] = [];
  const kept = new Set<number>();
  let numbered = 0;
  let isTooDeep = false;
  for (const position of [...wanted].sort((a, b) => a - b)) {
    const node = snapshot.nodes[position];
    if (!node) continue;
    if (maxDepth !== undefined && node.depth > maxDepth) {
      isTooDeep = true;
      continue;
    }
    if (node.index !== undefined && maxElements !== undefined && numbered >= maxElements) {
      reasons.push(`max_elements ${maxElements} reached; raise it or use query`);
      break;
    }
    if (node.index !== undefined) numbered += 1;
    kept.add(position);
  }
  if (isTooDeep) reasons.push(`max_depth ${maxDepth} reached; raise it or use query`);
  return { kept, reasons };
}

const elementsOn = (lines: readonly Line[]): number => lines.reduce((sum, line) => sum + line.elements, 0);

function compose(lines: readonly Line[], reasons: readonly string[], shown: number, total: number, budget?: number): Outline {
  const body = lines.map((line) => line.text);
  const shownIndices = lines.flatMap((line) => line.indices);
  if (reasons.length === 0) return { markdown: body.join('\n'), shownIndices };
  const how = reasons.join('; ');
  const footer = [`… ${shown} of ${total} elements: ${how}`, `… ${shown} of ${total}`, ''];
  const markdown = footer
    .map((last) => [...body, ...(last === '' ? [] : [last])].join('\n'))
    .find((text) => budget === undefined || estimateTokens(text) <= budget);
  return { markdown: markdown ?? '', shownIndices: markdown === undefined ? [] : shownIndices, truncated: { shown, total, how } };
}

function summary(left: readonly SnapshotNode[]): string {
  const counts = new Map<string, number>();
  for (const node of left) {
    const state = node.states.includes('hidden') ? 'hidden ' : node.states.includes('offscreen') ? 'off-screen ' : '';
    const kind = state + (node.index === undefined ? 'texts' : 'elements');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const parts = [...counts].map(([kind, count]) => `${count} ${kind}`);
  return parts.length > 0 ? parts.join(', ') : 'the last lines';
}

function nothingFound(snapshot: Snapshot, { query = '', budget = 100 }: OutlineOptions): Outline {
  const cut = snapshot.truncated ? '; the tree was not read completely' : '';
  const text = `no match for ${quoted(oneLine(query), 60)} among ${snapshot.nodes.length} elements${cut}`;
  return { markdown: text.slice(0, budget * 4), shownIndices: [] };
}
