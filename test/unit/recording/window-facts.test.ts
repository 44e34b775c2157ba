import { describe, expect, test } from 'vitest';
import type { Window } from '../../../src/model/window.js';
import { findWindow, WindowRefs } from '../../../src/recording/window-facts.js';
import { windowOf } from './material.js';

const living = (more: Partial<Window> = {}): Window => ({
  id: 1,
  pid: 9,
  appId: 'editor',
  appName: 'Editor',
  title: 'notes.txt',
  bounds: { x: 0, y: 0, width: 400, height: 300 },
  zIndex: 0,
  state: 'normal',
  isActive: false,
  isDialog: false,
  ...more,
});
const wanted = windowOf({ app_id: 'editor', title: 'notes.txt' });

describe('a recorded window', () => {
  test('is found again by application and title, under other numbers', () => {
    const other = living({ id: 2, title: 'list.txt' });
    expect(findWindow([other, living({ id: 3, pid: 77 })], wanted)).toMatchObject({ kind: 'match', window: { id: 3 }, healed: [] });
  });

  test.each([
    ['notes.txt', '*notes.txt'],
    ['notes.txt', 'notes.txt •'],
    ['Inbox (3)', 'Inbox (12)'],
    ['Order 2024-118', 'Order 2025-7'],
  ])('called %j is found as %j, which is told', (then, now) => {
    const match = findWindow([living({ title: now })], windowOf({ app_id: 'editor', title: then }));
    expect(match).toMatchObject({ kind: 'match', healed: [expect.stringContaining(now)] });
  });

  test('with its exact title wins over one that is only similar', () => {
    const match = findWindow(
      [living({ id: 1, title: 'Inbox (4)' }), living({ id: 2, title: 'Inbox (3)' })],
      windowOf({ app_id: 'editor', title: 'Inbox (3)' }),
    );
    expect(match).toMatchObject({ kind: 'match', window: { id: 2 } });
  });

  test.each([
    ['of another application', living({ appId: 'viewer' })],
    ['of another title', living({ title: 'notes.md' })],
    ['that is a dialog', living({ isDialog: true })],
  ])('is never taken for one %s', (_, other) => {
    expect(findWindow([other], wanted).kind).toBe('none');
  });

  test('that is gone is answered with the other windows of its application', () => {
    const match = findWindow([living({ id: 4, title: 'list.txt' }), living({ id: 5, appId: 'viewer' })], wanted);
    expect(match).toMatchObject({ kind: 'none', candidates: [{ id: 4 }] });
  });

  test('is not guessed between two', () => {
    const match = findWindow([living({ id: 1 }), living({ id: 2 })], wanted);
    expect(match).toMatchObject({ kind: 'ambiguous', candidates: [{ id: 1 }, { id: 2 }] });
  });

  test('keeps one name throughout a recording, whatever its title becomes', () => {
    const refs = new WindowRefs();
    const first = refs.facts(living({ id: 10 }));
    const second = refs.facts(living({ id: 11 }));
    expect([first.ref, second.ref, refs.facts(living({ id: 10, title: '*notes.txt' })).ref]).toEqual(['w1', 'w2', 'w1']);
    expect(first).toMatchObject({ app_id: 'editor', title: 'notes.txt', width: 400, height: 300 });
  });
});
