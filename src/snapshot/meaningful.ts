/** Decides which elements of a raw tree say something: what is numbered, what is only shown, what is folded into its neighbour. */
import { type ElementNode, type ElementState, hasState } from '../model/element.js';
import { isEmpty } from '../model/geometry.js';
import { adjustableRoles, roleTraits, textEntryRoles } from './roles.js';
import { cleanText, comparable } from './text.js';

/** Actions toolkits offer on everything; they do not make an element worth a number. */
const idleActions: ReadonlySet<string> = new Set([
  'clickancestor',
  'click ancestor',
  'click-ancestor',
  'showcontextmenu',
  'show-context-menu',
  'showmenu',
  'show menu',
  'setfocus',
  'set focus',
  'focus',
  'grabfocus',
  'scrolltomakevisible',
  'scrolltopoint',
  'scrollup',
  'scrolldown',
  'scrollleft',
  'scrollright',
  'scrollforward',
  'scrollbackward',
  // Chromium's name for an element without any real action.
  'dodefault',
  'none',
  '',
]);

const telltaleStates: ReadonlySet<ElementState> = new Set<ElementState>(['editable', 'checkable', 'selectable', 'expandable']);
const surfaces: ReadonlySet<string> = new Set(['window', 'dialog', 'webarea', 'document', 'application', 'scrollarea', 'viewport']);
const mergeable: ReadonlySet<string> = new Set(['text', 'image', 'icon', 'paragraph', 'caption', 'heading']);

/** GTK 4 lists every action a widget class installs, as `group.action`; none of them is about this one element. */
const classAction = /^[a-z][\w-]*\.[a-z][\w.-]*$/i;

export const isIdleAction = (action: string): boolean =>
  idleActions.has(action.toLowerCase().replaceAll('_', '')) || classAction.test(action);

/** Hidden or scrolled away; which of the two, toolkits do not tell reliably. */
export const isOutOfSight = (node: Pick<ElementNode, 'states'>): boolean => hasState(node, 'hidden') || hasState(node, 'offscreen');

/** Something an agent could do a thing to: it gets a number. */
export function isActionable(node: ElementNode): boolean {
  const traits = roleTraits(node.role);
  if (node.role === 'separator') return false;
  if (traits.interactive) return true;
  if (surfaces.has(node.role)) return hasState(node, 'editable');
  if (node.states.some((state) => telltaleStates.has(state))) return true;
  if (!traits.container && hasState(node, 'focusable')) return true;
  return node.actions.some((action) => !isIdleAction(action));
}

/** One raw element on its way into the snapshot. */
export interface Candidate {
  readonly raw: ElementNode;
  readonly parent: Candidate | undefined;
  /** The nearest ancestor that means something to a reader. */
  readonly anchor: Candidate | undefined;
  readonly actionable: boolean;
  readonly suspicious: boolean;
  readonly isSecret: boolean;
  readonly value: string | undefined;
  label: string;
  keep: boolean;
  /** Its text already stands in a neighbour's label. */
  merged: boolean;
  shownChildren: number;
  /** One of them: the only one when there is one. */
  shownChild: Candidate | undefined;
}

/** Every candidate in document order, with `keep` decided. */
export function selectMeaningful(root: ElementNode): Candidate[] {
  const candidates = collect(root);
  adoptContentAsLabel(candidates);
  mergeRepeatedText(candidates);
  decideKept(candidates);
  return candidates;
}

function collect(root: ElementNode): Candidate[] {
  const found: Candidate[] = [];
  const seen = new Set<ElementNode>();
  const pending: { raw: ElementNode; parent: Candidate | undefined }[] = [{ raw: root, parent: undefined }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { raw, parent } = next;
    if (seen.has(raw)) continue;
    seen.add(raw);
    const candidate = toCandidate(raw, parent);
    found.push(candidate);
    // What a password field contains is the password, however a toolkit splits it into children.
    if (candidate.isSecret) continue;
    for (let child = raw.children.length - 1; child >= 0; child -= 1) {
      const node = raw.children[child];
      if (node) pending.push({ raw: node, parent: candidate });
    }
  }
  return found;
}

