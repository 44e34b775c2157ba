/** What happened between two observations of a window. Elements are told apart by their identity, not by their place. */
import type { ElementNode, ElementTree } from '../model/element.js';
import type { Rect } from '../model/geometry.js';
import { selectMeaningful } from './meaningful.js';
import type { Snapshot } from './snapshot.js';
import { quoted } from './text.js';

/** The part of an element that a change is noticed in. */
interface Compared {
  readonly key: string;
  readonly index: number | undefined;
  readonly role: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly states: readonly string[];
  readonly frame: Rect | null;
}

export interface DiffEntry {
  /** Undefined for text and other elements without a number. */
  readonly index: number | undefined;
  readonly role: string;
  readonly label: string;
  readonly value?: string;
}

export type FieldChange = readonly [from: string, to: string];

export interface ChangedEntry extends DiffEntry {
  readonly what: Readonly<Partial<Record<'role' | 'label' | 'value' | 'states', FieldChange>>>;
}

export interface SnapshotDiff {
  readonly appeared: readonly DiffEntry[];
  readonly changed: readonly ChangedEntry[];
  readonly vanished: readonly DiffEntry[];
  /** Numbers of elements that are the same but lie elsewhere. */
  readonly moved: readonly number[];
}

/** States that follow the view or the pointer and say nothing about what the application did. */
const restlessStates: ReadonlySet<string> = new Set(['focusable', 'enabled', 'offscreen', 'visited']);

export const isUnchanged = (diff: SnapshotDiff): boolean =>
  diff.appeared.length === 0 && diff.changed.length === 0 && diff.vanished.length === 0;

export function diffSnapshots(before: Snapshot, after: Snapshot): SnapshotDiff {
  return compare(fromSnapshot(before), fromSnapshot(after));
}

/** The same for raw trees, where no numbers have been given; `isNews` leaves out elements whose differences count for nothing. */
export function diffTrees(before: ElementTree, after: ElementTree, isNews?: (key: string) => boolean): SnapshotDiff {
  if (isSameTree(before.root, after.root)) return nothing;
  const [was, is] = [fromTree(before), fromTree(after)];
  const counts = ({ key }: Compared) => isNews?.(key) ?? true;
  return isNews ? compare(was.filter(counts), is.filter(counts)) : compare(was, is);
}

/** Backends keep what did not change, so most of two trees is the very same objects; only the rest is looked into. */
function isSameTree(a: ElementNode, b: ElementNode): boolean {
  if (a === b) return true;
  const isSame = a.key === b.key && a.role === b.role && a.name === b.name && a.value === b.value && a.description === b.description;
  if (!isSame || a.children.length !== b.children.length || !sameWords(a.states, b.states)) return false;
  return a.children.every((child, at) => {
    const other = b.children[at];
    return other !== undefined && isSameTree(child, other);
  });
}

const nothing: SnapshotDiff = { appeared: [], changed: [], vanished: [], moved: [] };

const fromSnapshot = (snapshot: Snapshot): Compared[] =>
  snapshot.nodes.map(({ element, index, role, label, value, states, frame }) => ({
    key: element.key,
    index,
    role,
    label,
    value,
    states,
    frame,
  }));

/** A tree is compared with the one before it and then with the one after it. */
const treesCompared = new WeakMap<ElementNode, readonly Compared[]>();

function fromTree({ root }: ElementTree): readonly Compared[] {
  const compared = treesCompared.get(root) ?? meaningfulIn(root);
  treesCompared.set(root, compared);
  return compared;
}

const meaningfulIn = (root: ElementNode): readonly Compared[] =>
  selectMeaningful(root)
    .filter(({ keep }) => keep)
    .map(({ raw, label, value }) => ({
      key: raw.key,
      index: undefined,
      role: raw.role,
      label,
      value,
      states: raw.states,
      frame: raw.frame,
    }));

function compare(before: readonly Compared[], after: readonly Compared[]): SnapshotDiff {
  const old = new Map(before.map((node) => [node.key, node]));
  const appeared: DiffEntry[] = [];
  const changed: ChangedEntry[] = [];
  const moved: number[] = [];
  for (const node of after) {
    const was = old.get(node.key);
    if (!was || was.role !== node.role) {
      appeared.push(toEntry(node));
      continue;
    }
    old.delete(node.key);
    const what = changesBetween(was, node);
    if (what) changed.push({ ...toEntry(node), what });
    else if (node.index !== undefined && !isSamePlace(was.frame, node.frame)) moved.push(node.index);
  }
  return { appeared, changed, vanished: [...old.values()].map(toEntry), moved };
}

