// A GTK 2 or 3 program that first needs its keymap because of an agent goes on when that is gone and keymaps change.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Product, startProduct } from '../../harness/product.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { until } from '../../support/until.js';

const asker = fileURLToPath(new URL('../../fixtures/apps/asker.py', import.meta.url));
const command = (desktop: Desktop, toolkit = 'gtk3') => ['/usr/bin/python3', asker, toolkit, join(desktop.dir, 'answers')] as const;
const answers = (desktop: Desktop) => readFile(join(desktop.dir, 'answers'), 'utf8').catch(() => '');

async function start(desktop: Desktop, toolkit = 'gtk3'): Promise<{ pid: number; window_id: number }> {
  const [python, ...args] = command(desktop, toolkit);
  const { pid } = desktop.runApp(python, args);
  return { pid, window_id: await desktop.waitForWindow({ title: '^Asker$' }) };
}

const ways: { act: string; run(desktop: Desktop, product: Product): Promise<void> }[] = [
  {
    act: 'presses the first key in it',
    async run(desktop, product) {
      const target = await start(desktop);
      expect(await product.call('press_key', { ...target, key: 'F9' })).toMatchObject({ route: 'synthetic_events' });
    },
  },
  {
    act: 'makes it open the first window with a text',
    async run(desktop, product) {
      const target = await start(desktop);
      const { elements } = await product.call('get_window_state', { ...target, include_screenshot: false });
      const element_index = elements?.find(({ label }) => label === 'Ask')?.element_index ?? -1;
      expect(await product.call('click', { ...target, element_index })).toMatchObject({ route: 'accessibility' });
      await desktop.run('xdotool', 'search', '--sync', '--name', '^Asked$');
    },
  },
  {
    act: 'launches it',
    async run(desktop, product) {
      const [python, ...args] = command(desktop);
      await product.call('launch_app', { launch_path: python, additional_arguments: args });
      // It looks at its keymap whenever the person presses a modifier anywhere.
      await desktop.run('xdotool', 'key', 'Shift_L');
    },
  },
];

test.each(ways)('when the agent $act', async ({ run }) => {
  await using desktop = await openDesktop();
  const product = startProduct(desktop);
  await run(desktop, product);
  await product[Symbol.asyncDispose]();
  await desktop.run('setxkbmap', 'de');
  const asked = desktop.waitForWindow({ title: '^Asked$' }, 200).catch(() => undefined);
  const window = (await asked) ?? (await ask(desktop));
  await desktop.run('xdotool', 'windowactivate', '--sync', String(window), 'key', 'j', 'a', 'Return');
  await until(async () => (await answers(desktop)) === 'ja\n', { what: 'what the person answers' });
});

test('of GTK 2, when the agent presses the first key in it', async () => {
  await using desktop = await openDesktop();
  const product = startProduct(desktop);
  const target = await start(desktop, 'gtk2');
  await product.call('press_key', { ...target, key: 'F9' });
  await product[Symbol.asyncDispose]();
  await desktop.run('setxkbmap', 'de');
  await desktop.run('xdotool', 'windowactivate', '--sync', String(target.window_id), 'key', 'Tab', 'space');
  await until(async () => (await answers(desktop)) === 'pressed\n', { what: 'what the person presses' });
});

/** With the person's keyboard. */
async function ask(desktop: Desktop): Promise<number> {
  const window = await desktop.waitForWindow({ title: '^Asker$' });
  await desktop.run('xdotool', 'windowactivate', '--sync', String(window), 'key', 'Tab', 'space');
  return desktop.waitForWindow({ title: '^Asked$' });
}