function toCandidate(raw: ElementNode, parent: Candidate | undefined): Candidate {
  return {
    raw,
    parent,
    anchor: parent && isAnchor(parent) ? parent : parent?.anchor,
    ...readingOf(raw),
    keep: true,
    merged: false,
    shownChildren: 0,
    shownChild: undefined,
  };
}

/** What an element says by itself, wherever it stands. */
type Reading = Pick<Candidate, 'label' | 'value' | 'suspicious' | 'isSecret' | 'actionable'>;

/** An element nothing has happened to is the very same object at the next look. */
const readings = new WeakMap<ElementNode, Reading>();

function readingOf(raw: ElementNode): Reading {
  const known = readings.get(raw);
  if (known) return known;
  const isSecret = raw.role === 'passwordfield' || hasState(raw, 'password');
  const name = isClassName(raw) || isBullet(raw) ? { text: '', suspicious: false } : cleanText(raw.name);
  const label = name.text === '' && raw.description !== undefined ? cleanText(raw.description) : name;
  const value = isSecret ? undefined : readValue(raw);
  const suspicious = label.suspicious || value?.suspicious === true;
  const reading: Reading = { label: label.text, value: value?.text, suspicious, isSecret, actionable: isActionable(raw) };
  readings.set(raw, reading);
  return reading;
}

/** GTK 4 calls a widget without a name by its class, in any role; its applications do the same for their wrappers. */
function isClassName({ name, role }: ElementNode): boolean {
  if (/^(?:Gtk|Adw|Hdy)[A-Z][A-Za-z]+$/.test(name)) return true;
  return roleTraits(role).wrapper && /^(?:[A-Z][a-z]+){2,}$/.test(name);
}

const isBullet = ({ name, role }: ElementNode): boolean =>
  name.length < 3 && (role === 'text' || role === 'listitem') && /^[•◦▪‣⁃·]\s*$/.test(name);

function isAnchor(candidate: Candidate): boolean {
  if (candidate.label !== '' || candidate.actionable) return true;
  const { container, labelledByContent } = roleTraits(candidate.raw.role);
  return container || labelledByContent;
}

function readValue(raw: ElementNode): { text: string; suspicious: boolean } | undefined {
  const own = raw.value === undefined || raw.value === '' ? undefined : cleanText(raw.value);
  if (own && own.text !== '') return own;
  if (raw.range === undefined || !adjustableRoles.has(raw.role)) return undefined;
  return { text: String(Number(raw.range.current.toPrecision(6))), suspicious: false };
}

const mostTextsInALabel = 3;

/** A list row, button or cell without a name is called by the texts in it. */
function adoptContentAsLabel(candidates: readonly Candidate[]): void {
  const contents = new Map<Candidate, Candidate[]>();
  for (const candidate of candidates) {
    if (candidate.label === '' || candidate.actionable || candidate.raw.role !== 'text') continue;
    const owner = candidate.anchor;
    if (owner?.label !== '' || !roleTraits(owner.raw.role).labelledByContent) continue;
    const texts = contents.get(owner);
    if (texts) texts.push(candidate);
    else contents.set(owner, [candidate]);
  }
  for (const [owner, texts] of contents) {
    if (texts.length > mostTextsInALabel) continue;
    owner.label = texts.map((text) => text.label).join(' | ');
    for (const text of texts) text.merged = true;
  }
}

