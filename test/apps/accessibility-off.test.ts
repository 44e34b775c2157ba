// A desktop where nobody had asked for accessibility when its programs started, which is how most desktops begin.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Product, startProduct } from '../harness/product.js';
import { startFixture, type Toolkit } from '../support/apps.js';
import { type Desktop, openDesktop, startAccessibilityBus } from '../support/desktop.js';

let desktop: Desktop;
let product: Product;
beforeEach(async () => {
  desktop = await openDesktop({ accessibility: false });
  product = startProduct(desktop);
});
afterEach(async () => {
  await product[Symbol.asyncDispose]();
  await desktop.dispose();
});

const look = async (app: { pid: number; windowId: number }) => {
  const { elements, degraded_reason } = await product.call('get_window_state', product.at(app));
  return { labels: elements?.map(({ label }) => label), degraded_reason };
};

const isSwitchedOn = async () => {
  const question = ['--dest=org.a11y.Bus', '--print-reply', '/org/a11y/bus', 'org.freedesktop.DBus.Properties.Get'];
  return (await desktop.run('dbus-send', '--session', ...question, 'string:org.a11y.Status', 'string:IsEnabled')).includes('boolean true');
};

test.each(['qt5', 'qt6'] satisfies Toolkit[])('%s: the first look waits for a program that joins when it is told', async (toolkit) => {
  const app = await startFixture(desktop, toolkit);
  expect((await look(app)).labels).toContain('Press me');
});

test('one that found the switch off and does not look again is said to need another start', async () => {
  await startAccessibilityBus(desktop.env);
  const app = await startFixture(desktop, 'qt6');
  expect((await look(app)).degraded_reason).toMatch(/accessibility was off when it started.*launch_app/);
});

test('the switch is put back where it was', async () => {
  const app = await startFixture(desktop, 'gtk3');
  expect((await look(app)).labels).toContain('Press me');
  expect(await isSwitchedOn()).toBe(true);
  await product[Symbol.asyncDispose]();
  expect(await isSwitchedOn()).toBe(false);
});
