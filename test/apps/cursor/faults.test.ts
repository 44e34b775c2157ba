import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEngine } from '../../../src/bin/create-engine.js';
import { localDriver } from '../../../src/transport/driver.js';
import { startProduct } from '../../harness/product.js';
import { openDesktop } from '../../support/desktop.js';
import { hideExtension } from '../../support/parts/hidden-extension.js';
import { until } from '../../support/until.js';
import { startServer } from '../../wire/x11/xvfb.js';
import { cursorWindows, distance, screenPixel, shownWindows } from './cursor-windows.js';

/** The tools of one session on a display that need not have anything else. */
async function onDisplay(display: string, use: (call: (tool: string, input?: object) => Promise<unknown>) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'offhand-'));
  const engine = createEngine({ DISPLAY: display, OFFHAND_HOME: home, HOME: home, PATH: '/usr/bin:/bin' });
  const driver = localDriver(engine, { client: 'test', session: 'painter' });
  try {
    await use((tool, input = {}) => driver.call(tool, input, {}));
  } finally {
    await engine[Symbol.asyncDispose]();
    rmSync(home, { recursive: true, force: true });
  }
}

async function expectNote(display: string, message: RegExp): Promise<void> {
  await onDisplay(display, async (call) => {
    const note = { code: 'capability_missing', message: expect.stringMatching(message) };
    expect(await call('get_agent_cursor_state')).toMatchObject({ phase: 'hidden', position: null, color: null, note });
    expect(await call('move_agent_cursor', { x: 10, y: 10, wait: true })).toMatchObject({ phase: 'hidden', note });
    expect(await call('set_agent_cursor_enabled', { enabled: true })).toMatchObject({ enabled: true, note });
    expect(await call('set_agent_cursor_motion', { spring: 0.5 })).toMatchObject({ motion: { spring: 0.5 }, note });
    expect(await call('list_windows')).toMatchObject({ windows: [] });
  });
}

test.each([
  { why: 'of eight bits', args: ['-screen', '0', '640x480x8'] },
  { why: 'without Composite', args: ['-extension', 'COMPOSITE'] },
])('a display $why, which has no transparency, gets a note instead of a cursor', async ({ args }) => {
  await using server = await startServer(...args);
  await expectNote(server.display, /no visual with transparency/);
});

test('a display without SHAPE gets a note instead of a cursor that would swallow clicks', async () => {
  await using server = await startServer();
  await using proxy = await hideExtension(server.display, 'SHAPE');
  await expectNote(proxy.display, /lacks SHAPE/);
});

test('a display of sixteen bits shows it', async () => {
  await using server = await startServer('-screen', '0', '640x480x16');
  await onDisplay(server.display, async (call) => {
    expect(await call('move_agent_cursor', { x: 100, y: 100, wait: true })).toMatchObject({
      phase: 'resting',
      position: { x: 100, y: 100 },
    });
  });
});

test('the cursor follows a compositor that starts and stops', async () => {
  await using desktop = await openDesktop();
  await using product = startProduct(desktop, { session: 'painter', config: { overlay: true } });
  await product.call('set_agent_cursor_motion', { idle_hide_ms: 0 });
  const { color } = await product.call('move_agent_cursor', { x: 300, y: 300, wait: true });
  const isSeen = async () => distance(await screenPixel(desktop, 307, 306), color?.hex ?? '') < 40;
  const shaped = async () =>
    /Window shape extents/.test(await desktop.run('xwininfo', '-id', String((await shownWindows(desktop))[0]?.id), '-shape'));
  expect(await isSeen()).toBe(true);
  const alone = await shaped();
  const compositor = desktop.runApp('xcompmgr');
  await until(async () => (await shaped()) !== alone, { what: 'the shape changes', intervalMs: 50 });
  await until(isSeen, { what: 'the cursor is drawn by the compositor', intervalMs: 50 });
  await compositor.kill();
  await until(async () => (await shaped()) === alone, { what: 'the shape is back', intervalMs: 50 });
  await until(isSeen, { what: 'the cursor is drawn without it', intervalMs: 50 });
});

test('a display that goes away under a gliding cursor is survived', async () => {
  await using desktop = await openDesktop();
  await using product = startProduct(desktop, { session: 'painter', config: { overlay: true } });
  await product.call('set_agent_cursor_motion', { glide_ms: 5000 });
  await product.call('move_agent_cursor', { x: 600, y: 600 });
  await until(async () => (await cursorWindows(desktop)).length > 0, { what: 'the cursor is there' });
  await desktop.xserver.kill('SIGKILL');
  await expect(product.call('list_windows', {})).rejects.toMatchObject({ code: expect.stringMatching(/display_(lost|unavailable)/) });
  expect(await product.call('end_session', {})).toMatchObject({ ended: true });
});
