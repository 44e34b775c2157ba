// How long an act waits for a sign of its effect is the caller's to say.
import { expect, test } from 'vitest';
import { startProduct } from '../harness/product.js';
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
