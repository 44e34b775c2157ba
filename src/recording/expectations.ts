/** What a turn led to, as statements a replay can check: few, about things that can be told apart. */
import type { ChangedEntry, DiffEntry, FieldChange, SnapshotDiff } from '../snapshot/diff.js';
import { signatureOf } from '../snapshot/signature.js';
import type { Snapshot, SnapshotNode } from '../snapshot/snapshot.js';
import type { Expectation } from './format.js';
import { toRecord } from './signature-record.js';

const MOST_OF_EACH = 3;
const LONGEST_VALUE = 200;
const watched = ['checked', 'pressed', 'selected', 'expanded', 'disabled'] as const;

export function expectationsOf(diff: SnapshotDiff, after: Snapshot, target: string | undefined): Expectation[] {
  const changed = diff.changed
    .filter(({ what }) => what.value !== undefined || what.states !== undefined)
    .flatMap((entry) => {
      const node = nodeOf(after, entry);
      return node ? [{ entry, node }] : [];
    })
    .sort((a, b) => Number(b.node.element.key === target) - Number(a.node.element.key === target))
    .flatMap(({ entry, node }) => stateOf(after, node, entry) ?? [])
    .slice(0, MOST_OF_EACH);
  const appeared = diff.appeared
    .filter(({ label }) => label !== '')
    .flatMap((entry) => nodeOf(after, entry) ?? [])
    .flatMap((node): Expectation[] => existing(after, node))
    .slice(0, MOST_OF_EACH);
  const gone = diff.vanished
    .filter(({ role, label }) => label !== '' && !after.nodes.some((node) => node.role === role && node.label === label))
    .slice(0, MOST_OF_EACH)
    .map(({ role, label }): Expectation => ({ kind: 'gone', role, label }));
  return [...changed, ...appeared, ...gone];
}

const nodeOf = (snapshot: Snapshot, { index }: DiffEntry): SnapshotNode | undefined =>
  index === undefined ? undefined : snapshot.byIndex.get(index);

const isSecret = ({ role, states }: SnapshotNode): boolean => role === 'passwordfield' || states.includes('password');

function stateOf(snapshot: Snapshot, node: SnapshotNode, { what }: ChangedEntry): Expectation | undefined {
  const signature = node.index === undefined ? undefined : signatureOf(snapshot, node.index);
  const states = statesOf(what.states);
  const isTellable = what.value !== undefined && !isSecret(node) && (node.value?.length ?? 0) <= LONGEST_VALUE;
  if (!signature || (!isTellable && !states)) return undefined;
  return {
    kind: 'element',
    signature: toRecord(signature),
    ...(isTellable ? { value: node.value ?? '' } : {}),
    ...(states ? { states } : {}),
  };
}

function statesOf(change: FieldChange | undefined): Record<string, boolean> | undefined {
  const [gone = '', come = ''] = change ?? [];
  const entries = watched.flatMap((state): [string, boolean][] => {
    if (come.split(' ').includes(state)) return [[state, true]];
    return gone.split(' ').includes(state) ? [[state, false]] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Something new can only be waited for when nothing else looks like it. */
function existing(snapshot: Snapshot, node: SnapshotNode): Expectation[] {
  const signature = node.index === undefined ? undefined : signatureOf(snapshot, node.index);
  return signature && signature.position.count === 1 ? [{ kind: 'element', signature: toRecord(signature) }] : [];
}
