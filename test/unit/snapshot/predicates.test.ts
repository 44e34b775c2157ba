import { describe, expect, test } from 'vitest';
import { combinedStatus, type ElementPredicate, evaluatePredicate, type WindowPredicate } from '../../../src/snapshot/predicates.js';
import type { Snapshot } from '../../../src/snapshot/snapshot.js';
import { el, snap, win } from './build-tree.js';

const editor = win(
  el('text', 'Name:'),
  el('textfield', 'Name', { value: 'Ann\nLee', states: ['focused'] }),
  el('checkbox', 'Wrap', { states: ['checked'] }),
  el('button', 'Send', { states: ['disabled'] }),
  el('passwordfield', 'PIN', { value: '1234' }),
  el('list', 'Files', {}, [
    el('listitem', 'a.txt', { states: ['selectable', 'selected'] }),
    el('listitem', 'b.txt', { states: ['selectable'] }),
    el('treeitem', 'src', { states: ['expanded'] }),
  ]),
);
const whole = snap(editor);
const cut = snap(editor, { truncated: { shown: 5, reason: 'max_elements' } });
const window = { title: 'Draft – Mail', bounds: { x: 10, y: 20, width: 300, height: 200 } };

const ask = (element: ElementPredicate, snapshot: Snapshot | null = whole) => evaluatePredicate({ element }, { window, snapshot });
const askWindow = (predicate: WindowPredicate, present = true) =>
  evaluatePredicate({ window: predicate }, { window: present ? window : null, snapshot: null }).status;

