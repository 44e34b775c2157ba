// Menus and lists open, can be walked and chosen from, and close again, without touching the person's pointer or keyboard.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { click, combo, drag, type Lab, openLab } from './seat-lab.js';

/** What opens on top of everything is seen on top of the person's window: no display can avoid that. */
const shownOnTop = [/^visibility on/, /^expose on/];

describe.each(['gtk3', 'gtk4', 'qt5', 'qt6', 'chromium'] as const)('%s', (toolkit) => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await openLab(toolkit);
  });
  afterAll(() => lab?.[Symbol.asyncDispose]());

  const event = (what: string, more: Record<string, unknown> = {}) =>
    [
      what,
      (seen: Readonly<Record<string, unknown>>) => seen.type === what && Object.entries(more).every(([key, value]) => seen[key] === value),
    ] as const;

  test.each(['beside', 'under'] as const)(`opens and closes a context menu %s the person's window`, async (where) => {
    const watch = await lab.person({ covering: where === 'under' });
    const from = lab.app.events().length;
    await lab.perform(click(lab.at('context'), 'right'));
    await lab.app.waitForEvent(...event('menu-opened'), { from });
    await lab.perform(combo('escape'));
    await lab.app.waitForEvent(...event('menu-closed'), { from });
    await lab.seats.release('agent');
    expectUndisturbed(await watch.stop(), { allow: where === 'under' ? shownOnTop : [] });
  });

  test('chooses from a drop-down list by keys', async () => {
    const watch = await lab.person();
    const from = lab.app.events().length;
    await lab.perform(click(lab.at('combo')));
    if (toolkit !== 'chromium') await lab.app.waitForEvent(...event('popup', { shown: true }), { from });
    await lab.perform([...combo('down'), ...combo('return')]);
    const { index } = await lab.app.waitForEvent(...event('selected'), { from });
    expect(index).toBeGreaterThan(0);
    await lab.seats.release('agent');
    expectUndisturbed(await watch.stop());
  });

  const dropped = (pauseMs = 25) => lab.perform(drag(lab.at('source'), lab.at('target'), { pauseMs }), { mayOpenPopup: true });

  test.skipIf(toolkit === 'chromium')('drags and drops inside the window', async () => {
    const watch = await lab.person();
    const from = lab.app.events().length;
    await dropped();
    const drop = await lab.app.waitForEvent(...event('drop'), { from });
    expect(drop.text).toBe('dragged text');
    await lab.seats.release('agent');
    expectUndisturbed(await watch.stop());
  });

  // The browser activates itself on every drop, as it does when a person drops something; and while something is dragged it
  // takes every pointer whenever its cursor changes, which the slow drags would have it do long after the press.
  const drops = [
    ['beside', 25],
    ['under', 25],
    ['beside', 150],
    ['beside', 500],
  ] as const;
  test.runIf(toolkit === 'chromium').each(drops)(
    'calls a drag off before the drop, %s, %i ms from move to move',
    async (where, pauseMs) => {
      const watch = await lab.person({ covering: where === 'under' });
      const from = lab.app.events().length;
      await expect(dropped(pauseMs)).rejects.toMatchObject({ code: 'background_unavailable' });
      await lab.app.waitForEvent(...event('drag-ended'), { from });
      const marked = lab.app.events().length;
      await lab.perform(drag(lab.at('canvas', -30), lab.at('canvas', 30)));
      await lab.app.waitForEvent(...event('drag'), { from: marked });
      await lab.seats.release('agent');
      expectUndisturbed(await watch.stop(), { allow: where === 'under' ? shownOnTop : [] });
      expect(
        lab.app
          .events()
          .slice(from)
          .filter(({ type }) => type === 'drop'),
      ).toEqual([]);
    },
  );
});
