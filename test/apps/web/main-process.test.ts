// The main process behind a window, where that is Node's; Electron's is one and answers to the same signal.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../../harness/product.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import type { Child } from '../../support/parts/child.js';
import { fixturePath } from '../../support/parts/fixture-binaries.js';
import { startSentinel, type Watch } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { personAtWork } from './browser.js';

const consenting = '[cua.policy]\nfirst_time_per_app_approval = false\nallow_javascript = true\nattach_user_browser = true\n';

let desktop: Desktop;
let product: Product;
let watch: Watch;

beforeAll(async () => {
  desktop = await openDesktop();
  product = startProduct(desktop, { policy: consenting });
  await startSentinel(desktop, { title: 'Somebody at work' });
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await desktop?.dispose();
});

async function startNode(title: string, flags: readonly string[] = []): Promise<{ child: Child; at: { pid: number; window_id: number } }> {
  const file = fixturePath('apps', 'node-window.mjs');
  const child = desktop.runApp(process.execPath, [...flags, file, title], { stdio: { stdout: 'pipe' } });
  await once(child.process.stdout ?? process.stdin, 'data');
  const window_id = await desktop.waitForWindow({ title: `^${title}$` });
  watch = await personAtWork(desktop);
  return { child, at: { pid: child.pid, window_id } };
}

const run = (at: { pid: number; window_id: number }, javascript: string, more: object = {}) =>
  product.call('page', { ...at, action: 'execute_javascript', process: 'main', javascript, ...more });

/** The kernel's list of listening sockets, and those the process holds. */
async function listeningOf(pid: number): Promise<string[]> {
  const held = await desktop.run('sh', '-c', `ls -l /proc/${pid}/fd | grep -o 'socket:\\[[0-9]*' | tr -dc '0-9\\n'`);
  const inodes = new Set(held.split('\n').filter(Boolean));
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((row) => row[3] === '0A' && inodes.has(row[9] ?? ''))
    .map((row) => row[1] ?? '');
}

describe('a Node process with a window', () => {
  test('runs a script, though nobody started it for that, and its inspector is closed again', async () => {
    const { child, at } = await startNode('Plain');
    const ran = await run(at, 'globalThis.answer.secret + 1');
    expect(ran).toMatchObject({ result: 43, via: 'inspector', untrusted: true, outcome: { route: 'system_api' } });
    expect((await run(at, 'require("node:path").join("a", "b")')).result).toBe('a/b');
    expect((await run(at, 'await new Promise((resolve) => setTimeout(resolve, 5, [process.pid]))')).result).toEqual([at.pid]);
    expect(await listeningOf(at.pid)).toEqual([]);
    expect(child.isAlive()).toBe(true);
    expectUndisturbed(await watch.stop());
    await child.kill();
  });

  test('that listens already is used as it is, and left so', async () => {
    const { child, at } = await startNode('Inspected', ['--inspect=127.0.0.1:0']);
    const before = await listeningOf(at.pid);
    expect(before).toHaveLength(1);
    expect((await run(at, 'answer')).result).toEqual({ secret: 42 });
    expect(await listeningOf(at.pid)).toEqual(before);
    await child.kill();
  });

  test('says what a script threw, ends one that never ends, and goes on', async () => {
    const { child, at } = await startNode('Failing');
    await expect(run(at, 'throw new TypeError("no such thing")')).rejects.toMatchObject({ code: 'script_failed' });
    for (const endless of ['for (;;) {}', 'await new Promise(() => {})'])
      await expect(run(at, endless, { timeout_ms: 300 })).rejects.toMatchObject({ code: 'script_failed' });
    expect((await run(at, '1 + 1')).result).toBe(2);
    await child.kill();
  });

  test('that is none is not sent the signal, which would end it', async () => {
    const child = desktop.runApp('xterm', ['-T', 'Terminal', '-e', 'sleep', '600']);
    const window_id = await desktop.waitForWindow({ title: '^Terminal$' });
    await personAtWork(desktop);
    await expect(run({ pid: child.pid, window_id }, '1')).rejects.toMatchObject({ code: 'page_unavailable' });
    expect(child.isAlive()).toBe(true);
  });

  test('is left alone unless the person agreed', async () => {
    const { child, at } = await startNode('Private');
    await using asking = startProduct(desktop, {
      session: 'asking',
      policy: '[cua.policy]\nfirst_time_per_app_approval = false\nallow_javascript = true\nattach_user_browser = false\n',
    });
    const refused = asking.call('page', { ...at, action: 'execute_javascript', process: 'main', javascript: '1' });
    await expect(refused).rejects.toMatchObject({ code: 'policy_denied' });
    expect(await listeningOf(at.pid)).toEqual([]);
    await child.kill();
  });
});
