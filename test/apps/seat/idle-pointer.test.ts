// Pointers that idle, unseen, in the very window another one acts in: the server then tells that window less of the one that acts.
import { expect, test } from 'vitest';
import { moveWindow } from '../../support/apps.js';
import { click, openLab } from './seat-lab.js';

const size = { width: 1280, height: 900 };

test.each([
  ['where new pointers appear', { x: 600, y: 300 }],
  ['in the corner where pointers idle', { x: 900, y: 600 }],
])('a program that moves away from a pointer that idles %s is clicked where the next click says', async (_where, under) => {
  await using lab = await openLab('sdl', { size });
  const { app, desktop, seats } = lab;
  await desktop.run('xdotool', 'mousemove', '5', '5');
  (await seats.guardAgainst('somebody else', app.windowId))();
  await moveWindow(desktop, app.windowId, under);
  await lab.perform(click(lab.at('canvas', -30, -100)));
  await app.waitForEvent('the first click', ({ type, widget }) => type === 'release' && widget === 'canvas');
  await moveWindow(desktop, app.windowId, { x: 60, y: 60 });
  await lab.perform(click(lab.at('button')));
  await app.waitForEvent('the second click', ({ type, widget }) => type === 'clicked' && widget === 'button');
});

test('a program the pointer hovers in is clicked where the next click says', async () => {
  await using lab = await openLab('sdl');
  const { app, desktop } = lab;
  await desktop.run('xdotool', 'mousemove', '5', '5');
  await lab.perform([{ kind: 'move', to: lab.at('canvas') }]);
  await app.waitForEvent('the pointer', ({ type, widget }) => type === 'motion' && widget === 'canvas');
  await lab.perform(click(lab.at('button')));
  await app.waitForEvent('the click', ({ type, widget }) => type === 'clicked' && widget === 'button');
  expect(app.events().filter(({ type, widget }) => type === 'press' && widget === 'canvas')).toEqual([]);
});
