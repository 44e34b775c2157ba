// Tooltips open under a resting pointer, and context menus are walked, chosen from and dismissed, in every toolkit that has them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../../harness/product.js';
import { type Fixture, startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { startSentinel } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';

describe.each(['gtk3', 'gtk4', 'qt5', 'qt6', 'tk'] as const)('%s', (toolkit) => {
  let desktop: Desktop;
  let product: Product;
  let app: Fixture;
  beforeAll(async () => {
    desktop = await openDesktop();
    app = await startFixture(desktop, toolkit);
    product = startProduct(desktop);
  });
  afterAll(async () => {
    await product?.[Symbol.asyncDispose]();
    await desktop?.dispose();
  });

  const at = () => product.at(app);
  const person = () => startSentinel(desktop, { typing: true, targets: [app.windowId] });

  test('a tooltip opens under the resting pointer', async () => {
    const watch = await person();
    const from = app.events().length;
    await product.call('move_cursor', { ...at(), ...app.centre('hint') });
    await app.waitForEvent('the tooltip', ({ type }) => type === 'tooltip', { from });
    await product.call('end_session', {});
    expectUndisturbed(await watch.stop());
  });

  test('a context menu is walked by keys and chosen from', async () => {
    const watch = await person();
    const from = app.events().length;
    await product.call('right_click', { ...at(), ...app.centre('context') });
    await app.waitForEvent('the menu', ({ type }) => type === 'menu-opened', { from });
    await product.call('press_key', { ...at(), key: 'down' });
    await product.call('press_key', { ...at(), key: 'enter' });
    const chosen = await app.waitForEvent('the choice', ({ type }) => type === 'menu', { from });
    expect(['Copy', 'Paste']).toContain(chosen.item);
    await app.waitForEvent('it closes', ({ type }) => type === 'menu-closed', { from });
    await product.call('end_session', {});
    expectUndisturbed(await watch.stop());
  });

  test('another one is dismissed, and chooses nothing', async () => {
    const watch = await person();
    const from = app.events().length;
    await product.call('right_click', { ...at(), ...app.centre('context') });
    await app.waitForEvent('the menu', ({ type }) => type === 'menu-opened', { from });
    await product.call('press_key', { ...at(), key: 'escape' });
    await app.waitForEvent('it closes', ({ type }) => type === 'menu-closed', { from });
    const chosen = app
      .events()
      .slice(from)
      .filter(({ type }) => type === 'menu');
    expect(chosen).toEqual([]);
    await product.call('end_session', {});
    expectUndisturbed(await watch.stop());
  });
});
