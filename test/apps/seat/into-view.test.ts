// What is scrolled out of sight is brought into view when asked, and never taken for what stands in its place.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../../harness/product.js';
import { waitForTree } from '../../matrix/elements.js';
import { type Fixture, startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { startSentinel } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';

const overFixture = { x: 560, y: 10, width: 700, height: 860 };

describe.each(['gtk3', 'gtk4', 'qt5', 'qt6', 'chromium'] as const)('%s', (toolkit) => {
  let desktop: Desktop;
  let product: Product;
  let app: Fixture;
  beforeAll(async () => {
    desktop = await openDesktop();
    product = startProduct(desktop);
    await product.call('check_permissions', {}); // Qt programs look for accessibility when they start
    app = await startFixture(desktop, toolkit);
    await waitForTree(product, app);
  });
  afterAll(async () => {
    await product?.[Symbol.asyncDispose]();
    await desktop?.dispose();
  });

  const at = () => product.at(app);
  async function row(name: string) {
    const { elements = [] } = await product.call('get_window_state', { ...at(), include_screenshot: false });
    const found = elements.find(({ label }) => label === name);
    if (!found) throw new Error(`no ${name} in the tree`);
    return found;
  }
  const since = (from: number, ...types: string[]) =>
    app
      .events()
      .slice(from)
      .filter(({ type }) => types.includes(type));

  test.each(['beside', 'under'] as const)('brings rows into view, %s the person’s window', async (where) => {
    const watch = await startSentinel(desktop, {
      typing: true,
      targets: [app.windowId],
      ...(where === 'under' ? { at: overFixture } : {}),
    });
    for (const name of ['Row 90', 'Row 3', 'Row 40']) {
      const from = app.events().length;
      const { element_index } = await row(name);
      const done = await product.call('scroll', { ...at(), element_index, into_view: true });
      expect(done.effect).toBe('confirmed');
      expect(done.interference.clean).toBe(true);
      await app.waitForEvent('the list scrolls', ({ type, widget }) => type === 'scrolled' && widget === 'list', { from });
      // The program's own word on what stands there: the row is the one that a click at its frame chooses.
      const frame = await until(async () => (await row(name)).frame, { what: `the tree shows ${name}` });
      const [x, y] = [frame.x + (frame.width >> 1), frame.y + (frame.height >> 1)];
      await product.call('click', { ...at(), x, y });
      const chosen = await app.waitForEvent(`${name} is chosen`, ({ type }) => type === 'row', { from });
      expect(chosen.text).toBe(name);
    }
    await product.call('end_session', {});
    expectUndisturbed(await watch.stop());
  });

  test('nothing is pressed in the place of rows that are out of sight', async () => {
    const from = app.events().length;
    const codes: string[] = [];
    for (let number = 38; number <= 56; number++) {
      const { element_index } = await row(`Row ${number}`);
      const clicked = product.call('click', { ...at(), element_index, button: 'middle' });
      codes.push(
        await clicked.then(
          () => 'clicked',
          (error) => String(error.code),
        ),
      );
    }
    expect([...new Set(codes)].sort()).toEqual(['clicked', 'element_not_visible']);
    const clicks = codes.filter((code) => code === 'clicked').length;
    await until(() => since(from, 'press').length >= clicks, { what: 'the presses in sight arrive' });
    expect(since(from, 'press').filter(({ widget }) => widget !== 'list')).toEqual([]);
    expect(since(from, 'press')).toHaveLength(clicks);
  });

  test('what is in view already is left where it is', async () => {
    const { element_index } = await row('Press me');
    const from = app.events().length;
    const done = await product.call('scroll', { ...at(), element_index, into_view: true });
    expect(done.effect).toBe('confirmed');
    expect(since(from, 'scrolled', 'scroll')).toEqual([]);
  });
});
