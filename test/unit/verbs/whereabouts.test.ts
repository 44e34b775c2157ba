import { expect, test } from 'vitest';
import type { ElementNode } from '../../../src/model/element.js';
import type { Rect } from '../../../src/model/geometry.js';
import { whereabouts } from '../../../src/verbs/into-view/whereabouts.js';

const node = (key: string, role: string, frame: Rect | null, children: readonly ElementNode[] = []): ElementNode => ({
  key,
  role,
  name: key,
  states: [],
  actions: [],
  frame,
  children,
});
const pane = { x: 10, y: 100, width: 200, height: 60 };
const row = (index: number, frame: Rect | null) => node(`row ${index}`, 'listitem', frame);
const rowAt = (y: number, height = 20): Rect => ({ x: 10, y, width: 200, height });
const listOf = (frames: readonly (Rect | null)[], more: readonly ElementNode[] = []) =>
  node('window', 'window', { x: 0, y: 0, width: 400, height: 400 }, [
    node('list', 'list', pane, [...frames.map((f, i) => row(i, f)), ...more]),
  ]);

test('what lies after everything in sight is further down, by as many rows as lie between', () => {
  const root = listOf([rowAt(100), rowAt(120), rowAt(140), null, null, null]);
  expect(whereabouts(root, 'row 5')).toMatchObject({ isInView: false, isSeen: false, direction: 'down', distance: 3 });
});

test('what lies before it is further up', () => {
  const root = listOf([null, null, rowAt(100), rowAt(120)]);
  expect(whereabouts(root, 'row 0')).toMatchObject({ isInView: false, direction: 'up', distance: 2 });
});

test('rows beside each other are scrolled sideways', () => {
  const beside = (x: number): Rect => ({ x, y: 110, width: 80, height: 20 });
  expect(whereabouts(listOf([beside(20), beside(110), null]), 'row 2')).toMatchObject({ direction: 'right' });
});

test('what touches an edge may be cut there and is brought further in', () => {
  const root = listOf([rowAt(100, 5), rowAt(105), rowAt(125), rowAt(145, 15)]);
  expect(whereabouts(root, 'row 0')).toMatchObject({ isInView: false, isSeen: true, direction: 'up', distance: 0 });
  expect(whereabouts(root, 'row 1')).toMatchObject({ isInView: true });
  expect(whereabouts(root, 'row 3')).toMatchObject({ isInView: false, isSeen: true, direction: 'down', distance: 0 });
});

test('the wheel is never turned over a control that takes it', () => {
  const slider = node('volume', 'slider', { x: 60, y: 110, width: 100, height: 40 });
  const { wheelAt } = whereabouts(listOf([rowAt(100), null], [slider]), 'row 1') ?? {};
  expect(wheelAt).toBeDefined();
  expect(wheelAt && (wheelAt.x < 60 || wheelAt.x >= 160 || wheelAt.y < 110 || wheelAt.y >= 150)).toBe(true);
  const all = node('volume', 'slider', pane);
  expect(whereabouts(listOf([rowAt(100), null], [all]), 'row 1')?.wheelAt).toBeUndefined();
});

test('an element that is gone is nowhere', () => {
  expect(whereabouts(listOf([]), 'row 0')).toBeUndefined();
});
