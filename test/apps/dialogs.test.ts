// What a program asks back in a dialog, and waits for, when an agent has made it do something.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { startProduct } from '../harness/product.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import { startLineProcess } from '../support/parts/line-process.js';
import { startSentinel } from '../support/sentinel.js';
import { until } from '../support/until.js';

const asker = fileURLToPath(new URL('../fixtures/apps/asker.py', import.meta.url));
const listener = fileURLToPath(new URL('../fixtures/desktop/accessibility-listener.py', import.meta.url));

async function startAsker(desktop: Desktop, toolkit: string) {
  const log = join(desktop.dir, 'answers');
  const { pid } = desktop.runApp('/usr/bin/python3', [asker, toolkit, log]);
  const window_id = await desktop.waitForWindow({ title: '^Asker$' });
  return { target: { pid, window_id }, answers: () => readFile(log, 'utf8').catch(() => '') };
}

const ways = [
  { act: 'an item of its menu is chosen', label: 'Ask' },
  { act: 'its button is pressed', label: 'Ask too' },
  { act: 'its text is set', role: 'textfield' },
] as const;

describe.each(['gtk3', 'qt5', 'qt6'])('a dialog that %s waits in', (toolkit) => {
  test.each(ways)('can be read, filled in and closed when $act', async ({ act, ...meant }) => {
    await using desktop = await openDesktop();
    const { target, answers } = await startAsker(desktop, toolkit);
    const watch = await startSentinel(desktop, { typing: true });
    await using product = startProduct(desktop);
    const find = async (at: typeof target, { label, role }: { label?: string; role?: string }) => {
      const isMeant = (each: { label?: string; role: string }) => (label ? each.label === label : each.role === role);
      const look = async () => (await product.call('get_window_state', { ...at, include_screenshot: false })).elements?.find(isMeant);
      return { ...at, element_index: (await until(look, { what: label ?? role ?? '' })).element_index };
    };
    for (const answer of ['ja', 'nein']) {
      const element = await find(target, meant);
      const acting = 'role' in meant ? product.call('set_value', { ...element, value: answer }) : product.call('click', element);
      expect(await acting).toMatchObject({ effect: 'confirmed', route: 'accessibility' });
      const dialog = { ...target, window_id: await desktop.waitForWindow({ title: '^Asked$' }) };
      await find(dialog, { role: 'textfield' });
      expect(await product.call('type_text', { ...dialog, text: answer })).toMatchObject({
        effect: 'confirmed',
        route: 'synthetic_events',
      });
      expect(await product.call('click', await find(dialog, { label: 'OK' }))).toMatchObject({ route: 'accessibility' });
      await until(async () => (await answers()).endsWith(`${answer}\n`), { what: `it has the answer ${answer}` });
    }
    const { changes, after, receivedText, sentText } = await watch.stop();
    expect([after.focus, after.active]).toEqual([watch.window, watch.window]);
    expect(changes.filter(({ type }) => type === 'focus')).toEqual([]);
    expect(receivedText).toBe(sentText);
  });
});

test('a dialog that is still open when we are gone is the person’s to answer, also where somebody else reads the program', async () => {
  await using desktop = await openDesktop();
  const { target, answers } = await startAsker(desktop, 'gtk3');
  const reader = startLineProcess(desktop, '/usr/bin/python3', [listener]);
  await reader.next('somebody else', ({ type }) => type === 'ready');
  const product = startProduct(desktop);
  const { elements } = await product.call('get_window_state', target);
  const element_index = elements?.find(({ label }) => label === 'Ask')?.element_index ?? -1;
  await product.call('click', { ...target, element_index });
  const dialog = await desktop.waitForWindow({ title: '^Asked$' });
  await product[Symbol.asyncDispose]();
  await desktop.run('xdotool', 'windowactivate', '--sync', String(dialog), 'type', 'ja');
  await desktop.run('xdotool', 'key', 'Return');
  await until(async () => (await answers()) === 'ja\n', { what: 'the person’s answer' });
});
