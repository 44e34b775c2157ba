import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../../harness/product.js';
import { type Fixture, startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { startSentinel, type Watch } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';
import { cursorWindows, distance, imagePixel, screenPixel, shownWindows } from './cursor-windows.js';

/** Well inside the arrow, seen from its tip. */
const BODY = { x: 7, y: 6 };
const sentinelPlace = { x: 40, y: 60, width: 480, height: 360 };
const ignore = ['offhand-cursor'];

describe.each([
  // Where windows are not composited, what was covered must be painted again; nothing else may reach the window.
  { compositor: false, allow: [/^(expose|visibility) on the person's window/] },
  { compositor: true, allow: [] },
])('over a desktop with compositor: $compositor', ({ compositor, allow }) => {
  let desktop: Desktop;
  let product: Product;
  let app: Fixture;

  beforeAll(async () => {
    desktop = await openDesktop({ compositor });
    app = await startFixture(desktop, 'gtk3');
    product = startProduct(desktop, { session: 'painter', config: { overlay: true } });
    await product.call('set_agent_cursor_motion', { idle_hide_ms: 0, glide_ms: 200 });
  });
  afterAll(async () => {
    await product?.[Symbol.asyncDispose]();
    await desktop?.dispose();
  });

  const glideTo = (x: number, y: number) => product.call('move_agent_cursor', { x, y, wait: true });

  const isSeenIn = async (hex: string, x: number, y: number): Promise<boolean> =>
    distance(await screenPixel(desktop, x + BODY.x, y + BODY.y), hex) < 40;

  async function isSeenAt(x: number, y: number): Promise<boolean> {
    const { color } = await product.call('get_agent_cursor_state', {});
    return isSeenIn(color?.hex ?? '#000000', x, y);
  }

  async function crossTheSentinel(watch: Watch): Promise<void> {
    const { x, y, width, height } = sentinelPlace;
    for (const [dx, dy] of [
      [20, 40],
      [width - 60, height - 60],
      [width / 2, 30],
      [60, height - 80],
    ] as const) {
      await glideTo(x + dx, y + dy);
      await watch.mark(`at ${dx},${dy}`);
    }
  }

  test('it is seen where it was sent', async () => {
    await glideTo(560, 700);
    expect(await isSeenAt(560, 700)).toBe(true);
    await glideTo(300, 600);
    expect(await isSeenAt(560, 700)).toBe(false);
    expect(await isSeenAt(300, 600)).toBe(true);
  });

  test('it glides over the window the person types in and disturbs nothing', async () => {
    const watch = await startSentinel(desktop, { typing: true, ignore, at: sentinelPlace });
    const typedBefore = (await watch.typed()).length;
    await crossTheSentinel(watch);
    await until(async () => (await watch.typed()).length > typedBefore + 20, { what: 'the person goes on typing' });
    expect(await isSeenAt(sentinelPlace.x + 60, sentinelPlace.y + sentinelPlace.height - 80)).toBe(true);
    expectUndisturbed(await watch.stop(), { allow });
  });

  test('clicks of the person go through it', async () => {
    const watch = await startSentinel(desktop, { ignore, at: sentinelPlace });
    const at = await oracleOf(desktop).pointer();
    await glideTo(at.x - BODY.x, at.y - BODY.y);
    expect(await isSeenAt(at.x - BODY.x, at.y - BODY.y)).toBe(true);
    await watch.person('click 1');
    const report = await watch.stop();
    expect(report.events.filter(({ type, protocol }) => type === 'button-press' && protocol === 'xi2')).toHaveLength(1);
    expectUndisturbed(report, { allow });
  });

  test('its windows are nobody’s to manage, focus or list', async () => {
    await glideTo(300, 600);
    const windows = await cursorWindows(desktop);
    expect(windows.length).toBeGreaterThan(0);
    expect(windows.every(({ isOverrideRedirect }) => isOverrideRedirect)).toBe(true);
    const managed = await oracleOf(desktop).windows();
    expect(windows.filter(({ id }) => managed.includes(id))).toEqual([]);
    const { windows: listed } = await product.call('list_windows', {});
    expect(listed.filter(({ app_id }) => app_id.includes('offhand'))).toEqual([]);
  });

  test('it shows a click with a frame around the element, and the click does not wait for it', async () => {
    await glideTo(100, 700);
    await product.call('set_agent_cursor_motion', { glide_ms: 5000 });
    const { elements } = await product.call('get_window_state', { ...product.at(app), include_screenshot: false });
    const button = elements?.find(({ role, label }) => role === 'button' && label === 'Press me');
    const from = app.events().length;
    const clicking = product.call('click', { ...product.at(app), element_index: button?.element_index ?? -1 });
    await app.waitForEvent('the button is clicked', ({ type }) => /click/.test(String(type)), { from });
    expect((await product.call('get_agent_cursor_state', {})).phase).toBe('gliding');
    const box = app.widget('button');
    const window = await oracleOf(desktop).window(app.windowId);
    const around = (await shownWindows(desktop)).filter(
      ({ x, y }) => Math.abs(x - window.x - box.x) < 20 + box.width && Math.abs(y - window.y - box.y) < 20 + box.height,
    );
    expect(around).toHaveLength(4);
    expect((await clicking).interference.clean).toBe(true);
    await product.call('set_agent_cursor_motion', { glide_ms: 200 });
  });

  test('a session may ask that its acts wait until the cursor has arrived', async () => {
    await glideTo(100, 700);
    await product.call('set_agent_cursor_motion', { glide_ms: 800 });
    await product.call('set_config', { session: 'painter', key: 'agent_cursor_wait', value: true });
    const { elements } = await product.call('get_window_state', { ...product.at(app), include_screenshot: false });
    const button = elements?.find(({ role, label }) => role === 'button' && label === 'Press me');
    const from = app.events().length;
    const clicking = product.call('click', { ...product.at(app), element_index: button?.element_index ?? -1 });
    await until(async () => (await product.call('get_agent_cursor_state', {})).phase === 'gliding', { what: 'the cursor sets off' });
    expect(
      app
        .events()
        .slice(from)
        .filter(({ type }) => /click/.test(String(type))),
    ).toEqual([]);
    await app.waitForEvent('the button is clicked', ({ type }) => /click/.test(String(type)), { from });
    const { frame } = button ?? {};
    const window = await oracleOf(desktop).window(app.windowId);
    const { position } = await product.call('get_agent_cursor_state', {});
    expect(Math.abs((position?.x ?? 0) - window.x - (frame?.x ?? 0) - (frame?.width ?? 0) / 2)).toBeLessThan(3);
    expect((await clicking).interference.clean).toBe(true);
    await product.call('set_config', { session: 'painter', key: 'agent_cursor_wait', value: false });
    await product.call('set_agent_cursor_motion', { glide_ms: 200 });
  });

  test('it is in no picture of a window or of the screen, and comes back after each', async () => {
    const window = await oracleOf(desktop).window(app.windowId);
    const tip = { x: window.x + 40, y: window.y + 300 };
    await glideTo(tip.x, tip.y);
    const at = { x: tip.x + BODY.x, y: tip.y + BODY.y };
    expect(await isSeenAt(tip.x, tip.y)).toBe(true);
    const { color } = await product.call('get_agent_cursor_state', {});
    const hex = color?.hex ?? '';
    const screen = await product.call('screenshot', {});
    expect(distance(await imagePixel(desktop, screen.image?.base64 ?? '', at.x, at.y), hex)).toBeGreaterThan(60);
    await until(() => isSeenAt(tip.x, tip.y), { what: 'the cursor is back' });
    const own = await product.call('screenshot', product.at(app));
    expect(distance(await imagePixel(desktop, own.image?.base64 ?? '', at.x - window.x, at.y - window.y), hex)).toBeGreaterThan(60);
  });

  test('it hides when idle, and nothing of it stays mapped', async () => {
    await product.call('set_agent_cursor_motion', { idle_hide_ms: 100 });
    await glideTo(300, 600);
    await until(async () => (await shownWindows(desktop)).length === 0, { what: 'nothing is shown', intervalMs: 50 });
    expect((await product.call('get_agent_cursor_state', {})).phase).toBe('hidden');
    await product.call('set_agent_cursor_motion', { idle_hide_ms: 0 });
  });

  test('anonymous calls and switched-off cursors show none, and say why', async () => {
    const moved = await product.call('move_agent_cursor', { session: 'silent', x: 10, y: 10 });
    expect(moved.note).toBeUndefined();
    const off = await product.call('set_agent_cursor_enabled', { session: 'silent', enabled: false });
    expect(off).toMatchObject({ enabled: false, phase: 'hidden', stored: 'session', note: { code: 'switched_off' } });
    await product.call('set_config', { session: 'no-overlay', key: 'overlay', value: false });
    const none = await product.call('move_agent_cursor', { session: 'no-overlay', x: 10, y: 10, wait: true });
    expect(none).toMatchObject({ enabled: false, position: null, note: { code: 'switched_off' } });
  });

  test('sessions that name the same cursor move the same one, under its name', async () => {
    await product.call('start_session', { session: 'first', cursor_id: 'demo' });
    await product.call('move_agent_cursor', { session: 'first', x: 200, y: 600, wait: true });
    const shown = (await cursorWindows(desktop)).length;
    // Any tool takes it, though none but start_session lists it.
    const input = { session: 'second', cursor_id: 'demo', x: 400, y: 600, wait: true };
    const { color, label, cursor_id } = await product.call('move_agent_cursor', input);
    expect({ label, cursor_id }).toEqual({ label: 'demo', cursor_id: 'demo' });
    expect(await product.call('get_agent_cursor_state', { session: 'first' })).toMatchObject({ position: { x: 400, y: 600 }, color });
    expect((await cursorWindows(desktop)).length).toBe(shown);
    await product.call('end_session', { session: 'first' });
    expect(await isSeenIn(color?.hex ?? '', 400, 600)).toBe(true);
    await product.call('end_session', { session: 'second' });
    await until(async () => !(await isSeenIn(color?.hex ?? '', 400, 600)), { what: 'it goes with the last of them' });
    await expect(product.call('start_session', { session: 'third', cursor_id: '../demo' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  test('two sessions have two cursors in two colours; each goes with its session', async () => {
    await product.call('move_agent_cursor', { session: 'one', x: 200, y: 600, wait: true });
    await product.call('move_agent_cursor', { session: 'two', x: 400, y: 600, wait: true });
    const [one, two] = await Promise.all(['one', 'two'].map((session) => product.call('get_agent_cursor_state', { session })));
    expect(one?.color?.hex).not.toBe(two?.color?.hex);
    expect(distance(await screenPixel(desktop, 200 + BODY.x, 600 + BODY.y), one?.color?.hex ?? '')).toBeLessThan(40);
    expect(distance(await screenPixel(desktop, 400 + BODY.x, 600 + BODY.y), two?.color?.hex ?? '')).toBeLessThan(40);
    const before = (await cursorWindows(desktop)).length;
    await product.call('end_session', { session: 'one' });
    await product.call('end_session', { session: 'two' });
    await until(async () => (await cursorWindows(desktop)).length <= before - 2, { what: 'their windows are gone', intervalMs: 50 });
  });
});
