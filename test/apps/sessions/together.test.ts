import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from '../../harness/product.js';
import { type Fixture, startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { startSentinel } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';

let desktop: Desktop;
let product: Product;
let left: Fixture;
let right: Fixture;

beforeAll(async () => {
  desktop = await openDesktop({ size: { width: 1500, height: 900 } });
  left = await startFixture(desktop, 'gtk3', { title: 'Left', at: { x: 600, y: 40 } });
  right = await startFixture(desktop, 'qt6', { title: 'Right', at: { x: 1000, y: 40 } });
  product = startProduct(desktop, { config: { overlay: true } });
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await desktop?.dispose();
});

const entryText = async ({ pid }: Fixture): Promise<string> => {
  const entries = await oracleOf(desktop).accessibles(pid, { role: 'text' });
  return entries.map(({ text = '' }) => text).join('|');
};

const typeInto = (fixture: Fixture, session: string, text: string, delayMs = 0) =>
  product.call('type_text', { session, ...product.at(fixture), ...fixture.centre('entry'), text, delay_ms: delayMs });

async function clear(fixture: Fixture, session: string): Promise<void> {
  await product.call('hotkey', { session, ...product.at(fixture), ...fixture.centre('entry'), keys: ['ctrl', 'a'] });
  await product.call('press_key', { session, ...product.at(fixture), key: 'delete' });
}

test('two sessions type at once; a Shift one of them holds never reaches the other nor the person', async () => {
  const watch = await startSentinel(desktop, { typing: true, ignore: ['offhand-cursor'] });
  const small = 'the quick brown fox jumps over the lazy dog';
  const mixed = 'HeLLo WoRLD, THIS Is LouD!';
  const [one, two] = await Promise.all([typeInto(left, 'quiet', small, 5), typeInto(right, 'loud', mixed, 5)]);
  expect([one.route, two.route]).toEqual(['synthetic_events', 'synthetic_events']);
  await until(async () => (await entryText(left)).includes(small), { what: 'the quiet text, unchanged' });
  await until(async () => (await entryText(right)).includes(mixed), { what: 'the loud text, unchanged' });
  const again = 'pack my box with five dozen liquor jugs';
  const holding = product.call('press_key', { session: 'loud', ...product.at(right), key: 'shift', hold_ms: 1500 });
  await typeInto(left, 'quiet', again);
  await until(async () => (await entryText(left)).includes(again), { what: 'the quiet text while the other holds Shift' });
  await holding;
  const report = await watch.stop();
  expect(report.sentText).toBe(report.receivedText);
  expectUndisturbed(report, { allow: [/^(expose|visibility) on the person's window/] });
});

test('a session that ends stops in the middle of its typing and gives its pointer back', async () => {
  await clear(left, 'short-lived');
  const from = left.events().length;
  const typing = typeInto(left, 'short-lived', 'a'.repeat(400), 20).then(
    () => 'finished',
    ({ code }: { code: string }) => code,
  );
  await left.waitForEvent('the first keys', ({ type }) => /key|changed/.test(String(type)), { from });
  expect(await product.call('end_session', { session: 'short-lived' })).toEqual({ session: 'short-lived', ended: true });
  expect(await typing).toBe('session_ended');
  const typed = (await entryText(left)).length;
  expect(typed).toBeLessThan(400);
  expect(await product.call('end_session', { session: 'short-lived' })).toMatchObject({ ended: false });
  expect((await product.call('list_sessions', {})).sessions.map(({ session }) => session)).not.toContain('short-lived');
});

test('sessions keep their own element numbers and settings', async () => {
  await product.call('get_window_state', { session: 'one', ...product.at(left), include_screenshot: false });
  await product.call('set_config', { session: 'one', key: 'max_image_dimension', value: 400 });
  await expect(product.call('click', { session: 'two', ...product.at(left), element_index: 1 })).rejects.toMatchObject({
    code: 'no_cached_state',
  });
  const [one, two] = await Promise.all(['one', 'two'].map((session) => product.call('get_config', { session })));
  expect(one?.config).toMatchObject({ max_image_dimension: 400 });
  expect(two?.config).toMatchObject({ max_image_dimension: 1568 });
});
