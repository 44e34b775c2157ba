// What counts as a sign of an act's effect, and how long it is waited for.
import { expect, test } from 'vitest';
import { startProduct } from '../harness/product.js';
import { startFixture, type Toolkit } from '../support/apps.js';
import { openDesktop } from '../support/desktop.js';

/** Renames its window a good while after Return. */
const slow = 'read -r line; sleep 2; printf "\\033]0;Renamed\\007"; sleep 600';

test('a program that takes longer than usual to show anything is confirmed by those who wait for it, and by nobody else', async () => {
  await using desktop = await openDesktop();
  await using product = startProduct(desktop);
  const enterIn = async (title: string) => {
    const { pid } = desktop.runApp('xterm', ['-T', title, '-e', 'sh', '-c', slow]);
    const windowId = await desktop.waitForWindow({ title: `^${title}$` });
    return product.call('press_key', { pid, window_id: windowId, key: 'return' });
  };
  expect((await enterIn('Usual')).effect).toBe('unverifiable');
  await product.call('set_config', { key: 'reaction_timeout_ms', value: 30_000 });
  expect((await enterIn('Patient')).effect).toBe('confirmed');
});

test.each(['qt5', 'qt6', 'gtk4'] satisfies Toolkit[])(
  '%s: a tick is confirmed each time, although the window draws itself anew whenever the agent comes and goes',
  async (toolkit) => {
    await using desktop = await openDesktop();
    await using product = startProduct(desktop);
    const app = await startFixture(desktop, toolkit);
    await product.call('get_window_state', product.at(app));
    for (const expected of [true, false, true]) {
      const from = app.events().length;
      const { effect, evidence } = await product.call('click', { ...product.at(app), ...app.centre('check') });
      expect({ effect, kind: evidence[0]?.kind }).toEqual({ effect: 'confirmed', kind: 'tree_change' });
      await app.waitForEvent('toggled', (event) => event.type === 'toggled' && event.checked === expected, { from });
    }
  },
);
