// Toolkits that take every pointer there is for their menus are asked first whether they are at work:
// one that hangs would open its menu later, unguarded, and take the person's pointer with it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../../harness/product.js';
import { type Fixture, startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { startSentinel } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';

describe.each(['chromium', 'qt5'] as const)('%s', (toolkit) => {
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

  test('a program that hangs is pressed nowhere, and opens nothing when it comes round', async () => {
    const target = product.at(app);
    const watch = await startSentinel(desktop, { typing: true, targets: [app.windowId] });
    let from = app.events().length;
    process.kill(app.pid, 'SIGSTOP');
    try {
      const asked = product.call('right_click', { ...target, ...app.centre('context') });
      await expect(asked).rejects.toMatchObject({ code: 'app_unresponsive' });
    } finally {
      process.kill(app.pid, 'SIGCONT');
    }
    // Its answer to the next click comes after whatever it had to catch up with.
    await product.call('click', { ...target, ...app.centre('button') });
    await app.waitForEvent('the click', ({ type, widget }) => type === 'clicked' && widget === 'button', { from });
    const presses = app
      .events()
      .slice(from)
      .filter(({ type, button }) => type === 'menu-opened' || (type === 'press' && button === 3));
    expect(presses).toEqual([]);
    from = app.events().length;
    await product.call('right_click', { ...target, ...app.centre('context') });
    await app.waitForEvent('the menu', ({ type }) => type === 'menu-opened', { from });
    await product.call('press_key', { ...target, key: 'escape' });
    await app.waitForEvent('it closes', ({ type }) => type === 'menu-closed', { from });
    await product.call('end_session', {});
    expectUndisturbed(await watch.stop());
  });
});
