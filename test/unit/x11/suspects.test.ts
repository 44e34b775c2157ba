import { describe, expect, test } from 'vitest';
import { findSuspects } from '../../../src/backends/x11/access/tree/suspects.js';
import type { Rect } from '../../../src/model/geometry.js';
import { type RoleName, roleNumber } from '../../../src/wire/atspi/tables/roles.js';
import { StateSet } from '../../../src/wire/atspi/tables/states.js';
import type { TreeNode } from '../../../src/wire/atspi/tree/node.js';

const frames = new Map<TreeNode, Rect>();

function node(
  path: string,
  place: readonly [x: number, y: number, width: number, height: number] | null,
  children: TreeNode[] = [],
  role: RoleName = 'panel',
) {
  const made: TreeNode = {
    bus: ':',
    path,
    role: roleNumber(role),
    name: path,
    description: '',
    states: StateSet.empty,
    interfaces: 0,
    childCount: children.length,
    parent: undefined,
    depth: 0,
    children,
  };
  for (const child of children) child.parent = made;
  if (place) frames.set(made, { x: place[0], y: place[1], width: place[2], height: place[3] });
  return made;
}

const look = (root: TreeNode, popups: TreeNode[] = []) => ({ root, popups, frames });
const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });
const names = (keys: ReadonlySet<string>) => [...keys].map((key) => key.slice(1)).sort();

describe('of a window', () => {
  const root = node(
    'window',
    [0, 0, 100, 100],
    [
      node('left', [0, 0, 50, 100], [node('a', [0, 0, 50, 20]), node('hidden', null, [node('deep', null)])]),
      node('right', [50, 0, 50, 100], [node('b', [50, 0, 50, 20]), node('c', [50, 50, 50, 20])]),
    ],
  );

  test('what was drawn, what lies around it, and what may have been shown there are suspect', () => {
    const { keys } = findSuspects(look(root), { drawn: [rect(10, 5, 5, 5)], announced: new Set() });
    expect(names(keys)).toEqual(['a', 'deep', 'hidden', 'left', 'window']);
  });

  test('what announced something is suspect, with its children and what it is part of', () => {
    const { keys } = findSuspects(look(root), { drawn: [], announced: new Set([':right']) });
    expect(names(keys)).toEqual(['b', 'c', 'right', 'window']);
  });

  test('nothing is suspect when nothing happened, except in popups', () => {
    expect(findSuspects(look(root), { drawn: [], announced: new Set() }).keys.size).toBe(0);
    const popup = node('menu', null, [node('item', null)]);
    expect(names(findSuspects(look(root, [popup]), { drawn: [], announced: new Set() }).keys)).toEqual(['item', 'menu']);
  });
});

describe('of a page', () => {
  const inSight = node('in-sight', [0, 0, 100, 20]);
  const page = node('page', [0, 0, 100, 900], [inSight, node('below', null), node('further-below', null)], 'document web');
  const root = node('browser', [0, 0, 100, 100], [page]);

  test('a small change leaves what is out of sight alone', () => {
    const { keys, scrollers } = findSuspects(look(root), { drawn: [rect(0, 0, 10, 10)], announced: new Set() });
    expect(names(keys)).toEqual(['browser', 'in-sight', 'page']);
    expect(scrollers).toEqual([]);
  });

  test('a page drawn anew may have scrolled, which something in sight tells', () => {
    const { keys, scrollers } = findSuspects(look(root), { drawn: [rect(0, 0, 100, 100)], announced: new Set() });
    expect(names(keys)).toEqual(['browser', 'in-sight', 'page']);
    expect(scrollers).toEqual([{ probe: inSight, outOfSight: [':below', ':further-below'] }]);
  });

  test('what is out of sight and says that it changed is suspect', () => {
    const { keys } = findSuspects(look(root), { drawn: [], announced: new Set([':below']) });
    expect(names(keys)).toEqual(['below', 'page']);
  });
});
