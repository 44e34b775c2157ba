import { describe, expect, test } from 'vitest';
import { type CacheItem, readCacheItem } from '../../../src/wire/atspi/objects/cache.js';
import { INTERFACE_BITS } from '../../../src/wire/atspi/tables/interfaces.js';
import { StateSet } from '../../../src/wire/atspi/tables/states.js';
import { CacheIndex } from '../../../src/wire/atspi/tree/cache-index.js';
import type { TreeNode } from '../../../src/wire/atspi/tree/node.js';

const ref = (path: string) => ({ bus: ':1.2', path });

function item(
  path: string,
  parent: string,
  indexInParent: number,
  childCount = 0,
  interfaces: number = INTERFACE_BITS.Component,
): CacheItem {
  const facts = { name: path, role: 39, description: '', states: StateSet.empty };
  return { ref: ref(path), parent: ref(parent), indexInParent, childCount, interfaces, ...facts };
}

const children = (...items: CacheItem[]) => {
  const node = { ...ref('/p') } as TreeNode;
  return new CacheIndex(items).children(node)?.map(({ path }) => path);
};

describe('children from a cache', () => {
  test('come in order when all of them are there', () => {
    expect(children(item('/b', '/p', 1), item('/p', '/', 0, 2), item('/a', '/p', 0))).toEqual(['/a', '/b']);
    expect(children(item('/p', '/', 0, 0))).toEqual([]);
  });

  test.each([
    ['one is missing', [item('/p', '/', 0, 2), item('/a', '/p', 0)]],
    ['the count is withheld', [item('/p', '/', 0, -1), item('/a', '/p', 0)]],
    ['the object itself is not cached', [item('/a', '/p', 0)]],
    ['places are unknown', [item('/p', '/', 0, 1), item('/a', '/p', -1)]],
    ['hidden pages claim places too', [item('/p', '/', 0, 1), item('/a', '/p', 0), item('/b', '/p', 1)]],
    ['two claim one place', [item('/p', '/', 0, 1), item('/a', '/p', 0), item('/b', '/p', 0)]],
    ['the count says none but some are there', [item('/p', '/', 0, 0), item('/a', '/p', 0)]],
  ])('are not believed when %s', (_why, items) => {
    expect(children(...items)).toBeUndefined();
  });

  test('pass over what claims a parent without a place', () => {
    expect(children(item('/p', '/', 0, 1), item('/a', '/p', 0), item('/popover', '/p', -1))).toEqual(['/a']);
  });

  test('pass through the pages of a GTK 4 stack', () => {
    const page = item('/page', '/p', 0, 1, INTERFACE_BITS.Accessible);
    expect(children(item('/p', '/', 0, 1), page, item('/content', '/page', 0))).toEqual(['/content']);
    expect(children(item('/p', '/', 0, 1), page)).toBeUndefined();
  });
});

describe('cache items', () => {
  const wire = (path: string) => [':1.2', path] as const;
  const tail = [['org.a11y.atspi.Accessible', 'org.a11y.atspi.Text'], 'Name', 61, 'About', [1 << 12, 0]] as const;
  const common = { name: 'Name', role: 61, description: 'About', interfaces: INTERFACE_BITS.Accessible | INTERFACE_BITS.Text };

  test('are read in the shape of today', () => {
    const read = readCacheItem([wire('/a'), wire('/root'), wire('/p'), 3, 2, ...tail]);
    expect(read).toMatchObject({ ...common, ref: ref('/a'), parent: ref('/p'), indexInParent: 3, childCount: 2 });
    expect(read.states.names()).toEqual(['focused']);
  });

  test('are read in the older shape that lists children', () => {
    const read = readCacheItem([wire('/a'), wire('/root'), wire('/p'), [wire('/x'), wire('/y')], ...tail]);
    expect(read).toMatchObject({ ...common, indexInParent: -1, childCount: 2 });
  });
});
