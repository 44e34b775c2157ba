/** What an element is, in words that survive a restart: for replaying a recording without its numbers. */
import type { Rect } from '../model/geometry.js';
import { type ElementCandidate, nearestCandidates } from './find.js';
import type { Snapshot, SnapshotNode } from './snapshot.js';

export interface Signature {
  readonly role: string;
  readonly label: string;
  /** From the outermost in; the window itself is left out. */
  readonly ancestors: readonly { readonly role: string; readonly label: string }[];
  /** The nearest other labels in reading order, which tell one "Delete" from the next. */
  readonly near: { readonly before: string | null; readonly after: string | null };
  readonly position: {
    /** Among the elements of the same role and label. */
    readonly ordinal: number;
    readonly count: number;
    /** Middle of the element as a share of the window's size; null when it had no place. */
    readonly at: { readonly x: number; readonly y: number } | null;
  };
}

export type SignatureMatch =
  | { readonly kind: 'match'; readonly node: SnapshotNode; readonly healed: readonly string[] }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly ElementCandidate[] }
  | { readonly kind: 'none'; readonly candidates: readonly ElementCandidate[] };

/** Undefined when the number is not in the snapshot. */
export function signatureOf(snapshot: Snapshot, index: number): Signature | undefined {
  const node = snapshot.byIndex.get(index);
  return node && describe(snapshot, node, alike(snapshot, node));
}

/** Never answers with an element of another role or label, nor with one in another dialog or row. */
export function findBySignature(snapshot: Snapshot, signature: Signature): SignatureMatch {
  const twins = alike(snapshot, signature);
  const rated = twins
    .map((node) => ({ node, ...rate(signature, describe(snapshot, node, twins)) }))
    .filter((entry) => entry.isPossible)
    .sort((a, b) => b.score - a.score);
  const [best, second] = rated;
  if (!best) return { kind: 'none', candidates: nearestCandidates(snapshot, signature) };
  const isOnly = twins.length === 1 && signature.position.count === 1;
  const isSure = isOnly
    ? (signature.label !== '' || best.score >= sureWithoutLabel) && !(isInRecord(signature) && !isKnownByNeighbours(signature, best))
    : best.score - (second?.score ?? 0) >= clearLead && isKnownByNeighbours(signature, best);
  return isSure ? { kind: 'match', node: best.node, healed: best.differences } : { kind: 'ambiguous', candidates: toCandidates(rated) };
}

/** Where elements repeat, being the only one left is no proof: something beside it must be as it was. */
const isKnownByNeighbours = ({ near }: Signature, { neighbours }: Rating): boolean =>
  neighbours > 0 || (near.before === null && near.after === null);

const clearLead = 0.08;
const sureWithoutLabel = 0.6;
const weights = { ancestors: 0.45, neighbours: 0.25, ordinal: 0.2, place: 0.1 };

const alike = (snapshot: Snapshot, { role, label }: { role: string; label: string }): SnapshotNode[] =>
  snapshot.nodes.filter((node) => node.index !== undefined && node.role === role && node.label === label);

function describe(snapshot: Snapshot, node: SnapshotNode, twins: readonly SnapshotNode[]): Signature {
  const ancestors: { role: string; label: string }[] = [];
  for (let above = snapshot.nodes[node.parent]; above && above.parent >= 0; above = snapshot.nodes[above.parent]) {
    ancestors.unshift({ role: above.role, label: above.label });
  }
  return {
    role: node.role,
    label: node.label,
    ancestors,
    near: neighbours(snapshot, node),
    position: { ordinal: twins.indexOf(node), count: twins.length, at: relativeMiddle(node.frame, snapshot.nodes[0]?.frame ?? null) },
  };
}

