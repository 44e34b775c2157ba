import { expect, test } from 'vitest';
import { Doubts } from '../../../src/backends/x11/access/tree/doubts.js';
import { StateSet } from '../../../src/wire/atspi/tables/states.js';
import type { TreeNode } from '../../../src/wire/atspi/tree/node.js';

function node(name: string, children: TreeNode[] = []): TreeNode {
  const facts = { role: 0, name, description: '', states: StateSet.empty, interfaces: 0, childCount: children.length };
  const made: TreeNode = { bus: ':', path: `/${name}`, ...facts, parent: undefined, depth: 0, children };
  for (const child of children) child.parent = made;
  return made;
}

const keys = (...names: string[]) => new Set(names.map((name) => `:/${name}`));
const window = (...rows: string[]) =>
  node('window', [
    node('field'),
    node(
      'list',
      rows.map((row) => node(row)),
    ),
  ]);

const doubts = new Doubts(keys('list', 'row 1', 'row 2'), [window('row 1', 'row 2')]);
const news = (now: TreeNode, ...announced: string[]) => {
  const isNews = doubts.newsSince({ roots: [now], announced: keys(...announced) });
  return ['window', 'field', 'list', 'row 1', 'row 2', 'row 3'].filter((name) => isNews(`:/${name}`));
};

test('a difference counts where nothing was in doubt', () => {
  expect(news(window('row 1', 'row 2'))).toEqual(['window', 'field', 'row 3']);
});

test('what was in doubt counts once it has announced something, with what it is part of and its parts', () => {
  expect(news(window('row 1', 'row 2'), 'row 1')).toEqual(['window', 'field', 'list', 'row 1', 'row 3']);
  expect(news(window('row 1', 'row 2'), 'list')).toEqual(['window', 'field', 'list', 'row 1', 'row 2', 'row 3']);
});

test('a row that came into a list in doubt may have been there, and counts once the list says so', () => {
  expect(news(window('row 1', 'row 2', 'row 3'))).not.toContain('row 3');
  expect(news(window('row 1', 'row 2', 'row 3'), 'list')).toContain('row 3');
});

test('a row that went from a list in doubt counts once the list says so', () => {
  expect(news(window('row 1'))).not.toContain('row 2');
  expect(news(window('row 1'), 'list')).toContain('row 2');
});

test('where more was announced than can be told apart everything counts', () => {
  expect(doubts.newsSince({ roots: [window('row 1')], announced: undefined })(':/row 1')).toBe(true);
});