const toEntry = ({ index, role, label, value }: Compared): DiffEntry => ({
  index,
  role,
  label,
  ...(value === undefined ? {} : { value }),
});

function changesBetween(was: Compared, is: Compared): ChangedEntry['what'] | undefined {
  const hasSameStates = was.states === is.states || sameWords(was.states, is.states);
  if (was.label === is.label && was.value === is.value && hasSameStates) return undefined;
  const [gone, come] = hasSameStates ? ['', ''] : stateChange(was.states, is.states);
  const what: ChangedEntry['what'] = {
    ...(was.label === is.label ? {} : { label: [was.label, is.label] }),
    ...(was.value === is.value ? {} : { value: [was.value ?? '', is.value ?? ''] }),
    ...(gone === come ? {} : { states: [gone, come] }),
  };
  return Object.keys(what).length > 0 ? what : undefined;
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, position) => word === b[position]);
}

/** The states that went and the ones that came. */
function stateChange(was: readonly string[], is: readonly string[]): [string, string] {
  const gone = was.filter((state) => !is.includes(state) && !restlessStates.has(state));
  const come = is.filter((state) => !was.includes(state) && !restlessStates.has(state));
  return [gone.join(' '), come.join(' ')];
}

/** Buttons that went down or came up and did nothing else: what a press looks like before, and whether or not, it has an effect. */
const isOnlyPress = ({ what }: ChangedEntry): boolean =>
  what.states !== undefined && Object.keys(what).length === 1 && what.states.every((states) => states === '' || states === 'pressed');

/** The rest of a difference once presses are taken off, and whether there were any. */
export function withoutPresses(diff: SnapshotDiff): { readonly diff: SnapshotDiff; readonly hasPress: boolean } {
  const changed = diff.changed.filter((entry) => !isOnlyPress(entry));
  return { diff: { ...diff, changed }, hasPress: changed.length < diff.changed.length };
}

function isSamePlace(a: Rect | null, b: Rect | null): boolean {
  if (a === b) return true;
  return a !== null && b !== null && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

const clip = 80;

const named = ({ index, role, label }: DiffEntry): string =>
  `${index === undefined ? '' : `[${index}] `}${role}${label === '' ? '' : ` ${quoted(label, clip)}`}`;

const withValue = (entry: DiffEntry): string =>
  entry.value === undefined || entry.value === entry.label ? named(entry) : `${named(entry)} = ${quoted(entry.value, clip)}`;

function describeChange({ what, ...entry }: ChangedEntry): string {
  const parts: string[] = [];
  if (what.label) parts.push(`was ${quoted(what.label[0], clip)}`);
  if (what.value) parts.push(`${quoted(what.value[0], clip)} → ${quoted(what.value[1], clip)}`);
  if (what.states) {
    const [gone, come] = what.states;
    parts.push([come && `now ${come}`, gone && `no longer ${gone}`].filter(Boolean).join(', '));
  }
  return `${named(entry)}: ${parts.join('; ')}`;
}

/** One line per change, changed elements first; past `limit` only their number. */
export function describeDiff(diff: SnapshotDiff, limit = Number.POSITIVE_INFINITY): string[] {
  const lines = [
    ...diff.changed.map((entry) => `~ ${describeChange(entry)}`),
    ...diff.appeared.map((entry) => `+ ${withValue(entry)}`),
    ...diff.vanished.map((entry) => `- ${named(entry)}`),
  ];
  if (lines.length <= limit) return lines;
  return [...lines.slice(0, limit), `… ${lines.length - limit} more changes`];
}

/** The whole diff as text for a model. */
export function renderDiff(diff: SnapshotDiff, limit?: number): string {
  const lines = describeDiff(diff, limit);
  if (diff.moved.length > 0) lines.push(`${diff.moved.length} elements moved`);
  return lines.length > 0 ? lines.join('\n') : 'no changes';
}
