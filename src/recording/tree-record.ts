/** What a turn changed in the tree, small enough to keep for every turn. */
import type { ChangedEntry, DiffEntry, SnapshotDiff } from '../snapshot/diff.js';
import type { TreeRecord } from './format.js';

const MOST_ENTRIES = 40;
const LONGEST_TEXT = 240;

const clip = (text: string): string => (text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text);

export function treeRecord(diff: SnapshotDiff, outline?: string): TreeRecord {
  const changed = diff.changed.slice(0, MOST_ENTRIES).map(changedEntry);
  const appeared = diff.appeared.slice(0, MOST_ENTRIES - changed.length).map(entry);
  const vanished = diff.vanished.slice(0, MOST_ENTRIES - changed.length - appeared.length).map(entry);
  const all = diff.changed.length + diff.appeared.length + diff.vanished.length;
  return {
    ...(outline === undefined ? {} : { outline }),
    appeared,
    changed,
    vanished,
    moved: diff.moved.length,
    more: all - changed.length - appeared.length - vanished.length,
  };
}

export const noChange: SnapshotDiff = { appeared: [], changed: [], vanished: [], moved: [] };

function entry({ index, role, label, value }: DiffEntry): TreeRecord['appeared'][number] {
  return { ...(index === undefined ? {} : { index }), role, label: clip(label), ...(value === undefined ? {} : { value: clip(value) }) };
}

function changedEntry(change: ChangedEntry): TreeRecord['changed'][number] {
  const what = Object.entries(change.what).map(([field, [from, to]]): [string, [string, string]] => [field, [clip(from), clip(to)]]);
  return { ...entry(change), what: Object.fromEntries(what) };
}
