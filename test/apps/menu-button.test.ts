// A menu that a program opens because an agent pressed a button by accessibility does not take the person's pointer or keyboard.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startProduct } from '../harness/product.js';
import { openDesktop } from '../support/desktop.js';
import { startSentinel } from '../support/sentinel.js';
import { until } from '../support/until.js';

const popper = fileURLToPath(new URL('../fixtures/apps/popper.py', import.meta.url));

test.each(['gtk4', 'qt5', 'qt6'])('of %s', async (toolkit) => {
  await using desktop = await openDesktop();
  const log = join(desktop.dir, 'popped');
  const { pid } = desktop.runApp('/usr/bin/python3', [popper, toolkit, log]);
  const target = { pid, window_id: await desktop.waitForWindow({ title: '^Popper$' }) };
  const watch = await startSentinel(desktop, { typing: true });
  await using product = startProduct(desktop);
  const find = async () =>
    (await product.call('get_window_state', { ...target, include_screenshot: false })).elements?.find(({ label }) => label === 'Pop');
  const { element_index } = await until(find, { what: 'its button' });
  expect(await product.call('click', { ...target, element_index })).toMatchObject({ route: 'accessibility' });
  await until(() => existsSync(log), { what: 'its menu is open' });
  await watch.person('click 1');
  await until(async () => (await watch.clicks()) === 1, { what: 'the person’s click arrives' });
  const { changes, receivedText, sentText } = await watch.stop();
  expect(changes.filter(({ type }) => type === 'focus')).toEqual([]);
  expect(receivedText).toBe(sentText);
});
