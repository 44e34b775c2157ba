import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../harness/product.js';
import { type Fixture, startFixture } from '../support/apps.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import { oracleOf } from '../support/oracle.js';
import { until } from '../support/until.js';
import { elementIn, expectFlow, otherTexts, password, received, recordFlow, typedText } from './flow.js';

let desktop: Desktop;
let product: Product;
let folder: string;
let app: Fixture;

beforeAll(async () => {
  desktop = await openDesktop();
  product = startProduct(desktop);
  const first = await startFixture(desktop, 'gtk3');
  folder = await recordFlow(product, first, 'flow');
  await first.child.kill();
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await desktop?.dispose();
});

const replay = (more: Record<string, unknown> = {}) => product.call('replay_trajectory', { dir: 'flow', variables: otherTexts, ...more });

describe('after the application was started again', () => {
  beforeEach(async () => {
    app = await startFixture(desktop, 'gtk3');
    await elementIn(product, product.at(app), /^button$/, /^Press me$/);
    return async () => {
      await app.child.kill();
    };
  });

  test('every turn is done on the same elements, with other texts', async () => {
    const from = app.events().length;
    const report = await replay();
    expect(report).toMatchObject({ complete: true, done: 5, differing: 0, refused: 0 });
    await expectFlow(app, from);
    expect(JSON.stringify(report)).not.toContain(typedText);
  });

  test('a window of half the size heals', async () => {
    const { width, height } = await oracleOf(desktop).window(app.windowId);
    await desktop.run('xdotool', 'windowsize', String(app.windowId), String(Math.round(width / 2)), String(Math.round(height / 2)));
    await until(async () => (await oracleOf(desktop).window(app.windowId)).height < height, { what: 'the window shrinks' });
    const from = app.events().length;
    const report = await replay();
    expect(report.complete).toBe(true);
    expect(report.healed).toBeGreaterThan(0);
    expect(report.turns.flatMap(({ healed = [] }) => healed).join()).toMatch(/the window is \d+×\d+ instead of/);
    await expectFlow(app, from);
  });

  test('a part of it, and only that part', async () => {
    const turns = (await replay({ dry_run: true })).turns.filter(({ status }) => status !== 'skipped').map(({ turn }) => turn);
    const [, , tick = 0] = turns;
    const from = app.events().length;
    expect(await replay({ from: tick, to: tick })).toMatchObject({ complete: true, done: 1 });
    await app.waitForEvent('the tick', ({ type }) => type === 'toggled', { from });
    expect(received(app, from)).toHaveLength(1);
  });

  test('a dry run finds everything and sends nothing', async () => {
    const from = app.events().length;
    const report = await replay({ dry_run: true, variables: {} });
    expect(report.turns.filter(({ status }) => status === 'ready')).toHaveLength(5);
    expect(received(app, from)).toEqual([]);
  });

  test('typed text that was not kept must be given, before anything is done', async () => {
    const from = app.events().length;
    await expect(replay({ variables: { name: 'x' } })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('password=…'),
    });
    await expect(replay({ variables: { ...otherTexts, colour: 'red' } })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(received(app, from)).toEqual([]);
  });

  test('what came out otherwise is told', async () => {
    const at = product.at(app);
    await product.call('click', { ...at, element_index: await elementIn(product, at, /^checkbox$/, /^Enabled$/) });
    const report = await replay();
    const tick = report.turns.find(({ summary }) => summary.includes('Enabled'));
    expect(tick).toMatchObject({ status: 'differs', differences: [expect.stringContaining('checked')] });
    expect(report).toMatchObject({ differing: 1, complete: true });
  });

  test('two windows that fit are refused, with both', async () => {
    const twin = await startFixture(desktop, 'gtk3', { at: { x: 100, y: 300 } });
    const from = [app.events().length, twin.events().length];
    await expect(replay()).rejects.toMatchObject({
      code: 'replay_diverged',
      details: {
        turn: expect.any(Number),
        candidates: [expect.objectContaining({ title: app.title }), expect.objectContaining({ title: app.title })],
      },
    });
    expect([received(app, from[0] ?? 0), received(twin, from[1] ?? 0)]).toEqual([[], []]);
    await twin.child.kill();
  });

  test('an element with another label is not touched; the closest ones are named', async () => {
    const changed = join(product.home, 'recordings', 'renamed');
    cpSync(folder, changed, { recursive: true });
    const turn = (await replay({ dry_run: true })).turns.find(({ summary }) => summary.includes('Press me'))?.turn ?? 0;
    const file = join(changed, `turn-${String(turn).padStart(5, '0')}`, 'action.json');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"label": "Press me"', '"label": "Press mee"'));
    const from = app.events().length;
    await expect(replay({ dir: 'renamed', from: turn, to: turn, timeout_ms: 300 })).rejects.toMatchObject({
      code: 'replay_diverged',
      details: { candidates: expect.arrayContaining([expect.objectContaining({ label: 'Press me' })]) },
    });
    expect(received(app, from)).toEqual([]);
    rmSync(changed, { recursive: true });
  });

  test('a damaged turn is named; the replay stops there, or goes on when asked', async () => {
    const damaged = join(product.home, 'recordings', 'damaged');
    cpSync(folder, damaged, { recursive: true });
    writeFileSync(join(damaged, 'turn-00001', 'action.json'), '{');
    const from = app.events().length;
    await expect(replay({ dir: 'damaged' })).rejects.toMatchObject({
      code: 'recording_unreadable',
      message: expect.stringContaining('turn-00001'),
    });
    expect(received(app, from)).toEqual([]);
    const report = await replay({ dir: 'damaged', skip_damaged: true });
    expect(report).toMatchObject({ damaged: 1, done: 5 });
    writeFileSync(
      join(damaged, 'session.json'),
      JSON.stringify({ ...JSON.parse(readFileSync(join(damaged, 'session.json'), 'utf8')), version: 9 }),
    );
    await expect(replay({ dir: 'damaged' })).rejects.toMatchObject({
      code: 'recording_unreadable',
      message: expect.stringContaining('version 9'),
    });
    rmSync(damaged, { recursive: true });
  });

  test('pixels go with the element they were on, in a window of another size', async () => {
    const at = product.at(app);
    await product.call('get_window_state', at);
    const { x, y } = app.centre('button');
    await product.call('start_recording', { name: 'pixels', record_video: false });
    await product.call('click', { ...at, x, y });
    await product.call('stop_recording', {});
    const { width, height } = await oracleOf(desktop).window(app.windowId);
    await desktop.run('xdotool', 'windowsize', String(app.windowId), String(width + 260), String(height + 180));
    await until(() => app.centre('button').x !== x, { what: 'the layout follows' });
    const from = app.events().length;
    const report = await replay({ dir: 'pixels', variables: {} });
    await app.waitForEvent('the press', ({ type, widget }) => type === 'press' && widget === 'button', { from });
    expect(report).toMatchObject({ complete: true, done: 1 });
    rmSync(join(product.home, 'recordings', 'pixels'), { recursive: true });
  });
});

test('without the application it is refused, and says so', async () => {
  await expect(replay({ timeout_ms: 200 })).rejects.toMatchObject({
    code: 'replay_diverged',
    message: expect.stringContaining('does not run'),
  });
  await expect(replay({ dir: 'nothing-of-that-name' })).rejects.toMatchObject({ code: 'recording_not_found' });
});

test('policy judges a replay as it judges a call', async () => {
  app = await startFixture(desktop, 'gtk3');
  await using strict = startProduct(desktop, {
    session: 'strict',
    policy: '[cua.policy]\nfirst_time_per_app_approval = false\n[[cua.policy.rule]]\nmatch = { risk = "act" }\ndecision = "deny"\n',
  });
  const from = app.events().length;
  const denied = await strict.call('replay_trajectory', { dir: folder, variables: otherTexts }).catch((error: unknown) => error);
  expect(denied).toMatchObject({ code: 'policy_denied', details: { turn: expect.any(Number) } });
  expect(received(app, from)).toEqual([]);
  expect(JSON.stringify(denied)).not.toContain(password);
  await app.child.kill();
});
