import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../../harness/product.js';
import { type Fixture, startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { fixtureBinary } from '../../support/parts/fixture-binaries.js';
import { type LineProcess, startLineProcess } from '../../support/parts/line-process.js';
import { until } from '../../support/until.js';

let desktop: Desktop;
let product: Product;
let theirs: Fixture;
let other: Fixture;
let person: LineProcess;

beforeAll(async () => {
  desktop = await openDesktop();
  theirs = await startFixture(desktop, 'gtk3', { title: 'Theirs', at: { x: 40, y: 40 } });
  other = await startFixture(desktop, 'tk', { title: 'Other', at: { x: 700, y: 40 } });
  product = startProduct(desktop, { config: { overlay: true } });
  person = startLineProcess(desktop, await fixtureBinary('person'), []);
  await product.call('set_config', { key: 'polite_timeout_ms', value: 20_000 });
  // The first look opens the desktop, and with it the eyes for what the person does.
  await product.call('list_windows', {});
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await desktop?.dispose();
});

const act = (fixture: Fixture, signal?: AbortSignal) =>
  product.call('scroll', { ...product.at(fixture), direction: 'down', amount: 1 }, signal);

async function personFocuses(fixture: Fixture): Promise<void> {
  await desktop.run('xdotool', 'windowactivate', '--sync', String(fixture.windowId));
  await until(async () => (await oracleOf(desktop).activeWindow()) === fixture.windowId, { what: 'the window is theirs' });
}

async function centreOnScreen(fixture: Fixture): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await oracleOf(desktop).window(fixture.windowId);
  return { x: x + Math.round(width / 2), y: y + height - 20 };
}

describe('while the person works in the window an act is meant for', () => {
  test('the act waits until they pause, and says so', async () => {
    await personFocuses(theirs);
    await person.ask('key F7', 'sent');
    const result = await act(theirs);
    expect(result.notes?.[0]).toMatch(/^Waited \d+\.\d s because the person was typing in this window\.$/);
  });

  test('it is refused with person_busy when they go on', async () => {
    await personFocuses(theirs);
    await product.call('set_config', { key: 'polite_timeout_ms', value: 300 });
    person.send('start 40 0 0 0');
    await until(() => theirs.events().some(({ type }) => /key|changed/.test(String(type))), { what: 'the person types' });
    await expect(act(theirs)).rejects.toMatchObject({ code: 'person_busy', details: { person: 'typing' } });
    await person.ask('stop', 'sent');
    await product.call('set_config', { key: 'polite_timeout_ms', value: 20_000 });
  });

  test('acts elsewhere do not wait', async () => {
    await personFocuses(theirs);
    person.send('start 40 0 0 0');
    const result = await act(other);
    expect(result.notes ?? []).toEqual([]);
    await person.ask('stop', 'sent');
  });

  test('a button they hold down in it counts', async () => {
    const { x, y } = await centreOnScreen(other);
    await desktop.run('xdotool', 'mousemove', String(x), String(y), 'mousedown', '1');
    await product.call('set_config', { key: 'polite_timeout_ms', value: 1500 });
    await expect(act(other)).rejects.toMatchObject({ code: 'person_busy', details: { person: 'holding a button' } });
    await desktop.run('xdotool', 'mouseup', '1');
    await product.call('set_config', { key: 'polite_timeout_ms', value: 20_000 });
    expect((await act(other)).notes?.[0]).toMatch(/the person was clicking/);
  });

  test('a cancelled act stops waiting', async () => {
    await personFocuses(theirs);
    person.send('start 40 0 0 0');
    const abort = new AbortController();
    const waiting = act(theirs, abort.signal);
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    await person.ask('stop', 'sent');
  });

  test('nobody waits when polite mode is off', async () => {
    await personFocuses(theirs);
    await product.call('set_config', { session: 'rude', key: 'polite_mode', value: false });
    person.send('start 40 0 0 0');
    const result = await product.call('scroll', { session: 'rude', ...product.at(theirs), direction: 'down', amount: 1 });
    expect(result.notes ?? []).toEqual([]);
    await person.ask('stop', 'sent');
  });
});
