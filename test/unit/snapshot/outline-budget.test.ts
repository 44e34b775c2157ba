import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderOutline } from '../../../src/snapshot/outline.js';
import { asRanges, estimateTokens } from '../../../src/snapshot/outline-budget.js';
import { anyTree } from './arbitrary-tree.js';
import { el, snap, win } from './build-tree.js';

const many = (count: number, make: (at: number) => ReturnType<typeof el>) => Array.from({ length: count }, (_, at) => make(at));

const office = snap(
  win(
    el(
      'menubar',
      '',
      {},
      many(6, (at) =>
        el(
          'menu',
          `Menu ${at}`,
          {},
          many(30, (item) => el('menuitem', `Command ${at}.${item}`, { states: ['hidden'] })),
        ),
      ),
    ),
    el('button', 'Save'),
    el('textfield', 'Title', { states: ['focused'], value: 'Report' }),
    el(
      'list',
      'Files',
      {},
      many(80, (at) => el('listitem', `file-${at}.txt`, { states: ['selectable'] })),
    ),
    ...many(40, (at) => el('text', `Paragraph ${at} of a text that goes on for a while and then stops.`)),
  ),
);

describe('a budget', () => {
  test('that is large enough changes nothing', () => {
    expect(renderOutline(office, { budget: 100_000 })).toEqual(renderOutline(office));
  });

  test('cuts hidden menu items and plain text before visible controls, and says so', () => {
    const { markdown, truncated, shownIndices } = renderOutline(office, { budget: 400 });
    expect(estimateTokens(markdown)).toBeLessThanOrEqual(400);
    expect(markdown).toContain('[1] menu "Menu 0" (+30 more [2–31])');
    expect(markdown).toContain('button "Save"');
    expect(markdown).toContain('textfield "Title" = "Report" focused');
    expect(markdown).toContain('file-0.txt');
    expect(markdown).not.toContain('Paragraph 39');
    expect(truncated?.shown).toBeLessThan(truncated?.total ?? 0);
    expect(truncated?.how).toMatch(/budget 400 left out 180 hidden elements.*use query, or budget \d+ for all/);
    for (const index of shownIndices) expect(markdown).toContain(`[${index}]`);
  });

  test('uses most of what it may', () => {
    for (const budget of [200, 400, 800, 1600]) {
      expect(estimateTokens(renderOutline(office, { budget }).markdown)).toBeGreaterThan(budget * 0.7);
    }
  });

  test('named in the answer is enough for everything', () => {
    const { truncated } = renderOutline(office, { budget: 300 });
    const enough = Number(/budget (\d+) for all/.exec(truncated?.how ?? '')?.[1]);
    expect(renderOutline(office, { budget: enough }).truncated).toBeUndefined();
  });

  test('keeps the focused element to the last', () => {
    expect(renderOutline(office, { budget: 60 }).markdown).toContain('textfield "Title"');
  });

  test('is never exceeded', () => {
    fc.assert(
      fc.property(anyTree, fc.integer({ min: 1, max: 300 }), (root, budget) => {
        const snapshot = snap(root);
        const { markdown, shownIndices } = renderOutline(snapshot, { budget });
        expect(estimateTokens(markdown)).toBeLessThanOrEqual(budget);
        for (const index of shownIndices) expect(markdown).toContain(`[${index}]`);
      }),
    );
  });
});

describe('other limits', () => {
  test('max_elements keeps the first ones', () => {
    const { shownIndices, truncated } = renderOutline(office, { maxElements: 3 });
    expect(shownIndices).toEqual([1, 2, 3]);
    expect(truncated?.how).toContain('max_elements 3');
  });

  test('max_depth keeps the outer ones', () => {
    const { markdown, truncated } = renderOutline(office, { maxDepth: 1 });
    expect(markdown).not.toContain('file-0');
    expect(markdown).toContain('list "Files"');
    expect(truncated?.how).toContain('max_depth 1');
  });

  test('a walk the backend cut short is told', () => {
    const cut = snap(win(el('button', 'OK')), { truncated: { shown: 2, reason: 'timeout' } });
    expect(renderOutline(cut).truncated?.how).toContain('reading stopped after 2 elements (timeout)');
    expect(renderOutline(cut).markdown).toContain('timeout');
  });
});

test('numbers are told as ranges', () => {
  expect(asRanges([3])).toBe('[3]');
  expect(asRanges([57, 59, 58, 70])).toBe('[57–59, 70]');
  expect(asRanges([1, 3, 5, 7])).toBe('[1, 3, 5, …]');
});
