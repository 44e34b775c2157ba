// Keys and buttons held over several calls: they count for what follows, reach nobody else, and never outlast their session.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../../harness/product.js';
import { type Fixture, startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import type { Line } from '../../support/parts/line-process.js';
import { startSentinel, type Watch } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';
import { agentHolds } from './held-devices.js';

const policy = '[cua.policy]\nfirst_time_per_app_approval = false\nforbidden_key_combos = ["ctrl+j"]\n';
const overFixture = { x: 560, y: 10, width: 700, height: 860 };

describe.each(['gtk3', 'qt5', 'chromium'] as const)('%s', (toolkit) => {
  let desktop: Desktop;
  let product: Product;
  let app: Fixture;
  let target: { pid: number; window_id: number };

  beforeAll(async () => {
    desktop = await openDesktop();
    app = await startFixture(desktop, toolkit);
    product = startProduct(desktop, { policy });
    target = product.at(app);
  });
  afterAll(async () => {
    await product?.[Symbol.asyncDispose]();
    await desktop?.dispose();
  });

  const person = (covering: boolean): Promise<Watch> =>
    startSentinel(desktop, { typing: true, targets: [app.windowId], ...(covering ? { at: overFixture } : {}) });
  const canvas = (dx: number) => ({ ...target, x: app.centre('canvas').x + dx, y: app.centre('canvas').y });
  const press = (modifiers: string) => (event: Line) =>
    event.type === 'press' && event.widget === 'canvas' && String(event.modifiers) === modifiers;

  test('a Shift held over several calls counts for clicks and keys until it is released', async () => {
    const watch = await person(false);
    let from = app.events().length;
    await product.call('press_key', { ...target, key: 'shift', hold: 'down' });
    expect(await agentHolds(desktop)).toHaveLength(1);
    await product.call('click', canvas(-30));
    await app.waitForEvent('a click with Shift', press('shift'), { from });
    await product.call('press_key', { ...target, key: 'f9' });
    await app.waitForEvent('a key with Shift', (e) => e.type === 'key' && e.key === 'F9' && String(e.modifiers) === 'shift', { from });
    await product.call('press_key', { ...target, key: 'shift', hold: 'up' });
    from = app.events().length;
    await product.call('click', canvas(30));
    await app.waitForEvent('a click without', press(''), { from });
    expect(await agentHolds(desktop)).toEqual([]);
    await expect(product.call('press_key', { ...target, key: 'shift', hold: 'up' })).rejects.toMatchObject({ code: 'not_held' });
    expectUndisturbed(await watch.stop());
  });

  test.each(['beside', 'under'] as const)(`a held button drags from call to call %s the person's window`, async (where) => {
    const watch = await person(where === 'under');
    const from = app.events().length;
    const { x, y } = canvas(-40);
    await product.call('mouse_button_down', { ...target, x, y });
    await app.waitForEvent('the press', press(''), { from });
    await expect(product.call('click', canvas(0))).rejects.toMatchObject({ code: 'button_held' });
    await product.call('move_cursor', canvas(-10));
    await product.call('move_cursor', canvas(20));
    await app.waitForEvent('a drag', (e) => e.type === 'drag' && e.widget === 'canvas', { from });
    await product.call('mouse_button_up', { x: x + 70, y });
    await app.waitForEvent('the release', (e) => e.type === 'release', { from });
    await expect(product.call('mouse_button_up', {})).rejects.toMatchObject({ code: 'not_held' });
    expectUndisturbed(await watch.stop());
  });

  test('the end of a session releases what it holds', async () => {
    const watch = await person(true);
    const from = app.events().length;
    await product.call('press_key', { ...target, session: 'short', key: 'ctrl', hold: 'down' });
    await product.call('mouse_button_down', { ...canvas(0), session: 'short' });
    await app.waitForEvent('the press', press('control'), { from });
    expect(await agentHolds(desktop)).toHaveLength(2);
    await product.call('end_session', { session: 'short' });
    await app.waitForEvent('the release', (e) => e.type === 'release', { from });
    expect(await agentHolds(desktop)).toEqual([]);
    expectUndisturbed(await watch.stop());
  });
});

describe('beside others', () => {
  let desktop: Desktop;
  let product: Product;
  let left: Fixture;
  let right: Fixture;

  beforeAll(async () => {
    desktop = await openDesktop({ size: { width: 1500, height: 900 } });
    left = await startFixture(desktop, 'gtk3', { title: 'Left', at: { x: 560, y: 40 } });
    right = await startFixture(desktop, 'gtk3', { title: 'Right', at: { x: 1020, y: 40 } });
    product = startProduct(desktop, { policy });
  });
  afterAll(async () => {
    await product?.[Symbol.asyncDispose]();
    await desktop?.dispose();
  });

  const holdKey = (session: string, app: Fixture, key: string, hold: 'down' | 'up') =>
    product.call('press_key', { session, ...product.at(app), key, hold });
  const textOf = async ({ pid }: Fixture) => (await oracleOf(desktop).accessibles(pid, { role: 'text' })).map(({ text }) => text).join('|');
  const typeInto = (session: string, app: Fixture, text: string) =>
    product.call('type_text', { session, ...product.at(app), ...app.centre('entry'), text, delay_ms: 3 });

  test('a Shift one session holds changes what it types, and neither what another types nor what the person does', async () => {
    const watch = await startSentinel(desktop, { typing: true });
    await holdKey('loud', right, 'shift', 'down');
    const small = 'five quacking zephyrs jolt my wax bed';
    await Promise.all([typeInto('quiet', left, small), typeInto('loud', right, 'loud words')]);
    await until(async () => (await textOf(left)).includes(small), { what: 'the quiet text' });
    await until(async () => (await textOf(right)).includes('LOUD WORDS'), { what: 'the loud text' });
    await holdKey('loud', right, 'shift', 'up');
    const report = await watch.stop();
    expect(report.receivedText).toBe(report.sentText);
    expectUndisturbed(report);
  });

  test('a key held between calls goes down once and repeats nowhere, though it does while a call holds it', async () => {
    const keys = (from: number) =>
      left
        .events()
        .slice(from)
        .filter((event) => event.type === 'key' && event.key === 'F8');
    const whole = { x: 0, y: 0, width: 1520, height: 885 };
    const watch = await startSentinel(desktop, { typing: true, at: whole }); // under wherever the agent's pointer rests
    let from = left.events().length;
    await product.call('press_key', { ...product.at(left), key: 'f8', hold_ms: 1500 });
    await until(() => keys(from).length > 2, { what: 'a key held by a call repeats' });
    from = left.events().length;
    await holdKey('test', left, 'f8', 'down');
    const typed = (await watch.typed()).length;
    await until(async () => (await watch.typed()).length > typed + 120, { what: 'the person types for longer than a key waits to repeat' });
    expect(keys(from)).toHaveLength(1);
    await holdKey('test', left, 'f8', 'up');
    await product.call('end_session', { session: 'test' });
    expectUndisturbed(await watch.stop());
  });

  test('a combination the policy forbids is refused however it is put together', async () => {
    const target = product.at(left);
    const denied = { code: 'policy_denied' };
    await holdKey('sly', left, 'ctrl', 'down');
    await expect(product.call('press_key', { session: 'sly', ...target, key: 'j' })).rejects.toMatchObject(denied);
    await expect(product.call('type_text', { session: 'sly', ...target, text: 'j' })).rejects.toMatchObject(denied);
    await holdKey('sly', left, 'ctrl', 'up');
    await holdKey('sly', left, 'j', 'down');
    await expect(holdKey('sly', left, 'ctrl', 'down')).rejects.toMatchObject(denied);
    const click = { session: 'sly', ...target, ...left.centre('canvas'), modifier: ['ctrl'] };
    await expect(product.call('click', click)).rejects.toMatchObject(denied);
    await product.call('end_session', { session: 'sly' });
    await product.call('press_key', { session: 'sly', ...target, key: 'j' });
  });

  test('a button held in one window keeps the session out of others, until that window is gone', async () => {
    const doomed = await startFixture(desktop, 'tk', { title: 'Doomed', at: { x: 60, y: 480 } });
    const at = (app: Fixture) => ({ session: 'busy', ...product.at(app), ...app.centre('canvas') });
    await product.call('mouse_button_down', at(doomed));
    await expect(product.call('move_cursor', at(left))).rejects.toMatchObject({ code: 'button_held' });
    await expect(product.call('mouse_button_down', { ...at(left), button: 'right' })).rejects.toMatchObject({ code: 'button_held' });
    await doomed.child.kill();
    await until(async () => !(await oracleOf(desktop).windows()).includes(doomed.windowId), { what: 'the window is gone' });
    const from = left.events().length;
    await product.call('click', at(left));
    await left.waitForEvent('the click', (event) => event.type === 'press', { from });
    expect(await agentHolds(desktop)).toEqual([]);
  });

  test('when the person takes the desktop back nothing stays down', async () => {
    await holdKey('test', left, 'alt', 'down');
    expect(await agentHolds(desktop)).toHaveLength(1);
    product.engine.lease.pause('test');
    await until(async () => (await agentHolds(desktop)).length === 0, { what: 'everything is up' });
    product.engine.lease.resume();
    await expect(holdKey('test', left, 'alt', 'up')).rejects.toMatchObject({ code: 'not_held' });
  });
});
