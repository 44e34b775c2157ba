import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../harness/product.js';
import { type Fixture, startFixture, type Toolkit } from '../support/apps.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import { startSentinel, type Watch } from '../support/sentinel.js';
import { expectUndisturbed } from '../support/undisturbed.js';
import { until } from '../support/until.js';

const kits: readonly Toolkit[] = ['gtk3', 'gtk4', 'qt5', 'chromium'];

describe.each(kits)('elements of %s, while the person types elsewhere', (kit) => {
  let desktop: Desktop;
  let product: Product;
  let app: Fixture;
  let watch: Watch;

  beforeAll(async () => {
    desktop = await openDesktop();
    product = startProduct(desktop);
    // Qt 5 joins the accessibility bus only if that runs when it starts, as it does in a real session.
    await product.call('check_permissions', {});
    app = await startFixture(desktop, kit);
    watch = await startSentinel(desktop, { typing: true });
  });
  afterAll(async () => {
    await product?.[Symbol.asyncDispose]();
    await desktop?.dispose();
  });

  const look = () => product.call('get_window_state', { ...product.at(app), include_screenshot: false });

  /** Waits for an element by role and label: a page's tree comes a moment after its window. */
  async function element(role: RegExp, label: RegExp) {
    return until(
      async () => {
        const state = await look();

        return state.elements?.find((each) => role.test(each.role) && label.test(each.label));
      },
      { what: `${role} ${label}` },
    );
  }

  test('a button is pressed exactly once', async () => {
    const { element_index } = await element(/^button$/, /^Press me$/);
    const from = app.events().length;
    const result = await product.call('click', { ...product.at(app), element_index });
    expect(result.route).toBe('accessibility');
    expect(result.interference).toEqual({
      focus: 'unchanged',
      active_window: 'unchanged',
      stacking: 'unchanged',
      pointer: 'unchanged',
      selections: 'unchanged',
      screen: 'unchanged',
      leaked_events: 'none',
      clean: true,
    });
    const clicked = (event: { type: string; widget?: unknown }) => event.type === 'clicked' && event.widget === 'button';
    await app.waitForEvent('the button was clicked', clicked, { from });
    expect(app.events().slice(from).filter(clicked)).toHaveLength(1);
  });

  test('a check box is ticked, and set to a state only when it is not there yet', async () => {
    const { element_index } = await element(/^checkbox$/, /^Enabled$/);
    const from = app.events().length;
    const result = await product.call('click', { ...product.at(app), element_index });
    expect(result.effect).toBe('confirmed');
    await app.waitForEvent('the box was ticked', (event) => event.type === 'toggled' && event.checked === true, { from });
    const before = app.events().length;
    expect((await product.call('set_value', { ...product.at(app), element_index, value: true })).effect).toBe('confirmed');
    expect(
      app
        .events()
        .slice(before)
        .filter(({ type }) => type === 'toggled'),
    ).toEqual([]);
    await product.call('set_value', { ...product.at(app), element_index, value: 'off' });
    await app.waitForEvent('the box was unticked', (event) => event.type === 'toggled' && event.checked === false, { from: before });
  });

  test('a text field is set, and typed into at its end', async () => {
    const { element_index } = await element(/^textfield$/, /^Name$/);
    const from = app.events().length;
    const set = await product.call('set_value', { ...product.at(app), element_index, value: 'Grüße' });
    expect(set.effect).toBe('confirmed');
    await app.waitForEvent('the field was set', (event) => event.widget === 'entry' && event.text === 'Grüße', { from });
  });

  test('a slider takes a number and refuses one it cannot show', async () => {
    const { element_index } = await element(/^slider$/, /^Volume$/);
    const from = app.events().length;
    const result = await product.call('set_value', { ...product.at(app), element_index, value: 75 });
    expect(result.effect).toBe('confirmed');
    await app.waitForEvent('the slider moved', (event) => event.widget === 'slider' && Number(event.value) === 75, { from });
    await expect(product.call('set_value', { ...product.at(app), element_index, value: 1000 })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  test('a disabled button is refused and gets nothing', async () => {
    const { element_index } = await element(/^button$/, /^Not now$/);
    const from = app.events().length;
    await expect(product.call('click', { ...product.at(app), element_index })).rejects.toMatchObject({ code: 'action_unsupported' });
    expect(
      app
        .events()
        .slice(from)
        .filter((event) => event.type === 'clicked'),
    ).toEqual([]);
  });

  test('a drawing area is clicked by its element', async () => {
    const canvas = (await look()).elements?.find(({ label }) => label === 'Canvas');
    if (!canvas) return expect(['gtk4', 'chromium']).toContain(kit); // they give it no name
    const from = app.events().length;
    await product.call('click', { ...product.at(app), element_index: canvas.element_index });
    await app.waitForEvent('the canvas was pressed', (event) => event.type === 'press' && event.widget === 'canvas', { from });
  });

  test('the person noticed nothing of all this', async () => {
    expectUndisturbed(await watch.stop());
  });
});
