import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../harness/product.js';
import { type Fixture, startFixture, type Toolkit } from '../support/apps.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import { oracleOf } from '../support/oracle.js';
import { startSentinel, type Watch } from '../support/sentinel.js';
import { expectUndisturbed } from '../support/undisturbed.js';
import { until } from '../support/until.js';

const kits: readonly Toolkit[] = ['gtk3', 'qt5', 'qt6'];

describe.each(kits)('values and menus of %s, while the person types elsewhere', (kit) => {
  let desktop: Desktop;
  let product: Product;
  let app: Fixture;
  let watch: Watch;

  beforeAll(async () => {
    desktop = await openDesktop();
    product = startProduct(desktop);
    await product.call('check_permissions', {});
    app = await startFixture(desktop, kit);
    watch = await startSentinel(desktop, { typing: true });
  });
  afterAll(async () => {
    await product?.[Symbol.asyncDispose]();
    await desktop?.dispose();
  });

  const element = (role: RegExp, label: RegExp) =>
    until(
      async () => {
        const { elements } = await product.call('get_window_state', { ...product.at(app), include_screenshot: false });
        return elements?.find((each) => role.test(each.role) && label.test(each.label));
      },
      { what: `${role} ${label}` },
    );

  test('a combo box takes an option by its label, and names the options when there is no such', async () => {
    const { element_index } = await element(/^combobox$/, /Colour|Red/);
    const from = app.events().length;
    const result = await product.call('set_value', { ...product.at(app), element_index, value: 'Blue' });
    expect(result.effect).toBe('confirmed');
    await app.waitForEvent('the colour was chosen', (event) => event.widget === 'combo' && event.value === 'Blue', { from });
    await expect(product.call('set_value', { ...product.at(app), element_index, value: 'Mauve' })).rejects.toMatchObject({
      code: 'element_not_found',
      details: { candidates: expect.arrayContaining(['Red', 'Green']) },
    });
  });

  test('a spinner takes a number', async () => {
    const { element_index } = await element(/^spinbutton$/, /^Amount$/);
    const from = app.events().length;
    expect((await product.call('set_value', { ...product.at(app), element_index, value: 42 })).effect).toBe('confirmed');
    await app.waitForEvent('the amount was set', (event) => event.widget === 'amount' && Number(event.value) === 42, { from });
  });

  test('a password arrives and is shown to nobody', async () => {
    const { element_index } = await element(/^passwordfield$/, /^Password$/);
    const from = app.events().length;
    const result = await product.call('set_value', { ...product.at(app), element_index, value: 'hunter2-Straße' });
    await app.waitForEvent('the password arrived', (event) => event.widget === 'secret' && event.text === 'hunter2-Straße', { from });
    const state = await product.call('get_window_state', { ...product.at(app), include_screenshot: false });
    expect(JSON.stringify([result, state])).not.toContain('hunter2');
  });

  test('a menu item is chosen by its path without opening the menu', async () => {
    const from = app.events().length;
    await product.call('invoke_menu', { ...product.at(app), path: ['File', 'Save'] });
    await app.waitForEvent('Save was chosen', (event) => event.type === 'menu' && event.item === 'Save', { from });
    expect(await oracleOf(desktop).popups()).toEqual([]);
    await expect(product.call('invoke_menu', { ...product.at(app), path: ['File', 'Explode'] })).rejects.toMatchObject({
      code: 'element_not_found',
      details: { candidates: expect.arrayContaining(['Save', 'Quit']) },
    });
  });

  test('the person noticed nothing of all this', async () => {
    expectUndisturbed(await watch.stop());
  });
});
