// What cannot be done safely is refused before anything is sent, and a cancelled act leaves nothing pressed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { windowPoint } from '../../../src/model/geometry.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { click, combo, type Lab, openLab, type } from './seat-lab.js';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab('gtk3', { maxSeats: 2 });
});
afterAll(() => lab?.[Symbol.asyncDispose]());

const pressesSince = (from: number) =>
  lab.app
    .events()
    .slice(from)
    .filter((event) => event.type === 'press' || event.type === 'key');

test('a point outside the window is refused', async () => {
  const from = lab.app.events().length;
  await expect(lab.perform(click(windowPoint(4000, 10)))).rejects.toMatchObject({ code: 'point_outside' });
  expect(pressesSince(from)).toEqual([]);
});

test('a window that moved since is still hit where it is now', async () => {
  await lab.perform(click(lab.at('check')));
  await lab.desktop.run('xdotool', 'windowmove', '--sync', String(lab.app.windowId), '500', '120');
  const from = lab.app.events().length;
  await lab.perform(click(lab.at('button')));
  await lab.app.waitForEvent('the click', (event) => event.type === 'clicked', { from });
});

test('a minimised window is refused', async () => {
  await lab.seats.release('agent');
  await lab.desktop.run('xdotool', 'windowminimize', '--sync', String(lab.app.windowId));
  await expect(lab.perform(click(lab.at('button')))).rejects.toMatchObject({ code: 'window_minimized' });
  await lab.desktop.run('xdotool', 'windowmap', '--sync', String(lab.app.windowId));
});

test('a window that is gone is refused', async () => {
  const gesture = { windowId: 0x7fff0001, anchor: windowPoint(1, 1), mayOpenPopup: false, steps: combo('a') };
  await expect(lab.seats.perform('agent', gesture, AbortSignal.timeout(5000))).rejects.toMatchObject({ code: 'target_changed' });
});

test('an unknown key is refused with its neighbours', async () => {
  await expect(lab.perform(combo('retrun'))).rejects.toMatchObject({ code: 'unknown_key', details: { suggestions: ['return'] } });
});

test('more owners than seats are refused, and a released seat serves the next one', async () => {
  await lab.perform([], { owner: 'one' });
  await lab.seats.release('agent');
  await lab.perform([], { owner: 'two' });
  await expect(lab.perform([], { owner: 'three' })).rejects.toMatchObject({ code: 'seat_unavailable' });
  const before = (await lab.seats.list()).map(({ name }) => name);
  await lab.seats.release('one');
  await lab.perform([], { owner: 'three' });
  const listed = await lab.seats.list();
  expect(listed.map(({ name }) => name).sort()).toEqual(before.sort());
  expect(listed.map(({ owner }) => owner).sort()).toEqual(['three', 'two']);
  await lab.seats.release('two');
  await lab.seats.release('three');
});

test('while the person drags, the agent waits, then says that they are busy', async () => {
  const watch = await lab.person({ typing: false });
  await lab.desktop.run('xdotool', 'mousedown', '1');
  const from = lab.app.events().length;
  await expect(lab.perform(click(lab.at('button')))).rejects.toMatchObject({ code: 'person_busy' });
  expect(pressesSince(from)).toEqual([]);
  const waiting = lab.perform(click(lab.at('button')));
  await lab.desktop.run('xdotool', 'mouseup', '1');
  await waiting;
  await lab.app.waitForEvent('the click', (event) => event.type === 'clicked', { from });
  await watch.stop();
});

test('a cancelled drag releases the button at once', async () => {
  const watch = await lab.person();
  const abort = new AbortController();
  const from = lab.app.events().length;
  const acting = lab.perform(
    [
      { kind: 'move', to: lab.at('canvas') },
      { kind: 'press', button: 'left' },
      { kind: 'pause', ms: 60_000 },
      { kind: 'release', button: 'left' },
    ],
    { signal: abort.signal },
  );
  await lab.app.waitForEvent('the press', (event) => event.type === 'press', { from });
  abort.abort();
  await expect(acting).rejects.toThrow();
  await lab.app.waitForEvent('the release', (event) => event.type === 'release', { from });
  await lab.seats.release('agent');
  expectUndisturbed(await watch.stop());
});

test('a cancelled text stops in between', async () => {
  const abort = new AbortController();
  const from = lab.app.events().length;
  const text = { ...type('x'.repeat(500)), delayMs: 20 };
  const acting = lab.perform([...click(lab.at('entry')), text], { signal: abort.signal });
  await lab.app.waitForEvent('some text', (event) => event.type === 'text', { from });
  abort.abort();
  await expect(acting).rejects.toThrow();
  await lab.perform(click(lab.at('button')));
  await lab.app.waitForEvent('a click after it', (event) => event.type === 'clicked', { from });
  const typed = lab.app.events().findLast((event) => event.type === 'text');
  expect(String(typed?.text).length).toBeLessThan(250);
});

test('a point beyond the screen is refused', async () => {
  await lab.desktop.run('xdotool', 'windowsize', '--sync', String(lab.app.windowId), '2500', '720');
  await expect(lab.perform(click(windowPoint(2400, 300)))).rejects.toMatchObject({ code: 'window_off_screen' });
});
