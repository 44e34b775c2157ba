// A drag that begins long after the button went down: what grabs every pointer then finds the person's held.
import { expect, test } from 'vitest';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { drag, openLab } from './seat-lab.js';

test.each(['qt5', 'qt6'] as const)('%s takes a slow drag and its drop, and the person keeps their pointer', async (toolkit) => {
  await using lab = await openLab(toolkit);
  const watch = await lab.person();
  await lab.perform(drag(lab.at('source'), lab.at('target'), { steps: 4, pauseMs: 250 }));
  const drop = await lab.app.waitForEvent('the drop', ({ type }) => type === 'drop');
  expect(drop.widget).toBe('target');
  await lab.seats.release('agent');
  expectUndisturbed(await watch.stop());
});
