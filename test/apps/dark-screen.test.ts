// A person who went away finds their screen dark, whatever an agent did meanwhile: it goes dark when they set it to, and stays so.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../harness/product.js';
import { elementNumbers, waitForTree } from '../matrix/elements.js';
import { type Fixture, startFixture } from '../support/apps.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import { fixtureBinary } from '../support/parts/fixture-binaries.js';
import { type LineProcess, startLineProcess } from '../support/parts/line-process.js';
import { startSentinel, type Watch } from '../support/sentinel.js';
import { expectUndisturbed } from '../support/undisturbed.js';
import { until } from '../support/until.js';

let desktop: Desktop;
let product: Product;
let app: Fixture;
let watch: Watch;
let saver: LineProcess;

beforeAll(async () => {
  desktop = await openDesktop();
  app = await startFixture(desktop, 'gtk3');
  product = startProduct(desktop);
  saver = startLineProcess(desktop, await fixtureBinary('saver'), []);
});
beforeEach(async () => {
  watch = await startSentinel(desktop, { targets: [app.windowId] });
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await desktop?.dispose();
});

const [lit, dark] = [0, 1];
const heard = (from: number, what: string) => app.waitForEvent(what, ({ type }) => type === what, { from });

const goDark = () => desktop.run('xset', 's', 'activate');
const look = () => saver.ask('look', 'look');
const click = () => product.call('click', { ...product.at(app), ...app.centre('button') });

test('it is dark again after each act, and the acts arrive', async () => {
  await goDark();
  const at = product.at(app);
  const from = app.events().length;
  const { x, y } = app.centre('canvas');
  const clicked = await click();
  expect(clicked.interference).toMatchObject({ screen: 'lit for the act, dark again', clean: false });
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
  await goDark();
  const typing = product.call('type_text', { ...product.at(app), ...app.centre('entry'), text: 'x'.repeat(60), delay_ms: 10 });
  const from = app.events().length;
  await heard(from, 'text');
  await watch.person('key a');
  await typing;
  await until(async () => (await watch.typed()).includes('a'), { what: 'their key arrives' });
  expect((await watch.stop()).after.saver).toBe(lit);
});

test('it stays dark throughout an act that needs neither pointer nor keyboard', async () => {
  await goDark();
  await waitForTree(product, app);
  const number = (await elementNumbers(product, app)).get('button');
  const from = app.events().length;
  const { route, interference } = await product.call('click', { ...product.at(app), element_index: number });
  await heard(from, 'clicked');
  expect({ route, interference }).toMatchObject({ route: 'accessibility', interference: { screen: 'unchanged', clean: true } });
  expect((await look()).dark).toBe(true);
  await watch.stop();
});

describe('who set it to go dark after two seconds', () => {
  beforeEach(async () => {
    await desktop.run('xset', 's', 'reset');
    await desktop.run('xset', 's', '2');
  });
  afterEach(async () => {
    await desktop.run('xset', 's', 'default');
    await watch.stop();
  });

  test('finds it dark then, however busy an agent is', async () => {
    const found = await until(
      async () => {
        await click();
        const now = await look();
        return now.dark ? now : undefined;
      },
      { what: 'it goes dark between an agent’s clicks' },
    );
    expect(Number(found.away)).toBeGreaterThanOrEqual(2000);
  });

  test('finds it lit while a film plays', async () => {
    await saver.ask('suspend', 'suspend');
    const found = await until(
      async () => {
        await click();
        const now = await look();
        return now.dark || Number(now.away) > 5000 ? now : undefined;
      },
      { what: 'they have been away for long' },
    );
    expect(found.dark).toBe(false);
    await saver.ask('resume', 'resume');
    await until(async () => (await look()).dark, { what: 'it goes dark after the film' });
  });
});
