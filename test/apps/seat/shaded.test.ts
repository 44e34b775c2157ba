// In a window rolled up to its title bar elements are reached, and what needs its pixels is refused before anything is sent.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../../harness/product.js';
import { elementNumbers, waitForTree } from '../../matrix/elements.js';
import { type Fixture, startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { fixtureBinary } from '../../support/parts/fixture-binaries.js';
import { startSentinel } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';

const shade = '_NET_WM_STATE_SHADED';

const places = [
  { wm: 'openbox', toolkit: 'gtk3' },
  { wm: 'openbox', toolkit: 'qt5' },
  { wm: 'xfwm4', toolkit: 'gtk3' },
  { wm: 'metacity', toolkit: 'gtk3' },
  { wm: 'kwin_x11', toolkit: 'gtk3' },
  { wm: 'fluxbox', toolkit: 'gtk3' },
] as const;

describe.each(places)('$toolkit under $wm', ({ wm, toolkit }) => {
  let desktop: Desktop;
  let product: Product;
  let app: Fixture;
  beforeAll(async () => {
    desktop = await openDesktop({ wm });
    product = startProduct(desktop);
    await product.call('check_permissions', {}); // Qt programs look for accessibility when they start
    app = await startFixture(desktop, toolkit);
    await waitForTree(product, app);
  });
  afterAll(async () => {
    await product?.[Symbol.asyncDispose]();
    await desktop?.dispose();
  });

  async function roll(asked: 'add' | 'remove'): Promise<void> {
    await desktop.run(await fixtureBinary('window-state'), String(app.windowId), asked, shade);
    const isShaded = async () => ((await oracleOf(desktop).property(app.windowId, '_NET_WM_STATE')) ?? '').includes(shade);
    await until(async () => (await isShaded()) === (asked === 'add'), { what: `the window manager answers ${asked}`, intervalMs: 20 });
  }

  const received = (from: number) =>
    app
      .events()
      .slice(from)
      .filter(({ type }) => ['press', 'release', 'key', 'scroll', 'drag', 'motion', 'clicked'].includes(type));

  test('pixels are refused, elements are clicked and written to, and once it is unrolled pixels are reached', async () => {
    const target = product.at(app);
    const numbers = await elementNumbers(product, app);
    const element = (name: 'button' | 'entry') => ({ element_index: numbers.get(name) ?? -1 });
    const [button, canvas, entry] = [app.centre('button'), app.centre('canvas'), app.centre('entry')];
    await roll('add');
    const watch = await startSentinel(desktop, { typing: true, targets: [app.windowId] });
    let from = app.events().length;

    const refused = { code: 'window_shaded', remedy: expect.stringContaining('element actions') };
    await expect(product.call('click', { ...target, ...button })).rejects.toMatchObject(refused);
    await expect(product.call('right_click', { ...target, ...element('button') })).rejects.toMatchObject(refused);
    await expect(product.call('scroll', { ...target, ...canvas })).rejects.toMatchObject(refused);
    await expect(product.call('press_key', { ...target, key: 'end' })).rejects.toMatchObject(refused);
    await expect(product.call('type_text', { ...target, ...entry, text: 'x' })).rejects.toMatchObject(refused);
    const path = { from_x: canvas.x, from_y: canvas.y, to_x: canvas.x + 20, to_y: canvas.y };
    await expect(product.call('drag', { ...target, ...path })).rejects.toMatchObject(refused);
    expect(received(from)).toEqual([]);

    expect((await product.call('click', { ...target, ...element('button') })).route).toBe('accessibility');
    await app.waitForEvent('the click', ({ type, widget }) => type === 'clicked' && widget === 'button', { from });
    expect((await product.call('type_text', { ...target, ...element('entry'), text: 'rolled up' })).route).toBe('accessibility');
    await app.waitForEvent('the text', ({ type, text }) => type === 'text' && String(text).includes('rolled up'), { from });
    const { screenshot_error: problem } = await product.call('get_window_state', target);
    expect(problem).toMatchObject({ code: 'window_shaded' });
    expectUndisturbed(await watch.stop());

    await roll('remove');
    from = app.events().length;
    await product.call('click', { ...target, ...app.centre('button') });
    await app.waitForEvent('the click on pixels', ({ type, widget }) => type === 'clicked' && widget === 'button', { from });
  });
});
