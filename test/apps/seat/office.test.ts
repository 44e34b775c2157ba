// An office believes in a focus later than it answers, and until then it does not know what the wheel over a control should scroll.
import { expect, test } from 'vitest';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { openLab } from './seat-lab.js';

const times = 30;

test('the wheel scrolls every time in an office that the agent has just come to', { timeout: 240_000 }, async () => {
  await using lab = await openLab('libreoffice');
  const watch = await lab.person();
  const lost: number[] = [];
  for (let time = 0; time < times; time++) {
    const from = lab.app.eventCount();
    await lab.perform([
      { kind: 'move', to: lab.at('canvas') },
      { kind: 'wheel', direction: 'down', ticks: 2 },
    ]);
    await lab.app.waitForEvent('the scroll', ({ type }) => type === 'scroll', { from, timeoutMs: 4000 }).catch(() => lost.push(time));
    await lab.seats.release('agent');
  }
  expectUndisturbed(await watch.stop());
  expect(lost).toEqual([]);
});
