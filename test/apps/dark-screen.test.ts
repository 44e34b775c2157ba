// A person who went away and whose screen has gone dark finds it dark, whatever an agent did meanwhile.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Product, startProduct } from '../harness/product.js';
import { type Fixture, startFixture } from '../support/apps.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import { startSentinel, type Watch } from '../support/sentinel.js';
import { expectUndisturbed } from '../support/undisturbed.js';
import { until } from '../support/until.js';

let desktop: Desktop;
let product: Product;
let app: Fixture;
let watch: Watch;

beforeAll(async () => {
  desktop = await openDesktop();
  app = await startFixture(desktop, 'gtk3');
  product = startProduct(desktop);
});
beforeEach(async () => {
  watch = await startSentinel(desktop, { targets: [app.windowId] });
  await desktop.run('xset', 's', 'activate');
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await desktop?.dispose();
});

const [lit, dark] = [0, 1];
const heard = (from: number, what: string) => app.waitForEvent(what, ({ type }) => type === what, { from });

test('it is dark again after each act, and the acts arrive', async () => {
  const at = product.at(app);
  const from = app.events().length;
  const { x, y } = app.centre('canvas');
  await product.call('click', { ...at, ...app.centre('button') });
  await heard(from, 'clicked');
  await product.call('drag', { ...at, from_x: x - 30, from_y: y, to_x: x + 30, to_y: y });
  await heard(from, 'release');
  await Promise.all([
    product.call('type_text', { ...at, ...app.centre('entry'), text: 'in the dark', delay_ms: 5 }),
    product.call('scroll', { ...at, session: 'other', x, y }),
  ]);
  await heard(from, 'scroll');
  for (const session of ['test', 'other']) await product.call('end_session', { session });
  const report = await watch.stop();
  expect(report.after.saver).toBe(dark);
  expectUndisturbed(report, { allow: [/^saver is not what it was/] }); // it went dark before the agent began
});

test('it is lit for a person who comes back during an act', async () => {
  const typing = product.call('type_text', { ...product.at(app), ...app.centre('entry'), text: 'x'.repeat(60), delay_ms: 10 });
  const from = app.events().length;
  await heard(from, 'text');
  await watch.person('key a');
  await typing;
  await until(async () => (await watch.typed()).includes('a'), { what: 'their key arrives' });
  expect((await watch.stop()).after.saver).toBe(lit);
});
