// Whatever selects text makes the toolkit take the selection of the whole desktop: nobody can keep it from that, and the receipt says so.
import { describe, expect, test } from 'vitest';
import { startProduct } from '../../harness/product.js';
import { startFixture, type Toolkit } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import type { WindowManager } from '../../support/parts/window-managers.js';
import { startSentinel } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';

const persons = 'words of the person';

type Selection = 'primary' | 'clipboard';

/** Somebody else offers what they selected or copied, as the person's own window would. */
async function personHas(desktop: Desktop, selection: Selection, text = persons): Promise<void> {
  await desktop.run('sh', '-c', `printf '${text}' | xclip -selection ${selection} >/dev/null 2>&1`);
  await until(async () => (await has(desktop, selection)) === text, { what: `the person has the ${selection}`, intervalMs: 30 });
}

/** Nothing where the owner of the moment does not answer. */
const has = (desktop: Desktop, selection: Selection) =>
  oracleOf(desktop)
    .clipboard(selection)
    .catch(() => '');

async function open(toolkit: Toolkit, wm: WindowManager = 'openbox') {
  const desktop = await openDesktop({ wm });
  const product = startProduct(desktop);
  const app = await startFixture(desktop, toolkit);
  const { x, y, height } = app.widget('entry');
  const inText = { ...product.at(app), x: x + 20, y: y + Math.floor(height / 2) };
  const close = async () => {
    await product[Symbol.asyncDispose]();
    await desktop.dispose();
  };
  return { desktop, product, app, inText, [Symbol.asyncDispose]: close };
}

const claiming = ['gtk3', 'qt5', 'qt6', 'chromium', 'tk', 'xt'] as const;

describe.each(claiming)('%s', (toolkit) => {
  test('a word selected by the agent takes the person’s selection, which the receipt says; typing does not', async () => {
    await using stage = await open(toolkit);
    const { desktop, product, inText } = stage;
    await personHas(desktop, 'primary');
    const typed = await product.call('type_text', { ...inText, text: 'someword another' });
    expect(typed.interference).toMatchObject({ selections: 'unchanged', clean: true });
    expect(await has(desktop, 'primary')).toBe(persons);
    const selected = await product.call('double_click', inText);
    expect(selected.interference).toMatchObject({ selections: 'primary taken by the application', clean: false });
    expect(await has(desktop, 'primary')).toBe('someword');
  });
});

test('a person who selects a word there with their own mouse loses the other selection in the same way', async () => {
  await using stage = await open('gtk3');
  const { desktop, product, app, inText } = stage;
  await product.call('type_text', { ...inText, text: 'someword another' });
  await personHas(desktop, 'primary');
  const { x, y } = await oracleOf(desktop).window(app.windowId);
  await desktop.run('xdotool', 'mousemove', String(x + inText.x), String(y + inText.y), 'click', '--repeat', '2', '1');
  await until(async () => (await has(desktop, 'primary')) === 'someword', { what: 'their word is the selection', intervalMs: 30 });
});

test('copying takes the clipboard, and what the person selects meanwhile is nobody’s doing', async () => {
  await using stage = await open('gtk3');
  const { desktop, product, app, inText } = stage;
  await personHas(desktop, 'clipboard');
  const typing = product.call('type_text', { ...inText, text: 'someword another', delay_ms: 40 });
  await app.waitForEvent('the first letters', ({ type }) => type === 'text');
  await personHas(desktop, 'primary');
  expect((await typing).interference).toMatchObject({ selections: 'unchanged', clean: true });
  await product.call('double_click', inText);
  const copied = await product.call('hotkey', { ...product.at(app), keys: ['ctrl', 'c'] });
  expect(copied.interference).toMatchObject({ selections: 'clipboard taken by the application', clean: false });
  expect(await has(desktop, 'clipboard')).toBe('someword');
});

test.each(['openbox', 'metacity', 'kwin_x11'] as const)(
  'a menu of GTK 4 that closes under %s leaves the person’s selection alone, and the program’s own focus where a person’s menu leaves it',
  async (wm) => {
    await using stage = await open('gtk4', wm);
    const { desktop, product, app, inText } = stage;
    const at = product.at(app);
    await product.call('type_text', { ...inText, text: 'someword' });
    await personHas(desktop, 'primary');
    const watch = await startSentinel(desktop, { typing: true });
    const from = app.events().length;
    await product.call('right_click', { ...at, ...app.centre('context') });
    await app.waitForEvent('the menu', ({ type }) => type === 'menu-opened', { from });
    const closed = await product.call('press_key', { ...at, key: 'escape' });
    await app.waitForEvent('the menu closes', ({ type }) => type === 'menu-closed', { from });
    expect(closed.interference).toMatchObject({ selections: 'unchanged', clean: true });
    // The program's own focus went on to the canvas, so this key does nothing; before, it replaced the selected text.
    await product.call('press_key', { ...at, key: 'x' });
    await app.waitForEvent('the key', ({ type, key }) => type === 'key' && key === 'x', { from });
    expect(
      app
        .events()
        .filter(({ type }) => type === 'text')
        .at(-1)?.text,
    ).toBe('someword');
    expect(await has(desktop, 'primary')).toBe(persons);
    expectUndisturbed(await watch.stop());
  },
);
