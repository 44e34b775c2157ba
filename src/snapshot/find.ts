/** The nearest thing to what was asked for, for errors that say what was there instead. */
import type { Snapshot, SnapshotNode } from './snapshot.js';
import { comparable } from './text.js';

export interface Wanted {
  readonly role?: string | undefined;
  readonly label?: string | undefined;
}

export interface ElementCandidate {
  readonly element_index: number;
  readonly element_token: string;
  readonly role: string;
  readonly label: string;
  /** 1 is the very thing, 0 has nothing in common. */
  readonly score: number;
}

const mostCandidates = 5;

/** Up to five numbered elements that resemble the wanted one, best first. */
export function nearestCandidates(snapshot: Snapshot, wanted: Wanted, most = mostCandidates): ElementCandidate[] {
  const label = wanted.label === undefined ? undefined : comparable(wanted.label);
  const found: ElementCandidate[] = [];
  for (const node of snapshot.nodes) {
    if (node.index === undefined || node.token === undefined) continue;
    const score = resemblance(node, wanted.role, label);
    if (score > 0)
      found.push({ element_index: node.index, element_token: node.token, role: node.role, label: node.label.slice(0, 120), score });
  }
  found.sort((a, b) => b.score - a.score || a.element_index - b.element_index);
  return found.slice(0, most);
}

function resemblance(node: SnapshotNode, role: string | undefined, label: string | undefined): number {
  const roleScore = role === undefined ? undefined : node.role === role ? 1 : 0;
  const labelScore = label === undefined ? undefined : textSimilarity(comparable(node.label), label);
  if (labelScore === undefined) return roleScore ?? 0;
  if (labelScore < 0.3) return 0;
  const score = roleScore === undefined ? labelScore : labelScore * 0.75 + roleScore * 0.25;
  return Math.round(score * 100) / 100;
}

/** 1 for equal texts, high when one contains the other, otherwise the share of letter pairs in common. */
export function textSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  if (a === '' || b === '') return 0;
  if (a.includes(b) || b.includes(a)) return 0.6 + 0.35 * (Math.min(a.length, b.length) / Math.max(a.length, b.length));
  return sharedPairs(a, b);
}

function sharedPairs(a: string, b: string): number {
  const pairs = new Map<string, number>();
  for (let at = 0; at < a.length - 1; at += 1) pairs.set(a.slice(at, at + 2), (pairs.get(a.slice(at, at + 2)) ?? 0) + 1);
  let shared = 0;
  for (let at = 0; at < b.length - 1; at += 1) {
    const left = pairs.get(b.slice(at, at + 2)) ?? 0;
    if (left === 0) continue;
    pairs.set(b.slice(at, at + 2), left - 1);
    shared += 1;
  }
  const possible = a.length + b.length - 2;
  return possible > 0 ? (2 * shared) / possible : 0;
}