describe('predicates about elements', () => {
  const files = { role: 'listitem' };
  test.each<[string, ElementPredicate, string]>([
    ['exists', { selector: { label: 'Send' } }, 'satisfied'],
    ['exists in that role', { selector: { label: 'Send', role: 'link' } }, 'unsatisfied'],
    ['contains, in any case', { selector: { label_contains: 'SEN' } }, 'satisfied'],
    ['a text folded into its field', { selector: { role: 'text', label: 'Name:' } }, 'satisfied'],
    ['is gone', { selector: { label: 'Undo' }, exists: false }, 'satisfied'],
    ['is not gone', { selector: { label: 'Send' }, exists: false }, 'unsatisfied'],
    ['by number', { selector: { element_index: 2 }, checked: true }, 'satisfied'],
    ['value', { selector: { label: 'Name' }, value_equals: 'Ann\nLee' }, 'satisfied'],
    ['other value', { selector: { label: 'Name' }, value_equals: 'Ann' }, 'unsatisfied'],
    ['part of the value', { selector: { label: 'Name' }, value_contains: 'lee' }, 'satisfied'],
    ['enabled', { selector: { label: 'Send' }, enabled: true }, 'unsatisfied'],
    ['disabled', { selector: { label: 'Send' }, enabled: false }, 'satisfied'],
    ['unchecked', { selector: { label: 'Wrap' }, checked: false }, 'unsatisfied'],
    ['selected', { selector: { label: 'a.txt' }, selected: true }, 'satisfied'],
    ['focused', { selector: { label: 'Name' }, focused: true, value_contains: 'Ann' }, 'satisfied'],
    ['expanded', { selector: { label: 'src' }, expanded: true }, 'satisfied'],
    ['text inside', { selector: { role: 'list' }, text_contains: 'b.TXT' }, 'satisfied'],
    ['text outside', { selector: { role: 'list' }, text_contains: 'Wrap' }, 'unsatisfied'],
    ['exact count', { selector: files, count: { equals: 2 } }, 'satisfied'],
    ['count at least', { selector: files, count: { min: 3 } }, 'unsatisfied'],
    ['count at most', { selector: files, count: { max: 1 } }, 'unsatisfied'],
    ['none of them', { selector: { role: 'image' }, count: { equals: 0 } }, 'satisfied'],
    ['all of several agree', { selector: files, enabled: true }, 'satisfied'],
  ])('%s', (_, predicate, status) => {
    expect(ask(predicate)).toMatchObject({ status });
  });

  test.each<[string, ElementPredicate, Snapshot | null, string]>([
    ['several elements disagree', { selector: files, selected: true }, whole, 'multi_match'],
    ['absence in a tree that was cut', { selector: { label: 'Undo' }, exists: false }, cut, 'tree_incomplete'],
    ['presence of what a cut tree does not show', { selector: { label: 'Undo' } }, cut, 'tree_incomplete'],
    ['an exact count in a cut tree', { selector: files, count: { equals: 2 } }, cut, 'tree_incomplete'],
    ['no tree', { selector: { label: 'Send' } }, null, 'observation_unavailable'],
    ['a password', { selector: { label: 'PIN' }, value_equals: '1234' }, whole, 'value_hidden'],
    ['an empty selector', { selector: { label: ' ' } }, whole, 'invalid_predicate'],
    ['gone and checked at once', { selector: { label: 'Wrap' }, exists: false, checked: true }, whole, 'invalid_predicate'],
    ['a count of nothing', { selector: files, count: {} }, whole, 'invalid_predicate'],
  ])('unknown: %s', (_, predicate, snapshot, reason) => {
    expect(ask(predicate, snapshot)).toMatchObject({ status: 'unknown', reason });
  });

  test('what a cut tree does show still counts', () => {
    expect(ask({ selector: { label: 'Send' } }, cut).status).toBe('satisfied');
    expect(ask({ selector: { label: 'Send' }, exists: false }, cut).status).toBe('unsatisfied');
    expect(ask({ selector: files, count: { min: 2 } }, cut).status).toBe('satisfied');
    expect(ask({ selector: files, count: { max: 1 } }, cut).status).toBe('unsatisfied');
  });

  test('say what was observed, without secrets', () => {
    expect(ask({ selector: { label: 'Send' }, enabled: true }).observed).toEqual({
      matches: 1,
      first: { element_index: 3, role: 'button', label: 'Send', states: ['disabled'] },
    });
    expect(JSON.stringify(ask({ selector: { label: 'PIN' } }))).not.toContain('1234');
  });

  test('nothing is left of a window that is gone', () => {
    const gone = { window: null, snapshot: null };
    expect(evaluatePredicate({ element: { selector: { label: 'Send' }, exists: false } }, gone).status).toBe('satisfied');
  });
});

describe('predicates about the window', () => {
  test('existence', () => {
    expect(askWindow({ exists: true })).toBe('satisfied');
    expect(askWindow({ exists: false })).toBe('unsatisfied');
    expect(askWindow({ exists: false }, false)).toBe('satisfied');
    expect(askWindow({ title_contains: 'mail' }, false)).toBe('unsatisfied');
  });

  test('title and bounds', () => {
    expect(askWindow({ title_contains: 'draft' })).toBe('satisfied');
    expect(askWindow({ title_contains: 'Sent' })).toBe('unsatisfied');
    expect(askWindow({ bounds: { x: 12, y: 20, width: 300, height: 198, tolerance_px: 2 } })).toBe('satisfied');
    expect(askWindow({ bounds: { x: 12, y: 20, width: 300, height: 200 } })).toBe('unsatisfied');
    expect(askWindow({ exists: false, title_contains: 'x' })).toBe('unknown');
  });
});

test('one failure decides, one doubt leaves it open', () => {
  const of = (...statuses: ('satisfied' | 'unsatisfied' | 'unknown')[]) =>
    combinedStatus(statuses.map((status) => ({ status, observed: {} })));
  expect(of('satisfied', 'satisfied')).toBe('satisfied');
  expect(of('satisfied', 'unknown')).toBe('unknown');
  expect(of('unknown', 'unsatisfied')).toBe('unsatisfied');
  expect(of()).toBe('unknown');
});
