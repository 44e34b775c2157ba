import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ElementNode } from '../../../src/model/element.js';
import { describeDiff, diffSnapshots, diffTrees, isUnchanged, renderDiff, withoutPresses } from '../../../src/snapshot/diff.js';
import { ElementNumbers } from '../../../src/snapshot/numbering.js';
import { anyTree } from './arbitrary-tree.js';
import { el, snap, treeOf, win } from './build-tree.js';

function between(before: ElementNode, after: ElementNode) {
  const numbers = new ElementNumbers();
  return diffSnapshots(snap(before, { numbers }), snap(after, { numbers, id: 's2' }));
}

describe('the difference of two snapshots', () => {
  test('names what appeared, changed and vanished', () => {
    const before = win(el('button', 'Old'), el('textfield', 'Name', { value: 'a' }), el('checkbox', 'Wrap', { states: ['enabled'] }));
    const after = win(
      el('textfield', 'Name', { value: 'b "c"' }),
      el('checkbox', 'Wrap', { states: ['enabled', 'checked'] }),
      el('dialog', 'Saved', {}, [el('button', 'OK')]),
    );
    const diff = between(before, after);
    expect(diff).toMatchObject({
      appeared: [
        { role: 'dialog', label: 'Saved' },
        { index: 4, label: 'OK' },
      ],
      changed: [
        { index: 2, what: { value: ['a', 'b "c"'] } },
        { index: 3, what: { states: ['', 'checked'] } },
      ],
      vanished: [{ index: 1, role: 'button', label: 'Old' }],
    });
    expect(renderDiff(diff).split('\n')).toEqual([
      '~ [2] textfield "Name": "a" → "b \\"c\\""',
      '~ [3] checkbox "Wrap": now checked',
      '+ dialog "Saved"',
      '+ [4] button "OK"',
      '- [1] button "Old"',
    ]);
  });

  test('follows an element whose label changes', () => {
    const diff = between(win(el('button', 'Play', { key: 'p' })), win(el('button', 'Pause', { key: 'p' })));
    expect(renderDiff(diff)).toBe('~ [1] button "Pause": was "Play"');
  });

  test('takes the same key in another role for another element', () => {
    const diff = between(win(el('button', 'Go', { key: 'x' })), win(el('link', 'Go', { key: 'x' })));
    expect(renderDiff(diff)).toBe('+ [2] link "Go"\n- [1] button "Go"');
  });

  test('tells movement apart from change', () => {
    const at = (x: number) => el('button', 'OK', { frame: { x, y: 0, width: 9, height: 9 } });
    const diff = between(win(at(1)), win(at(2)));
    expect(diff.moved).toEqual([1]);
    expect(isUnchanged(diff)).toBe(true);
    expect(renderDiff(diff)).toBe('1 elements moved');
  });

  test('is empty for states that only follow the view', () => {
    const diff = between(win(el('link', 'A')), win(el('link', 'A', { states: ['visited', 'offscreen', 'focusable'] })));
    expect(renderDiff(diff)).toBe('no changes');
  });

  test('never tells a password', () => {
    const field = (value: string) => win(el('passwordfield', 'PIN', { value }), el('textfield', 'Key', { value, states: ['password'] }));
    const diff = between(field('first'), field('second'));
    expect(isUnchanged(diff)).toBe(true);
    expect(JSON.stringify([diff, describeDiff(between(win(), field('secret')))])).not.toMatch(/first|second|secret/);
  });

  test('can be cut to its first lines', () => {
    const buttons = Array.from({ length: 9 }, (_, at) => el('button', `b${at}`));
    expect(describeDiff(between(win(), win(...buttons)), 2)).toEqual(['+ [1] button "b0"', '+ [2] button "b1"', '… 7 more changes']);
  });

  test('can be taken of raw trees', () => {
    const diff = diffTrees(treeOf(win(el('text', '0', { key: 'd' }))), treeOf(win(el('text', '42', { key: 'd' }))));
    expect(describeDiff(diff)).toEqual(['~ text "42": was "0"']);
  });

  test('of a tree with itself is empty', () => {
    fc.assert(
      fc.property(anyTree, (root) => {
        const diff = between(root, structuredClone(root));
        expect(diff).toEqual({ appeared: [], changed: [], vanished: [], moved: [] });
      }),
    );
  });
});

describe('a press', () => {
  const tree = (pressed: boolean, shown: string) =>
    treeOf(win(el('button', '7', { key: 'b', states: pressed ? ['enabled', 'pressed'] : ['enabled'] }), el('text', shown, { key: 'd' })));

  test('alone is told apart from what it brings about', () => {
    const down = withoutPresses(diffTrees(tree(false, '0'), tree(true, '0')));
    expect(down.hasPress).toBe(true);
    expect(isUnchanged(down.diff)).toBe(true);
    const acted = withoutPresses(diffTrees(tree(false, '0'), tree(true, '42')));
    expect(acted.hasPress).toBe(true);
    expect(describeDiff(acted.diff)).toEqual(['~ text "42": was "0"']);
    expect(withoutPresses(diffTrees(tree(false, '0'), tree(false, '0'))).hasPress).toBe(false);
  });
});