/** Drops text that only repeats its parent's name or value, or the name of the widget beside it. */
function mergeRepeatedText(candidates: readonly Candidate[]): void {
  const speaking = candidates.filter((candidate) => candidate.label !== '' || candidate.actionable);
  speaking.forEach((candidate, position) => {
    if (candidate.actionable || candidate.merged || !mergeable.has(candidate.raw.role) || candidate.label === '') return;
    if (candidate.anchor && repeats(candidate, candidate.anchor)) candidate.merged = true;
    else candidate.merged = labels(candidate, speaking[position + 1]) || labels(candidate, speaking[position - 1]);
  });
}

function repeats(text: Candidate, above: Candidate): boolean {
  if (above.label === text.label) return true;
  // GTK 4 names a button after both its label and the text inside: "7 7".
  if (above.label === `${text.label} ${text.label}`) above.label = text.label;
  const traits = roleTraits(above.raw.role);
  if (textEntryRoles.has(above.raw.role) || hasState(above.raw, 'editable')) return above.value?.includes(text.label) === true;
  return traits.labelledByContent && above.label.includes(text.label);
}

function labels(text: Candidate, widget: Candidate | undefined): boolean {
  if (!widget?.actionable || widget.label === '') return false;
  return widget.label === text.label || comparable(widget.label) === comparable(text.label);
}

/** Children come after their parents, so walking backwards sees every subtree before its root. */
function decideKept(candidates: readonly Candidate[]): void {
  for (let position = candidates.length - 1; position >= 0; position -= 1) {
    const candidate = candidates[position];
    if (!candidate) continue;
    const { parent } = candidate;
    candidate.keep = parent === undefined || (candidate.actionable ? !isShell(candidate) : saysSomething(candidate));
    if (!parent) continue;
    parent.shownChildren += candidate.keep ? 1 : candidate.shownChildren;
    parent.shownChild = candidate.keep ? candidate : (candidate.shownChild ?? parent.shownChild);
  }
}

const isPlaceless = ({ raw }: Candidate): boolean => raw.frame === null || isEmpty(raw.frame);
const popupOwners: ReadonlySet<string> = new Set(['combobox', 'menu', 'menuitem', 'menubutton', 'menubar', 'button', 'togglebutton']);

/** Interactive by role only: nothing to read, nothing to see, or a frame around the real thing. */
function isShell(candidate: Candidate): boolean {
  const { raw, label, value, shownChild, shownChildren } = candidate;
  if (label !== '' || value !== undefined || textEntryRoles.has(raw.role)) return false;
  if (raw.role === 'menu') return shownChildren < 2 || popupOwners.has(candidate.parent?.raw.role ?? '');
  if (hasState(raw, 'focusable') && raw.role !== 'scrollbar') return false;
  if (shownChildren === 0) return isPlaceless(candidate) && (isOutOfSight(raw) || raw.role === 'scrollbar');
  return shownChildren === 1 && shownChild?.actionable === true && raw.actions.every(isIdleAction);
}

function saysSomething(candidate: Candidate): boolean {
  const { raw, label, shownChildren } = candidate;
  if (candidate.merged || raw.role === 'separator') return false;
  if (raw.role === 'dialog') return true;
  const { container, wrapper } = roleTraits(raw.role);
  if (label !== '') return !isToldByItsChild(candidate);
  if (container || raw.role === 'row') return shownChildren > 1;
  // Keeps what is not on the screen together, instead of marking each of its elements.
  if (wrapper && shownChildren > 2 && isOutOfSight(raw)) return candidate.parent !== undefined && !isOutOfSight(candidate.parent.raw);
  return candidate.value !== undefined && candidate.value !== '';
}

/** A cell around one link, a group around one field of the same name: the child says it all. */
function isToldByItsChild({ raw, label, parent, shownChildren, shownChild }: Candidate): boolean {
  const { container, wrapper, labelledByContent } = roleTraits(raw.role);
  if (shownChildren === 0) return (container || wrapper) && label === parent?.label;
  if (shownChildren > 1 || !shownChild) return false;
  if (shownChild.label === label) return true;
  return labelledByContent && (shownChild.label.includes(label) || shownChild.value === label);
}
