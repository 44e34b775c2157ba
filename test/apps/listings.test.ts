// What applications there are and what a window's outline says, held against the system and libatspi.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from '../harness/product.js';
import { type Fixture, startFixture } from '../support/apps.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import { oracleOf } from '../support/oracle.js';
import { startSentinel, type Watch } from '../support/sentinel.js';
import { expectUndisturbed } from '../support/undisturbed.js';

let desktop: Desktop;
let product: Product;
let app: Fixture;
let watch: Watch;

beforeAll(async () => {
  desktop = await openDesktop();
  product = startProduct(desktop);
  app = await startFixture(desktop, 'gtk3');
  watch = await startSentinel(desktop, { typing: true });
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await desktop?.dispose();
});

test('running applications come with their process and windows; installed ones only when asked', async () => {
  const { apps } = await product.call('list_apps', {});
  expect(apps.every(({ running }) => running)).toBe(true);
  expect(apps.find(({ pid }) => pid === app.pid)).toMatchObject({ window_ids: [app.windowId], active: false });
  const active = await oracleOf(desktop).activeWindow();
  expect(apps.filter(({ active: isActive }) => isActive).flatMap(({ window_ids }) => window_ids)).toContain(active);
  const installed = (await product.call('list_apps', { installed: true, query: 'calculator' })).apps;
  expect(installed).toContainEqual(expect.objectContaining({ app_id: expect.stringContaining('Calculator'), running: false, pid: null }));
  expect(installed.every(({ name, app_id }) => `${name} ${app_id}`.toLowerCase().includes('calculator'))).toBe(true);
});

test('the outline holds what libatspi finds, without a picture', async () => {
  const state = await product.call('get_accessibility_tree', product.at(app));
  expect(state).not.toHaveProperty('screenshot_width');
  const buttons = (await oracleOf(desktop).accessibles(app.pid, { role: 'push button' })).filter(
    ({ states, name }) => name && states.includes('showing'),
  );
  expect(buttons.length).toBeGreaterThan(1);
  for (const { name } of buttons) expect(state.tree_markdown).toContain(name);
  const one = buttons[0]?.name ?? '';
  const narrowed = await product.call('get_accessibility_tree', { ...product.at(app), query: one });
  expect(narrowed.tree_markdown).toContain(one);
  expect(narrowed.tree_markdown?.length).toBeLessThan(state.tree_markdown?.length ?? 0);
});

test('and nobody was disturbed', async () => {
  expectUndisturbed(await watch.stop());
});
