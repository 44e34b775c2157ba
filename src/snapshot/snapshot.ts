/** One observation of a window: what it shows, in document order, numbered, immutable. */
import type { ElementNode, ElementState, ElementTree } from '../model/element.js';
import { isEmpty, type Rect } from '../model/geometry.js';
import { type Candidate, isOutOfSight, selectMeaningful } from './meaningful.js';
import type { ElementNumbers } from './numbering.js';

/** The element as the backend read it. A password's value is never in here. */
export type SnapshotElement = Omit<ElementNode, 'children'>;

export interface SnapshotNode {
  /** Only elements one can act on have a number. */
  readonly index: number | undefined;
  readonly token: string | undefined;
  /** Number of the nearest numbered ancestor. */
  readonly parentIndex: number | undefined;
  /** Position of the parent in `Snapshot.nodes`; -1 for the root. */
  readonly parent: number;
  readonly depth: number;
  readonly role: string;
  /** Name, description or contained text: one line without hidden characters. */
  readonly label: string;
  readonly value: string | undefined;
  readonly states: readonly ElementState[];
  /** In screenshot space; null when the element has no place. */
  readonly frame: Rect | null;
  /** Text that hides characters or reads like orders to a model. */
  readonly suspicious: boolean;
  readonly element: SnapshotElement;
}

export interface MergedText {
  readonly role: string;
  readonly label: string;
}

export interface Snapshot {
  readonly id: string;
  readonly pid: number;
  readonly windowId: number;
  readonly toolkit: string;
  readonly nodes: readonly SnapshotNode[];
  readonly byIndex: ReadonlyMap<number, SnapshotNode>;
  /** Texts shown only as the label of a neighbour: they are on the screen but have no line. */
  readonly mergedTexts: readonly MergedText[];
  /** Elements the backend read, shown or not. */
  readonly elementsRead: number;
  /** Set when the backend's walk was cut; absence then proves nothing. */
  readonly truncated: ElementTree['truncated'];
  readonly degraded: string | undefined;
}

export interface SnapshotOptions {
  readonly numbers: ElementNumbers;
  readonly snapshotId: string;
  readonly pid: number;
  readonly windowId: number;
  /** From window space to screenshot space. */
  readonly toImage: (rect: Rect) => Rect;
}

/** Deeper nesting is shown at this depth: no reader follows it, and it keeps lines and recursion short. */
const deepest = 48;

interface Placed {
  readonly position: number;
  readonly node: SnapshotNode;
}

export function takeSnapshot(tree: ElementTree, options: SnapshotOptions): Snapshot {
  const candidates = selectMeaningful(tree.root);
  const placed = new Map<Candidate, Placed>();
  const nodes: SnapshotNode[] = [];
  const byIndex = new Map<number, SnapshotNode>();
  const mergedTexts: MergedText[] = [];
  options.numbers.begin();
  for (const candidate of candidates) {
    if (candidate.merged) mergedTexts.push({ role: candidate.raw.role, label: candidate.label });
    const above = candidate.parent && placed.get(candidate.parent);
    if (!candidate.keep) {
      if (above) placed.set(candidate, above);
      continue;
    }
    const node = toNode(candidate, above, options);
    placed.set(candidate, node.depth >= deepest && above ? above : { position: nodes.length, node });
    nodes.push(node);
    if (node.index !== undefined) byIndex.set(node.index, node);
  }
  return Object.freeze({
    id: options.snapshotId,
    pid: options.pid,
    windowId: options.windowId,
    toolkit: tree.toolkit,
    nodes: Object.freeze(nodes),
    byIndex,
    mergedTexts: Object.freeze(mergedTexts),
    elementsRead: candidates.length,
    truncated: tree.truncated,
    degraded: tree.degraded,
  });
}

function toNode(candidate: Candidate, above: Placed | undefined, options: SnapshotOptions): SnapshotNode {
  const { raw } = candidate;
  const index = candidate.actionable ? options.numbers.assign(raw.key, raw.role) : undefined;
  return Object.freeze({
    index,
    token: index === undefined ? undefined : `${options.snapshotId}:${index}`,
    parentIndex: above?.node.index ?? above?.node.parentIndex,
    parent: above ? above.position : -1,
    depth: above ? above.node.depth + 1 : 0,
    role: raw.role,
    label: candidate.label,
    value: candidate.value,
    states: raw.states,
    frame: raw.frame && !isEmpty(raw.frame) ? options.toImage(raw.frame) : null,
    suspicious: candidate.suspicious,
    element: withoutChildren(raw, candidate.isSecret),
  });
}

/** Alone: whoever logs or sends an element must not drag its subtree, or a password in it, along. */
function withoutChildren(raw: ElementNode, isSecret: boolean): SnapshotElement {
  const { children: _children, ...alone } = raw;
  if (!isSecret) return alone;
  const { value: _value, ...open } = alone;
  return open;
}

/** Numbered, but neither to be seen nor to be used now: outlines only count these. Menus are hidden by nature and stay. */
export function isDormant(snapshot: Snapshot, node: SnapshotNode): boolean {
  if (!node.states.includes('disabled') || !isOutOfSight(node)) return false;
  const parent = snapshot.nodes[node.parent];
  return !node.role.endsWith('menuitem') && node.role !== 'option' && parent?.role !== 'combobox' && parent?.role !== 'menu';
}

/** Whether everything there is was read, so that absence means something. */
export const isComplete = (snapshot: Snapshot): boolean => snapshot.truncated === undefined && snapshot.degraded === undefined;
