/** The list that goes with a numbered picture. */
import { intersect, type Rect, type Size } from '../../model/geometry.js';
import type { Snapshot, SnapshotNode } from '../../snapshot/snapshot.js';
import { axRole } from './ax-roles.js';

const longestLabel = 60;
const listedLines = 40;

export interface Markable {
  readonly index: number;
  readonly role: string;
  readonly label: string;
  /** The part that shows, in pixels of the picture. */
  readonly frame: Rect;
}

/** Elements one can act on that show in a picture of this size. */
export function markable(snapshot: Snapshot, size: Size): Markable[] {
  const picture: Rect = { x: 0, y: 0, ...size };
  return snapshot.nodes.flatMap((node): Markable[] => {
    const frame = node.frame && isShown(snapshot, node) ? intersect(picture, { ...node.frame }) : undefined;
    return node.index !== undefined && frame ? [{ index: node.index, role: node.role, label: labelOf(node), frame }] : [];
  });
}

function isShown(snapshot: Snapshot, { role, states, parent }: SnapshotNode): boolean {
  if (states.includes('hidden') || states.includes('offscreen')) return false;
  // Chromium gives the options of a closed list a place below the list itself.
  const above = snapshot.nodes[parent];
  return above?.role !== 'combobox' || above.states.includes('expanded') || !choices.has(role);
}

const choices: ReadonlySet<string> = new Set(['option', 'menuitem', 'listitem']);

/** What a field holds tells more than its missing name. */
const labelOf = ({ label, value }: SnapshotNode): string => label || value || '';

/** `#7 AXLink 'Sign In' @ (900, 420, 80, 24) [Safari]` */
export function indexLine({ index, role, label, frame }: Markable, app: string): string {
  const { x, y, width, height } = frame;
  return `#${index} ${axRole(role)} '${clip(label)}' @ (${x}, ${y}, ${width}, ${height}) [${app}]`;
}

export function indexLines(elements: readonly Markable[], app: string): string[] {
  const lines = elements.slice(0, listedLines).map((element) => indexLine(element, app));
  const left = elements.length - lines.length;
  return left > 0 ? [...lines, `+${left} more (numbered in the picture; mode "ax" lists all)`] : lines;
}

/** A label cannot end its own quotes and pass for another element. */
function clip(label: string): string {
  const safe = label.replaceAll("'", '’');
  return safe.length > longestLabel ? `${safe.slice(0, longestLabel - 1)}…` : safe;
}
