/** Narrowing an outline: `save`, `role:button save`, every word must be found. */
import type { Snapshot, SnapshotNode } from './snapshot.js';
import { oneLine } from './text.js';

interface Query {
  readonly roles: readonly string[];
  readonly words: readonly string[];
}

function parseQuery(text: string): Query {
  const terms = oneLine(text).toLowerCase().split(' ').filter(Boolean);
  const roles: string[] = [];
  const words: string[] = [];
  for (const term of terms) {
    if (term.startsWith('role:')) roles.push(term.slice('role:'.length));
    else words.push(term);
  }
  return { roles: roles.filter(Boolean), words };
}

function matchesQuery(node: SnapshotNode, query: Query): boolean {
  if (query.roles.length > 0 && !query.roles.includes(node.role)) return false;
  if (query.words.length === 0) return query.roles.length > 0;
  const text = `${node.role} ${node.label} ${node.value ?? ''}`.toLowerCase();
  return query.words.every((word) => text.includes(word));
}

/** Positions of the nodes that match. */
export function positionsMatching(snapshot: Snapshot, text: string): Set<number> {
  const query = parseQuery(text);
  const found = new Set<number>();
  snapshot.nodes.forEach((node, position) => {
    if (matchesQuery(node, query)) found.add(position);
  });
  return found;
}

/** The positions and everything above them, so that a match keeps its place in the outline. */
export function withAncestors(snapshot: Snapshot, positions: ReadonlySet<number>): Set<number> {
  const all = new Set(positions);
  for (const start of positions) {
    let above = snapshot.nodes[start]?.parent ?? -1;
    while (above >= 0 && !all.has(above)) {
      all.add(above);
      above = snapshot.nodes[above]?.parent ?? -1;
    }
  }
  return all;
}
