// A window the agent keeps working in believes all the while that it is focused.
import { setTimeout as idle } from 'node:timers/promises';
import { expect, test } from 'vitest';
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
