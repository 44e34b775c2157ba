// What a session holds goes when its client vanishes or the daemon is killed: told by the windows of its cursor.
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { until } from '../../support/until.js';
import { callerOf, connectStdio } from '../../transport/mcp-client.js';
import { type Daemon, openProduct, type Product } from '../../transport/product.js';
import { cursorWindows, shownWindows } from '../cursor/cursor-windows.js';
import { agentHolds } from '../seat/held-devices.js';

let desktop: Desktop;
let product: Product;
let daemon: Daemon;

beforeAll(async () => {
  desktop = await openDesktop();
  product = openProduct(desktop.env);
  writeFileSync(join(product.home, 'policy.toml'), '[cua.policy]\nfirst_time_per_app_approval = false\n');
  daemon = await product.serve();
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await desktop?.dispose();
});

const move = ['move_agent_cursor', '200', '200', '--wait', '--session', 'cli'];
const sessionNames = async () => {
  const { sessions } = (await product.json('list_sessions')) as { sessions: { session: string }[] };
  return sessions.map(({ session }) => session);
};

test('a connection has a session and a cursor of its own, and both go when its program is killed', async () => {
  const client = await connectStdio(product, { name: 'Some Agent', args: ['--profile', 'full'] });
  const call = callerOf(client);
  await call('set_agent_cursor_motion', { idle_hide_ms: 0 });
  expect(await call('move_agent_cursor', { x: 300, y: 300, wait: true })).toMatchObject({ label: 'some-agent', phase: 'resting' });
  expect(await shownWindows(desktop)).toHaveLength(1);
  expect(await sessionNames()).toContainEqual(expect.stringMatching(/^some-agent-/));
  const { pid } = client.transport as unknown as { pid: number };
  process.kill(pid, 'SIGKILL');
  await until(async () => (await cursorWindows(desktop)).length === 0, { what: 'its cursor is gone', intervalMs: 50 });
  expect(await sessionNames()).not.toContainEqual(expect.stringMatching(/^some-agent-/));
  await client.close();
});

test('keys and buttons a connection holds come up when its program is killed', async () => {
  const terminal = desktop.runApp('xterm', ['-T', 'Held']);
  const window_id = await desktop.waitForWindow({ title: '^Held$' });
  const client = await connectStdio(product, { name: 'Holder', args: ['--profile', 'full'] });
  const call = callerOf(client);
  await call('press_key', { window_id, key: 'shift', hold: 'down' });
  await call('mouse_button_down', { window_id, x: 30, y: 30 });
  expect(await agentHolds(desktop)).toHaveLength(2);
  const { pid } = client.transport as unknown as { pid: number };
  process.kill(pid, 'SIGKILL');
  await until(async () => (await agentHolds(desktop)).length === 0, { what: 'nothing is held', intervalMs: 50 });
  await client.close();
  await terminal.kill();
});

test('a connection started without an overlay shows none', async () => {
  await using client = await connectStdio(product, { args: ['--profile', 'full', '--no-overlay'] });
  const state = await callerOf(client)('move_agent_cursor', { x: 300, y: 300, wait: true });
  expect(state).toMatchObject({ enabled: false, note: { code: 'switched_off' } });
  expect(await cursorWindows(desktop)).toEqual([]);
});

test('plain commands show none', async () => {
  expect(await product.json('move_agent_cursor', '200', '200')).toMatchObject({ note: { code: 'no_session' } });
  expect(await cursorWindows(desktop)).toEqual([]);
});

test('after the person takes the desktop back nothing acts until they give it again', async () => {
  const log = join(desktop.dir, 'typed');
  const terminal = desktop.runApp('xterm', ['-T', 'Target', '-e', 'sh', '-c', `stty -icanon -echo; exec dd bs=1 of=${log}`]);
  const window = await desktop.waitForWindow({ title: '^Target$' });
  const typed = () => (existsSync(log) ? statSync(log).size : 0);
  const act = ['--window-id', String(window), '--session', 'cli', '--json'];
  const press = () => product.run(['press_key', 'a', ...act]);
  await press();
  await until(() => typed() > 0, { what: 'the first key arrives' });
  const typing = product.run(['type_text', 'b'.repeat(2000), '--delay-ms', '20', ...act]);
  await until(() => typed() > 5, { what: 'the agent types' });
  await product.run(['pause']);
  expect((await typing).code).not.toBe(0);
  const stopped = typed();
  expect(stopped).toBeLessThan(2000);
  const refused = await press();
  expect(refused.code).not.toBe(0);
  expect(refused.stdout + refused.stderr).toContain('"paused"');
  expect((await product.run(['list_windows', '--json'])).code).toBe(0);
  await product.run(['resume']);
  await press();
  await until(() => typed() > stopped, { what: 'keys arrive again' });
  await terminal.kill();
});

test('a killed daemon leaves no cursor', async () => {
  await product.json('set_agent_cursor_motion', '--idle-hide-ms', '0', '--session', 'cli');
  await product.json(...move);
  expect(await shownWindows(desktop)).toHaveLength(1);
  process.kill(daemon.pid, 'SIGKILL');
  await until(async () => (await cursorWindows(desktop)).length === 0, { what: 'the cursor is gone', intervalMs: 50 });
  await daemon.ended;
});

test('a daemon started without an overlay shows none to anybody', async () => {
  await product.serve('--no-overlay');
  expect(await product.json(...move)).toMatchObject({
    enabled: true,
    note: { code: 'switched_off', message: expect.stringContaining('--no-overlay') },
  });
  expect(await cursorWindows(desktop)).toEqual([]);
});

test('after stop --all nothing acts, with or without a daemon, until the person resumes', async () => {
  const terminal = desktop.runApp('xterm', ['-T', 'Target']);
  const window = await desktop.waitForWindow({ title: '^Target$' });
  const press = () => product.run(['press_key', 'a', '--window-id', String(window), '--session', 'cli', '--json']);
  expect((await product.run(['stop', '--all'])).stdout).toContain('until `offhand resume`');
  expect(await product.json('status')).toMatchObject({ running: false, paused: true });
  const alone = await press();
  expect(alone.code).not.toBe(0);
  expect(alone.stdout + alone.stderr).toContain('"paused"');
  await product.serve();
  expect((await press()).stdout + (await press()).stderr).toContain('"paused"');
  expect((await product.run(['resume'])).code).toBe(0);
  const again = await press();
  expect(again.stdout + again.stderr).not.toContain('"paused"');
  await terminal.kill();
});
