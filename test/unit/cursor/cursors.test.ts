import { beforeEach, expect, test } from 'vitest';
import { CursorScreen } from '../../../src/cursor/cursors.js';
import type { Motion } from '../../../src/cursor/motion/knobs.js';
import { type DrawnScreen, drawnScreen, type ManualClock, manualClock } from './drawn-screen.js';

const motion: Motion = { startHandle: 0.3, endHandle: 0.3, arcSize: 0.25, arcFlow: 0, spring: 0.72, glideMs: 0, idleHideMs: 0 };
const own = (session: string) => ({ session, cursor: `of ${session}`, label: session });
const shared = (session: string) => ({ session, cursor: 'shared demo', label: 'demo' });

let drawn: DrawnScreen;
let screen: CursorScreen;
let clock: ManualClock;

beforeEach(() => {
  drawn = drawnScreen();
  clock = manualClock();
  screen = new CursorScreen(drawn, clock);
});

const show = (owner: ReturnType<typeof own>, x: number) => {
  void screen.of(owner).cursor.moveTo({ x, y: 100 }, motion);
  clock.advance(1000);
};

test('each session has its own cursor in its own colour', () => {
  const [one, two] = [screen.of(own('one')), screen.of(own('two'))];
  expect(one.cursor).not.toBe(two.cursor);
  expect(one.color.name).not.toBe(two.color.name);
  expect(screen.of(own('one'))).toBe(one);
});

test('sessions that name the same cursor move the same one, until the last of them ends', () => {
  show(shared('one'), 100);
  show(shared('two'), 300);
  expect(screen.of(shared('one')).cursor.state.position).toEqual({ x: 300, y: 100 });
  screen.free('one');
  expect(drawn.sprites).not.toEqual([]);
  screen.free('two');
  expect(drawn.sprites).toEqual([]);
});

test('a session that comes to share a cursor leaves its own behind', () => {
  show(own('one'), 100);
  show(shared('two'), 300);
  const before = drawn.sprites.length;
  show(shared('one'), 500);
  expect(drawn.sprites.length).toBeLessThan(before);
  screen.free('two');
  expect(screen.of(shared('one')).cursor.state.position).toEqual({ x: 500, y: 100 });
});
