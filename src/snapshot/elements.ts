/** The structured half of a snapshot: one record per element that can be acted on. */
import type { Rect } from '../model/geometry.js';
import { isIdleAction } from './meaningful.js';
import type { Snapshot, SnapshotNode } from './snapshot.js';

export interface ElementRecord {
  readonly element_index: number;
  readonly element_token: string;
  readonly role: string;
  readonly label: string;
  readonly value?: string;
  readonly states: readonly string[];
  readonly actions: readonly string[];
  /** In the pixels of the screenshot; null when the element has no place on it. */
  readonly frame: Rect | null;
  readonly parent_index?: number;
  readonly depth: number;
  readonly in_web_content?: true;
  readonly url?: string;
  readonly suspicious?: true;
}

/** States that are true of nearly everything, so only their opposites are told. */
const unremarkable: ReadonlySet<string> = new Set(['enabled', 'focusable']);
const longestText = 1000;

const bounded = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text);

/** All numbered elements, or only those in `indices`. */
export function elementRecords(snapshot: Snapshot, indices?: ReadonlySet<number>): ElementRecord[] {
  const records: ElementRecord[] = [];
  for (const node of snapshot.nodes) {
    if (node.index === undefined || (indices && !indices.has(node.index))) continue;
    const record = elementRecord(node);
    if (record) records.push(record);
  }
  return records;
}

/** Undefined for a node without a number. */
export function elementRecord(node: SnapshotNode): ElementRecord | undefined {
  if (node.index === undefined || node.token === undefined) return undefined;
  return {
    element_index: node.index,
    element_token: node.token,
    role: node.role,
    label: bounded(node.label),
    ...(node.value === undefined ? {} : { value: bounded(node.value) }),
    states: node.states.filter((state) => !unremarkable.has(state)),
    actions: node.element.actions.filter((action) => !isIdleAction(action)),
    frame: node.frame,
    ...(node.parentIndex === undefined ? {} : { parent_index: node.parentIndex }),
    depth: node.depth,
    ...(node.element.inWebContent ? { in_web_content: true } : {}),
    ...(node.element.url === undefined ? {} : { url: bounded(node.element.url) }),
    ...(node.suspicious ? { suspicious: true } : {}),
  };
}
