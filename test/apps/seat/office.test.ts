// What an office that is behind makes of an act: it believes in a focus later than it answers, and sees a drag all at once.
import { expect, test } from 'vitest';
import { whileStopped } from '../../support/parts/renderers.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';
import { agentHolds } from './held-devices.js';
import { drag, openLab } from './seat-lab.js';

const times = 30;

// Until it believes in the focus it does not know what the wheel over a control should scroll.
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

// It lets GTK show it one move at a time, and GTK drops those that are older than its asking.
test('an office that stands still when it is pressed sees the drag begin where it began', async () => {
  await using lab = await openLab('libreoffice');
  const watch = await lab.person();
  for (let time = 0; time < 6; time++) {
    const from = lab.app.eventCount();
    const dragging = lab.perform(drag(lab.at('canvas'), lab.at('button'), { pauseMs: 0 }));
    const isDown = async () => (await agentHolds(lab.desktop)).length > 0;
    await whileStopped([lab.app.pid], () => until(isDown, { what: 'the button is down' }));
    await dragging;
    await lab.app.waitForEvent('the release', ({ type, widget }) => type === 'release' && widget === 'button', { from });
    await lab.seats.release('agent');
    expect(lab.app.eventsFrom(from)).toContainEqual(expect.objectContaining({ type: 'drag', widget: 'canvas' }));
  }
  expectUndisturbed(await watch.stop());
});
