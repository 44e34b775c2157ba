// Monitors save power when the person set them to, however busy an agent is, and go on doing so whatever the agent does.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../harness/product.js';
import { type Fixture, startFixture } from '../support/apps.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import { fixtureBinary } from '../support/parts/fixture-binaries.js';
import { type LineProcess, startLineProcess } from '../support/parts/line-process.js';
import { canRunXorg } from '../support/parts/xorg.js';
import { startSentinel, type Watch } from '../support/sentinel.js';
import { until } from '../support/until.js';

const [on, standby, suspended, off] = [0, 1, 2, 3];

describe.runIf(canRunXorg())('a monitor', () => {
  let desktop: Desktop;
  let product: Product;
  let app: Fixture;
  let watch: Watch;
  let screen: LineProcess;

  beforeAll(async () => {
    desktop = await openDesktop({ xorg: true });
    app = await startFixture(desktop, 'gtk3');
    product = startProduct(desktop);
    screen = startLineProcess(desktop, await fixtureBinary('saver'), []);
    await desktop.run('xset', 's', 'off');
  });
  beforeEach(async () => {
    watch = await startSentinel(desktop, { targets: [app.windowId] });
  });
  afterEach(async () => {
    await watch.stop();
    await desktop.run('xset', 'dpms', 'force', 'on');
    await desktop.run('xset', 'dpms', '600', '600', '600');
  });
  afterAll(async () => {
    await product?.[Symbol.asyncDispose]();
    await desktop?.dispose();
  });

  const look = () => screen.ask('look', 'look');
  const power = async () => Number((await look()).power);
  const click = () => product.call('click', { ...product.at(app), ...app.centre('button') });
  const heard = (from: number, what: string) => app.waitForEvent(what, ({ type }) => type === what, { from });

  test.each([
    ['in standby', 'standby', standby],
    ['that is off', 'off', off],
  ])('%s stays so during an act, and the act arrives', async (_state, name, level) => {
    await desktop.run('xset', 'dpms', 'force', name);
    const from = app.events().length;
    const typing = product.call('type_text', { ...product.at(app), ...app.centre('entry'), text: 'x'.repeat(60), delay_ms: 10 });
    await heard(from, 'text');
    expect(await power()).toBe(level);
    await typing;
    expect(await power()).toBe(level);
  });

  test('is on for a person who comes back during an act', async () => {
    await desktop.run('xset', 'dpms', 'force', 'off');
    const from = app.events().length;
    const typing = product.call('type_text', { ...product.at(app), ...app.centre('entry'), text: 'x'.repeat(60), delay_ms: 10 });
    await heard(from, 'text');
    await watch.person('key a');
    await typing;
    await until(async () => (await watch.typed()).includes('a'), { what: 'their key arrives' });
    expect(await power()).toBe(on);
  });

  test('saves more and more power while the person is away and an agent busy', async () => {
    await desktop.run('xset', 'dpms', '2', '4', '6');
    const reaches = async (level: number) =>
      until(
        async () => {
          await click();
          const now = await look();
          return Number(now.power) >= level ? now : undefined;
        },
        { what: `it saves power, step ${level}` },
      );
    for (const level of [standby, suspended, off]) expect(Number((await reaches(level)).away)).toBeGreaterThanOrEqual(level * 2000);
  });

  test('stays on while a film plays', async () => {
    await desktop.run('xset', 'dpms', '2', '0', '0');
    await screen.ask('suspend', 'suspend');
    const found = await until(
      async () => {
        await click();
        const now = await look();
        return Number(now.power) > on || Number(now.away) > 5000 ? now : undefined;
      },
      { what: 'they have been away for long' },
    );
    expect(Number(found.power)).toBe(on);
    await screen.ask('resume', 'resume');
    await until(async () => (await power()) === standby, { what: 'it saves power after the film' });
  });
});
