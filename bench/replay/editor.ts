/** Mousepad: typing, menus, and a dialog whose fields have no labels; what counts is the file it saves. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { poll } from '../../src/kit/poll.js';
import { indexOf, type MakeFlow, type Place, type Product } from './flow.js';

const BEFORE = 'red apple\ngreen pear\n';
const AFTER = 'Dark Apple\nGreen Pear\nBlue Plum\nDark Cherry\nfig\n\nsigned\n';

async function findAndReplace(product: Product, { pid }: Place): Promise<void> {
  const dialog = await poll(
    async () => (await product.call('list_windows', { pid })).windows.find(({ title }) => title === 'Find and Replace'),
    { timeoutMs: 20_000, intervalMs: 50 },
  );
  const at = { pid, window_id: dialog?.window_id ?? 0 };
  const field = (ordinal: number) => indexOf(product, at, 'textfield', '', ordinal);
  await product.call('click', { ...at, element_index: await indexOf(product, at, 'checkbox', 'Match case') });
  await product.call('set_value', { ...at, element_index: await field(1), value: 'Dark' });
  await product.call('set_value', { ...at, element_index: await field(0), value: 'Red' });
  await product.call('click', { ...at, element_index: await indexOf(product, at, 'checkbox', 'Replace all in:') });
  await product.call('click', { ...at, element_index: await indexOf(product, at, 'button', 'Replace All') });
  await product.call('click', { ...at, element_index: await indexOf(product, at, 'button', 'Close') });
}

export const editor: MakeFlow = async (product, desktop) => {
  const file = join(desktop.directory, 'list.txt');
  const menu = async (at: Place, label: string) =>
    product.call('click', { ...at, element_index: await indexOf(product, at, 'menuitem', label) });
  return {
    expected: AFTER,
    async open() {
      writeFileSync(file, BEFORE);
      const { pid, windows } = await product.call('launch_app', { name: 'mousepad', additional_arguments: [file] });
      const at = { pid, window_id: windows[0]?.window_id ?? 0 };
      await indexOf(product, at, 'textarea', '');
      return at;
    },
    async act(at) {
      const text = await indexOf(product, at, 'textarea', '');
      await product.call('click', { ...at, element_index: text });
      await product.call('hotkey', { ...at, keys: ['ctrl', 'end'] });
      await product.call('type_text', { ...at, element_index: text, text: 'blue plum\n' });
      await product.call('type_text', { ...at, text: 'red cherry' });
      await menu(at, 'Select All');
      await menu(at, 'To Title Case');
      await menu(at, 'Find and Replace...');
      await findAndReplace(product, at);
      await product.call('hotkey', { ...at, element_index: text, keys: ['ctrl', 'end'] });
      await product.call('press_key', { ...at, key: 'enter' });
      await product.call('type_text', { ...at, text: 'fig\n' });
      await product.call('press_key', { ...at, key: 'enter' });
      await product.call('type_text', { ...at, text: 'signed' });
      await product.call('press_key', { ...at, key: 'enter' });
      await menu(at, 'Save');
    },
    truth: () => readFileSync(file, 'utf8'),
    isOnTheWay: (truth) => truth === BEFORE,
  };
};
