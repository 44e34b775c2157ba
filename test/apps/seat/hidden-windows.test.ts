// In a window that is nowhere on the screen elements are reached, and what needs its pixels or its keyboard is refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../../harness/product.js';
import { elementNumbers, waitForTree } from '../../matrix/elements.js';
import { type Fixture, startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { startSentinel } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';

interface State {
  readonly name: string;
  readonly code: string;
  /** What xdotool does to hide and to show it. */
  readonly hide: (window: string) => string[];
  readonly show: (window: string) => string[];
  /** The property that says so, and what it then says. */
  readonly sign: readonly [string, RegExp];
}

const minimised: State = {
  name: 'minimised',
  code: 'window_minimized',
  hide: (window) => ['windowminimize', window],
  show: (window) => ['windowactivate', window],
  sign: ['_NET_WM_STATE', /HIDDEN/],
};
const elsewhere: State = {
  name: 'on another workspace',
  code: 'window_off_screen',
  hide: (window) => ['set_desktop_for_window', window, '1'],
  show: (window) => ['set_desktop_for_window', window, '0'],
  sign: ['_NET_WM_DESKTOP', /^1$/],
};

describe.each(['openbox', 'metacity', 'mutter', 'kwin_x11', 'fluxbox'] as const)('under %s', (wm) => {
  let desktop: Desktop;
  let product: Product;
  let app: Fixture;
  beforeAll(async () => {
    desktop = await openDesktop({ wm });
    if (wm !== 'mutter') await desktop.run('xdotool', 'set_num_desktops', '2');
    app = await startFixture(desktop, 'gtk3');
    product = startProduct(desktop);
    await waitForTree(product, app);
  });
  afterAll(async () => {
    await product?.[Symbol.asyncDispose]();
    await desktop?.dispose();
  });

  // First: after acts in it, and the person's window gone since, window managers are still on their way elsewhere.
  test.each([minimised, elsewhere])('$name it comes to the front when that is asked for', async ({ hide, sign: [property, says] }) => {
    await desktop.run('xdotool', ...hide(String(app.windowId)));
    const isHidden = async () => says.test((await oracleOf(desktop).property(app.windowId, property)) ?? '');
    await until(isHidden, { what: 'the window is hidden' });
    expect(await product.call('bring_to_front', product.at(app))).toMatchObject({ effect: 'confirmed' });
    const { activeWindow, property: read } = oracleOf(desktop);
    expect(await activeWindow()).toBe(app.windowId);
    const root = await desktop.run('xprop', '-root', '_NET_CURRENT_DESKTOP');
    expect(root).toContain(`= ${await read(app.windowId, '_NET_WM_DESKTOP')}`);
    await desktop.run('xdotool', 'set_desktop', '0', 'set_desktop_for_window', String(app.windowId), '0');
    await until(async () => (await read(app.windowId, '_NET_WM_DESKTOP')) === '0', { what: 'it is where it was' });
  });

  test.each([minimised, elsewhere])('$name', async ({ code, hide, show, sign: [property, says] }) => {
    const target = product.at(app);
    const numbers = await elementNumbers(product, app);
    const element = (name: 'button' | 'entry' | 'canvas') => ({ ...target, element_index: numbers.get(name) ?? -1 });
    const { x, y } = app.centre('canvas');
    const isOnScreen = async () => (await product.call('list_windows', { pid: app.pid })).windows.some(({ is_on_screen }) => is_on_screen);
    await desktop.run('xdotool', ...hide(String(app.windowId)));
    const isHidden = async () => says.test((await oracleOf(desktop).property(app.windowId, property)) ?? '');
    await until(async () => (await isHidden()) && !(await isOnScreen()), { what: 'the window is hidden' });
    const watch = await startSentinel(desktop, { typing: true, targets: [app.windowId] });
    const from = app.events().length;
    const refused = { code, remedy: expect.stringMatching(/element/) };
    await expect(product.call('click', { ...target, ...app.centre('button') })).rejects.toMatchObject(refused);
    await expect(product.call('right_click', element('canvas'))).rejects.toMatchObject(refused);
    await expect(product.call('scroll', { ...target, x, y })).rejects.toMatchObject(refused);
    await expect(product.call('drag', { ...target, from_x: x, from_y: y, to_x: x + 20, to_y: y })).rejects.toMatchObject(refused);
    await expect(product.call('press_key', { ...target, key: 'end' })).rejects.toMatchObject(refused);
    await expect(product.call('type_text', { ...target, text: 'x' })).rejects.toMatchObject(refused);
    await expect(product.call('move_cursor', { ...target, x, y })).rejects.toMatchObject(refused);
    expect(app.events().slice(from)).toEqual([]);
    expect((await product.call('click', element('button'))).route).toBe('accessibility');
    await app.waitForEvent('the click', ({ type }) => type === 'clicked', { from });
    expect((await product.call('type_text', { ...element('entry'), text: 'unseen ' })).route).toBe('accessibility');
    await app.waitForEvent('the text', ({ type, text }) => type === 'text' && String(text).includes('unseen '), { from });
    expect(await isHidden()).toBe(true);
    expectUndisturbed(await watch.stop());
    await desktop.run('xdotool', ...show(String(app.windowId)));
    await until(isOnScreen, { what: 'the window is back' });
  });
});
