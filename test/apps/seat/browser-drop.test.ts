// A browser asks to come to the front for every drop; where the window manager can be brought to decline that, it takes drops.
import { describe, expect, test } from 'vitest';
import type { GestureStep } from '../../../src/model/gesture.js';
import { oracleOf } from '../../support/oracle.js';
import { fixtureBinary } from '../../support/parts/fixture-binaries.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';
import { drag, type Lab, openLab } from './seat-lab.js';

/** The mark is taken away as soon as it is there; what opens on top of everything is seen there. */
const forAMoment = [/^a window demands attention/, /^visibility on/, /^expose on/];

const isMarked = async ({ desktop, app }: Lab): Promise<boolean> =>
  ((await oracleOf(desktop).property(app.windowId, '_NET_WM_STATE')) ?? '').includes('DEMANDS_ATTENTION');

async function expectDrop(lab: Lab, pauseMs: number): Promise<void> {
  const from = lab.app.events().length;
  const { notes } = await lab.perform(drag(lab.at('source'), lab.at('target'), { pauseMs }));
  expect(await lab.app.waitForEvent('the drop', ({ type }) => type === 'drop', { from })).toMatchObject({ text: 'dragged text' });
  expect(notes).toEqual([]);
}

describe.each(['kwin_x11', 'mutter', 'metacity'] as const)('under %s', (wm) => {
  test.each([
    ['beside', 25],
    ['under', 25],
    ['beside', 500],
  ] as const)('a page takes a drop %s the person’s window, %i ms from move to move', async (where, pauseMs) => {
    await using lab = await openLab('chromium', { wm });
    const watch = await lab.person({ covering: where === 'under' });
    await expectDrop(lab, pauseMs);
    await lab.seats.release('agent');
    await until(async () => !(await isMarked(lab)), { what: 'no mark is left' });
    expectUndisturbed(await watch.stop(), { allow: forAMoment });
  });

  test('a drop that the page does not take is told', async () => {
    await using lab = await openLab('chromium', { wm });
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
    await using lab = await openLab('chromium', { wm });
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
});

describe.each(['mutter', 'metacity'] as const)('%s, which forgets how the person used their window when any other closes,', (wm) => {
  const openTooltip = async ({ desktop }: Lab, person: number) => {
    desktop.runApp(await fixtureBinary('tooltip'), [String(person)]);
    const isThere = async () => (await desktop.run('xwininfo', '-root', '-tree')).includes('"Tooltip"');
    await until(isThere, { what: 'the tooltip is open' });
  };

  test('is seen to do so', async () => {
    await using lab = await openLab('chromium', { wm });
    const { desktop, app } = lab;
    const { window } = await lab.person();
    const { activeWindow } = oracleOf(desktop);
    const intrude = async (...args: unknown[]) => desktop.run(await fixtureBinary('intruder'), ...args.map(String));
    const isHandled = async () => desktop.run(await fixtureBinary('wm-probe'), 'handled');
    await intrude('use', window, 10_000);
    await intrude('ask-for-front', app.windowId);
    await isHandled();
    expect(await activeWindow()).toBe(window);
    await openTooltip(lab, window);
    await intrude('use', window, 20_000);
    await isHandled();
    await intrude('ask-for-front', app.windowId);
    await until(async () => (await activeWindow()) === app.windowId, { what: 'the browser is in front' });
  });

  test('is told again in time', async () => {
    await using lab = await openLab('chromium', { wm });
    const watch = await lab.person();
    await openTooltip(lab, watch.window);
    for (let drops = 0; drops < 3; drops++) await expectDrop(lab, 25);
    await lab.seats.release('agent');
    expectUndisturbed(await watch.stop(), { allow: forAMoment });
  });
});
