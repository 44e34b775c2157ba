// What the person works in is a program of a toolkit that keeps its own account of the focus: it hears nothing of what is launched.
import { expect, test } from 'vitest';
import { startProduct } from '../harness/product.js';
import { startFixture, type Toolkit } from '../support/apps.js';
import { openDesktop } from '../support/desktop.js';
import { oracleOf } from '../support/oracle.js';
import type { WindowManager } from '../support/parts/window-managers.js';
import { until } from '../support/until.js';

/** What the person's program thinks of its focus from when it has it until others have started and the agent is gone. */
async function focusMeanwhile(wm: WindowManager, toolkit: Toolkit): Promise<unknown[]> {
  await using desktop = await openDesktop({ wm });
  const { activeWindow } = oracleOf(desktop);
  const persons = await startFixture(desktop, toolkit);
  await until(async () => (await activeWindow()) === persons.windowId, { what: 'the person’s program is active' });
  await persons.waitForEvent('the person’s program knows it', ({ type, focused }) => type === 'focus' && focused === true);
  const from = persons.eventCount();
  {
    await using product = startProduct(desktop);
    for (const name of ['gnome-calculator', 'xterm']) {
      const { interference } = await product.call('launch_app', { name, timeout_ms: 30_000 });
      expect(interference).toMatchObject({ focus: 'unchanged', stacking: 'unchanged' });
    }
  }
  await desktop.run('xdotool', 'key', 'F8');
  await persons.waitForEvent('a key of the person’s after everything before', ({ key }) => key === 'F8', { from });
  expect(await activeWindow()).toBe(persons.windowId);
  return persons
    .eventsFrom(from)
    .filter(({ type }) => type === 'focus')
    .map(({ focused }) => focused);
}

test.each([
  ['openbox', 'gtk4'],
  ['xfwm4', 'qt5'],
  ['metacity', 'gtk3'],
  ['mutter', 'gtk3'],
  ['mutter', 'gtk4'],
  ['kwin_x11', 'gtk3'],
  ['kwin_x11', 'gtk4'],
  ['fluxbox', 'gtk4'],
] as const)('under %s a person’s program in %s stays focused while others start and ask for the focus', async (wm, toolkit) => {
  expect(await focusMeanwhile(wm, toolkit)).toEqual([]);
});

test.each(['gtk3', 'gtk4', 'qt5'] as const)(
  'under i3, which has to be asked, one in %s is told at once that it still is',
  async (toolkit) => {
    expect((await focusMeanwhile('i3', toolkit)).at(-1)).not.toBe(false);
  },
);
