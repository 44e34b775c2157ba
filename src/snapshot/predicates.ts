/** Questions about a window that `verify_state` and `wait_for` ask, answered from one observation. */
import type { ElementState } from '../model/element.js';
import type { Rect } from '../model/geometry.js';
import { isComplete, type Snapshot, type SnapshotNode } from './snapshot.js';
import { oneLine } from './text.js';

export interface WindowPredicate {
  readonly exists?: boolean | undefined;
  readonly title_contains?: string | undefined;
  readonly bounds?: (Rect & { readonly tolerance_px?: number | undefined }) | undefined;
}

export interface ElementSelector {
  readonly role?: string | undefined;
  readonly label?: string | undefined;
  readonly label_contains?: string | undefined;
  readonly element_index?: number | undefined;
}

export interface CountPredicate {
  readonly equals?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

export interface ElementPredicate {
  readonly selector: ElementSelector;
  readonly exists?: boolean | undefined;
  readonly value_equals?: string | undefined;
  readonly value_contains?: string | undefined;
  readonly text_contains?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly checked?: boolean | undefined;
  readonly selected?: boolean | undefined;
  readonly focused?: boolean | undefined;
  readonly expanded?: boolean | undefined;
  readonly count?: CountPredicate | undefined;
}

export type Predicate = { readonly window: WindowPredicate } | { readonly element: ElementPredicate };

export type UnknownReason = 'invalid_predicate' | 'multi_match' | 'observation_unavailable' | 'tree_incomplete' | 'value_hidden';

export interface PredicateResult {
  readonly status: 'satisfied' | 'unsatisfied' | 'unknown';
  readonly reason?: UnknownReason;
  /** What was there, small enough to show. */
  readonly observed: Readonly<Record<string, unknown>>;
}

export interface Observation {
  /** Null when the window is gone. */
  readonly window: { readonly title: string; readonly bounds: Rect } | null;
  /** Null when the tree could not be read. */
  readonly snapshot: Snapshot | null;
}

type Observed = PredicateResult['observed'];

const verdict = (isSo: boolean, observed: Observed): PredicateResult => ({ status: isSo ? 'satisfied' : 'unsatisfied', observed });
const unknown = (reason: UnknownReason, observed: Observed = {}): PredicateResult => ({ status: 'unknown', reason, observed });

export function evaluatePredicate(predicate: Predicate, observation: Observation): PredicateResult {
  return 'window' in predicate ? evaluateWindow(predicate.window, observation) : evaluateElement(predicate.element, observation);
}

/** All of them: unsatisfied as soon as one is, satisfied only when every one is. */
export function combinedStatus(results: readonly PredicateResult[]): PredicateResult['status'] {
  if (results.some(({ status }) => status === 'unsatisfied')) return 'unsatisfied';
  return results.length > 0 && results.every(({ status }) => status === 'satisfied') ? 'satisfied' : 'unknown';
}

function evaluateWindow({ exists = true, title_contains, bounds }: WindowPredicate, { window }: Observation): PredicateResult {
  if (!exists && (title_contains !== undefined || bounds)) return unknown('invalid_predicate', { why: 'exists:false allows nothing else' });
  if (!window || !exists) return verdict((window !== null) === exists, { exists: window !== null });
  const hasTitle = title_contains === undefined || includesText(window.title, title_contains);
  const { x, y, width, height } = window.bounds;
  return verdict(hasTitle && (!bounds || isWithin(window.bounds, bounds)), {
    title: oneLine(window.title),
    bounds: { x, y, width, height },
  });
}

function isWithin(actual: Rect, { tolerance_px = 0, ...wanted }: NonNullable<WindowPredicate['bounds']>): boolean {
  return (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(actual[side] - wanted[side]) <= tolerance_px);
}

const includesText = (text: string, part: string): boolean => oneLine(text).toLowerCase().includes(oneLine(part).toLowerCase());

function evaluateElement(predicate: ElementPredicate, { snapshot, window }: Observation): PredicateResult {
  const { selector, exists = true, count } = predicate;
  const checks = requestedChecks(predicate);
  if (!isUsable(selector)) return unknown('invalid_predicate', { why: 'the selector names nothing' });
  if (!exists && (checks.length > 0 || count)) return unknown('invalid_predicate', { why: 'exists:false allows nothing else' });
  if (!snapshot) return window === null && !exists ? verdict(true, { window: 'gone' }) : unknown('observation_unavailable');
  const found = select(snapshot, selector);
  const observed = { matches: found.total, ...(found.nodes[0] ? { first: facts(found.nodes[0]) } : {}) };
  if (count) return evaluateCount(count, found.total, isComplete(snapshot), observed);
  if (found.total === 0) {
    if (!isComplete(snapshot)) return unknown('tree_incomplete', observed);
    return verdict(!exists, observed);
  }
  if (!exists) return verdict(false, observed);
  return evaluateChecks(checks, found.nodes, snapshot, observed);
}

const isUsable = ({ role, label, label_contains, element_index }: ElementSelector): boolean =>
  element_index !== undefined || [role, label, label_contains].some((part) => part !== undefined && part.trim() !== '');

function select(snapshot: Snapshot, selector: ElementSelector): { nodes: SnapshotNode[]; total: number } {
  const nodes = snapshot.nodes.filter((node) => fits(node, selector, node.index));
  // Texts folded into a neighbour's label are still on the screen for someone who asks for that role.
  const folded = selector.role === undefined ? [] : snapshot.mergedTexts.filter((text) => fits(text, selector, undefined));
  return { nodes, total: nodes.length + folded.length };
}

function fits(node: { role: string; label: string }, selector: ElementSelector, index: number | undefined): boolean {
  const { role, label, label_contains, element_index } = selector;
  if (element_index !== undefined && element_index !== index) return false;
  if (role !== undefined && node.role !== role) return false;
  if (label !== undefined && node.label !== oneLine(label)) return false;
  return label_contains === undefined || includesText(node.label, label_contains);
}

function evaluateCount({ equals, min, max }: CountPredicate, total: number, complete: boolean, observed: Observed): PredicateResult {
  if (equals === undefined && min === undefined && max === undefined) return unknown('invalid_predicate', { why: 'count names no number' });
  const least = Math.max(equals ?? 0, min ?? 0);
  const most = Math.min(equals ?? Number.POSITIVE_INFINITY, max ?? Number.POSITIVE_INFINITY);
  if (total > most) return verdict(false, observed);
  // More may be there than was read: only "at least" can be proven then.
  if (!complete && (most !== Number.POSITIVE_INFINITY || total < least)) return unknown('tree_incomplete', observed);
  return verdict(total >= least, observed);
}

type Check = (node: SnapshotNode, snapshot: Snapshot) => boolean | 'value_hidden';

function requestedChecks(predicate: ElementPredicate): Check[] {
  const { value_equals, value_contains, text_contains } = predicate;
  const checks: Check[] = [];
  if (value_equals !== undefined) checks.push(onValue((value) => value === value_equals || oneLine(value) === value_equals));
  if (value_contains !== undefined) checks.push(onValue((value) => value.toLowerCase().includes(value_contains.toLowerCase())));
  if (text_contains !== undefined) checks.push((node, snapshot) => hasTextWithin(snapshot, node, text_contains));
  if (predicate.enabled !== undefined) checks.push((node) => node.states.includes('disabled') !== predicate.enabled);
  for (const [wanted, ...states] of [
    [predicate.checked, 'checked', 'pressed'],
    [predicate.selected, 'selected'],
    [predicate.focused, 'focused'],
    [predicate.expanded, 'expanded'],
  ] as const) {
    if (wanted !== undefined) checks.push((node) => states.some((state: ElementState) => node.states.includes(state)) === wanted);
  }
  return checks;
}

const onValue =
  (test: (value: string) => boolean): Check =>
  (node) =>
    isSecret(node) ? 'value_hidden' : test(node.element.value ?? node.value ?? '');

const isSecret = (node: SnapshotNode): boolean => node.role === 'passwordfield' || node.states.includes('password');

function hasTextWithin(snapshot: Snapshot, node: SnapshotNode, part: string): boolean {
  const start = snapshot.nodes.indexOf(node);
  for (let position = start; position < snapshot.nodes.length; position += 1) {
    const inside = snapshot.nodes[position];
    if (!inside || (position > start && inside.depth <= node.depth)) return false;
    if (includesText(inside.label, part) || includesText(inside.element.value ?? inside.value ?? '', part)) return true;
  }
  return false;
}

function evaluateChecks(checks: readonly Check[], nodes: readonly SnapshotNode[], snapshot: Snapshot, observed: Observed): PredicateResult {
  if (checks.length === 0) return verdict(true, observed);
  const answers = nodes.map((node) => {
    const results = checks.map((check) => check(node, snapshot));
    return results.includes('value_hidden') ? 'value_hidden' : !results.includes(false);
  });
  if (answers.includes('value_hidden')) return unknown('value_hidden', observed);
  const isSo = answers[0] === true;
  // When several elements fit, only an answer all of them give is an answer.
  if (answers.length === 0 || answers.some((answer) => answer !== isSo)) return unknown('multi_match', observed);
  return verdict(isSo, observed);
}

function facts(node: SnapshotNode): Observed {
  return {
    ...(node.index === undefined ? {} : { element_index: node.index }),
    role: node.role,
    label: node.label.slice(0, 120),
    ...(node.value === undefined ? {} : { value: node.value.slice(0, 200) }),
    states: node.states.filter((state) => state !== 'enabled' && state !== 'focusable'),
  };
}
