// A window the agent keeps working in believes all the while that it is focused.
import { setTimeout as idle } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Line } from '../../support/parts/line-process.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { click, combo, openLab } from './seat-lab.js';

/** Longer than the agent stays at a window without an act. */
const breakMs = 600;
/** Longer than a window is left focused that no act follows in. */
const workMs = 4500;

test('a window does not hear of losing the focus while one act follows the other', async () => {
  await using lab = await openLab('gtk3');
  await lab.perform(click(lab.at('canvas')));
  const from = lab.app.eventCount();
  // The second click at one spot waits until it makes no double click, and meanwhile it is time to leave after the first.
  await lab.perform(click(lab.at('canvas')));
  await idle(breakMs);
  const end = performance.now() + workMs;
  for (let side = 20; performance.now() < end; side = -side) await lab.perform(click(lab.at('canvas', side)));
  await lab.perform(combo('f8'));
  await lab.app.waitForEvent('a key after everything before was handled', ({ key }) => key === 'F8', { from });
  expect(lab.app.eventsFrom(from).filter(({ type }) => type === 'focus')).toEqual([]);
  await lab.seats.release('agent');
});

describe.each(['qt5', 'qt6'] as const)('%s, which comes to the front by itself when it is clicked and does not believe so', (toolkit) => {
  const rounds = 6;
  const isForgotten = ({ type, focused }: Line) => type === 'focus' && focused === false;

  test('is told again after another agent has left it', async () => {
    await using lab = await openLab(toolkit);
    const watch = await lab.person();
    await lab.perform(click(lab.at('canvas')));
    for (let round = 0, side = 20; round < rounds; round++, side = -side) {
      const from = lab.app.eventCount();
      await lab.perform(click(lab.at('canvas', 0, side)), { owner: 'another' });
      await lab.seats.release('another');
      await lab.app.waitForEvent('it believes that no more', isForgotten, { from });
      await lab.perform(click(lab.at('canvas', side)));
    }
    await lab.seats.release('agent');
    expectUndisturbed(await watch.stop());
  });

  test('is told again after the agent itself has left it for a while', async () => {
    await using lab = await openLab(toolkit);
    const watch = await lab.person();
    for (let round = 0, side = 20; round < rounds; round++, side = -side) {
      const from = lab.app.eventCount();
      await lab.perform(click(lab.at('canvas', side)), { mayOpenPopup: false });
      await lab.app.waitForEvent('it believes that no more', isForgotten, { from });
    }
    await lab.seats.release('agent');
    expectUndisturbed(await watch.stop());
  });

  test('is told again after a menu of its own', async () => {
    await using lab = await openLab(toolkit);
    const watch = await lab.person();
    for (let round = 0, side = 20; round < rounds; round++, side = -side) {
      const from = lab.app.eventCount();
      await lab.perform(click(lab.at('context'), 'right'));
      await lab.app.waitForEvent('the menu', ({ type }) => type === 'menu-opened', { from });
      await lab.perform(combo('escape'));
      await lab.app.waitForEvent('its end', ({ type }) => type === 'menu-closed', { from });
      await lab.perform(click(lab.at('canvas', side)));
    }
    await lab.seats.release('agent');
    expectUndisturbed(await watch.stop());
  });
});
