import { describe, expect, test } from 'vitest';
import { nearestCandidates, textSimilarity } from '../../../src/snapshot/find.js';
import { el, snap, win } from './build-tree.js';

const page = snap(
  win(
    el('button', 'Save'),
    el('button', 'Save as…'),
    el('link', 'Save'),
    el('text', 'Save now'),
    el('button', 'Quit'),
    el('button', 'Safe mode'),
  ),
);

describe('nearest candidates', () => {
  test('come best first and only with a number', () => {
    const labels = nearestCandidates(page, { role: 'button', label: 'save' }).map(({ role, label }) => `${role} ${label}`);
    expect(labels.slice(0, 3)).toEqual(['button Save', 'button Save as…', 'link Save']);
    expect(labels).not.toContain('text Save now');
    expect(labels).not.toContain('button Quit');
  });

  test('carry what is needed to act on them', () => {
    expect(nearestCandidates(page, { label: 'Quit' })).toEqual([
      { element_index: 4, element_token: 's1:4', role: 'button', label: 'Quit', score: 1 },
    ]);
  });

  test('are at most five', () => {
    const buttons = Array.from({ length: 30 }, (_, at) => el('button', `Item ${at}`));
    expect(nearestCandidates(snap(win(...buttons)), { label: 'Item' })).toHaveLength(5);
    expect(nearestCandidates(snap(win(...buttons)), { role: 'button' })).toHaveLength(5);
  });

  test('tolerate a slip of the keys', () => {
    expect(textSimilarity('preferences', 'prefernces')).toBeGreaterThan(0.7);
    expect(textSimilarity('preferences', 'quit')).toBe(0);
  });
});