/** The last label before and the first after, skipping twins and what carries no text. */
function neighbours(snapshot: Snapshot, node: SnapshotNode): Signature['near'] {
  const at = snapshot.nodes.indexOf(node);
  const find = (step: 1 | -1): string | null => {
    for (let position = at + step, steps = 0; position > 0 && position < snapshot.nodes.length && steps < 6; position += step, steps += 1) {
      const other = snapshot.nodes[position];
      if (other && other.label !== '' && !(other.role === node.role && other.label === node.label)) return other.label;
    }
    return null;
  };
  return { before: find(-1), after: find(1) };
}

function relativeMiddle(frame: Rect | null, window: Rect | null): { x: number; y: number } | null {
  if (!frame || !window || window.width <= 0 || window.height <= 0) return null;
  const share = (middle: number, start: number, size: number): number => Math.round(((middle - start) / size) * 1000) / 1000;
  return {
    x: share(frame.x + frame.width / 2, window.x, window.width),
    y: share(frame.y + frame.height / 2, window.y, window.height),
  };
}

interface Rating {
  readonly score: number;
  readonly neighbours: number;
  readonly isPossible: boolean;
  readonly differences: readonly string[];
}

function rate(wanted: Signature, found: Signature): Rating {
  const ancestors = sharedAncestors(wanted.ancestors, found.ancestors);
  const near = sharedNeighbours(wanted.near, found.near);
  const ordinal = wanted.position.count === found.position.count && wanted.position.ordinal === found.position.ordinal ? 1 : 0;
  const place = closeness(wanted.position.at, found.position.at);
  const differences = [
    ...(ancestors < 1 ? ['moved to another parent'] : []),
    ...(wanted.position.count === found.position.count ? [] : ['other elements like it appeared or vanished']),
    ...(place < 0.95 ? ['moved in the window'] : []),
  ];
  return {
    score: ancestors * weights.ancestors + near * weights.neighbours + ordinal * weights.ordinal + place * weights.place,
    neighbours: near,
    isPossible: scopeOf(wanted) === scopeOf(found),
    differences,
  };
}

function sharedNeighbours(wanted: Signature['near'], found: Signature['near']): number {
  const sides = (['before', 'after'] as const).filter((side) => wanted[side] !== null);
  return sides.length === 0 ? 1 : sides.filter((side) => wanted[side] === found[side]).length / sides.length;
}

const scopes: ReadonlySet<string> = new Set(['dialog', 'alert', 'popover']);
const records: ReadonlySet<string> = new Set(['row', 'listitem', 'treeitem', 'option']);

const isInRecord = ({ ancestors }: Signature): boolean => ancestors.some(({ role }) => records.has(role));

/** An "OK" in one dialog is never the "OK" of another, nor is a "Delete" of one row that of another. */
function scopeOf({ ancestors }: Signature): string {
  const dialog = ancestors.findLast(({ role }) => scopes.has(role));
  const record = ancestors.findLast(({ role, label }) => records.has(role) && label !== '');
  return JSON.stringify([dialog?.role, dialog?.label, record?.label]);
}

function sharedAncestors(wanted: Signature['ancestors'], found: Signature['ancestors']): number {
  const longest = Math.max(wanted.length, found.length);
  if (longest === 0) return 1;
  const left = found.map(({ role, label }) => `${role} ${label}`);
  let shared = 0;
  for (const { role, label } of wanted) {
    const at = left.indexOf(`${role} ${label}`);
    if (at < 0) continue;
    left.splice(0, at + 1);
    shared += 1;
  }
  return shared / longest;
}

function closeness(a: { x: number; y: number } | null, b: { x: number; y: number } | null): number {
  if (!a || !b) return a === b ? 1 : 0.5;
  return Math.max(0, 1 - Math.hypot(a.x - b.x, a.y - b.y));
}

function toCandidates(rated: readonly { node: SnapshotNode; score: number }[]): ElementCandidate[] {
  return rated.slice(0, 5).flatMap(({ node, score }) =>
    node.index === undefined || node.token === undefined
      ? []
      : [
          {
            element_index: node.index,
            element_token: node.token,
            role: node.role,
            label: node.label,
            score: Math.round(score * 100) / 100,
          },
        ],
  );
}
