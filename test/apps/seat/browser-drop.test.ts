// A browser asks to come to the front for every drop; under KWin, which can be brought to decline, it takes drops.
import { expect, test } from 'vitest';
import type { GestureStep } from '../../../src/model/gesture.js';
import { oracleOf } from '../../support/oracle.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { drag, type Lab, openLab } from './seat-lab.js';

/** The mark is taken away as soon as it is there; what opens on top of everything is seen there. */
const forAMoment = [/^a window demands attention/, /^visibility on/, /^expose on/];

const isMarked = async ({ desktop, app }: Lab): Promise<boolean> =>
  ((await oracleOf(desktop).property(app.windowId, '_NET_WM_STATE')) ?? '').includes('DEMANDS_ATTENTION');

test.each([
  ['beside', 25],
  ['under', 25],
  ['beside', 500],
] as const)('a page takes a drop %s the person’s window, %i ms from move to move', async (where, pauseMs) => {
  await using lab = await openLab('chromium', { wm: 'kwin_x11' });
  const watch = await lab.person({ covering: where === 'under' });
  const from = lab.app.events().length;
  const { notes } = await lab.perform(drag(lab.at('source'), lab.at('target'), { pauseMs }));
  expect(await lab.app.waitForEvent('the drop', ({ type }) => type === 'drop', { from })).toMatchObject({ text: 'dragged text' });
  expect(notes).toEqual([]);
  await lab.seats.release('agent');
  expect(await isMarked(lab)).toBe(false);
  expectUndisturbed(await watch.stop(), { allow: forAMoment });
});

test('a drop that the page does not take is told', async () => {
  await using lab = await openLab('chromium', { wm: 'kwin_x11' });
  const watch = await lab.person();
  const from = lab.app.events().length;
  const { notes } = await lab.perform(drag(lab.at('source'), lab.at('button'), { pauseMs: 25 }));
  expect(notes).toEqual([expect.stringContaining('not taken the drop')]);
  await lab.app.waitForEvent('the end of the drag', ({ type }) => type === 'drag-ended', { from });
  await lab.seats.release('agent');
  expect(lab.app.eventsFrom(from).filter(({ type }) => type === 'drop')).toEqual([]);
  expectUndisturbed(await watch.stop());
});

test('a drag that is cut short over a page that would take it ends without a drop', async () => {
  await using lab = await openLab('chromium', { wm: 'kwin_x11' });
  const watch = await lab.person();
  const from = lab.app.events().length;
  const cut = new AbortController();
  const whole = drag(lab.at('source'), lab.at('target'), { pauseMs: 25 });
  const stays = Array.from({ length: 400 }, (_, index): GestureStep[] => [
    { kind: 'pause', ms: 25 },
    { kind: 'move', to: lab.at('target', index % 2) },
  ]);
  const dragging = lab.perform([...whole.slice(0, -1), ...stays.flat(), ...whole.slice(-1)], { signal: cut.signal });
  const isCut = expect(dragging).rejects.toThrow();
  await lab.app.waitForEvent('the target sees it', ({ type }) => type === 'drag-entered', { from });
  cut.abort();
  await isCut;
  await lab.app.waitForEvent('the end of the drag', ({ type }) => type === 'drag-ended', { from });
  await lab.seats.release('agent');
  expect(lab.app.eventsFrom(from).filter(({ type }) => type === 'drop')).toEqual([]);
  expectUndisturbed(await watch.stop());
});
