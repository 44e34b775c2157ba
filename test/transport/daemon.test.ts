import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isRunning, processesWithEnv } from '../support/parts/child.js';
import { until } from '../support/until.js';
import { openProduct, type Product } from './product.js';

let product: Product;

beforeEach(() => {
  product = openProduct();
});

afterEach(() => product[Symbol.asyncDispose]());

const printedError = (stdout: string) => (JSON.parse(stdout) as { error: { code: string; message: string; remedy: string } }).error;

describe('a daemon', () => {
  test('listens on a socket only its user may use', async () => {
    await product.serve();
    expect(statSync(product.socket).mode & 0o777).toBe(0o600);
    expect(statSync(product.home).mode & 0o077).toBe(0);
  });

  test('is the only one of its home', async () => {
    const { pid } = await product.serve();
    const second = await product.run(['serve', '--json']);
    expect(second.code).toBe(4);
    expect(printedError(second.stdout)).toMatchObject({ code: 'daemon_running', remedy: expect.stringContaining('offhand stop') });
    expect(await product.json('status')).toMatchObject({ running: true, pid });
  });

  test('is the only one of its home when several start at once', async () => {
    const starts = await Promise.allSettled([product.serve(), product.serve(), product.serve()]);
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await product.json('status')).toMatchObject({ running: true });
  });

  test('takes over what a killed one left', async () => {
    const first = await product.serve();
    process.kill(first.pid, 'SIGKILL');
    await first.ended;
    expect(existsSync(product.socket)).toBe(true);
    expect(await product.json('status')).toEqual({ running: false, paused: false });
    const second = await product.serve();
    expect(await product.json('status')).toMatchObject({ running: true, pid: second.pid });
  });

  test('stops when told, with everything it held', async () => {
    const { pid, ended } = await product.serve('--http', '0');
    await product.json('get_config');
    const { code, stdout } = await product.run(['stop']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Stopped.\n' });
    expect((await ended).code).toBe(0);
    expect(isRunning(pid)).toBe(false);
    expect(processesWithEnv('OFFHAND_HOME', product.home)).toEqual([]);
    expect(readdirSync(product.home).filter((name) => name.startsWith('daemon'))).toEqual([]);
  });

  test('stops on SIGTERM as it does when told', async () => {
    const { pid, ended } = await product.serve();
    process.kill(pid, 'SIGTERM');
    expect((await ended).code).toBe(0);
    expect(existsSync(product.socket)).toBe(false);
  });

  test('stops by itself after idling as long as asked', async () => {
    const { ended } = await product.serve('--idle-exit', '300');
    expect((await ended).code).toBe(0);
    expect(await product.json('status')).toEqual({ running: false, paused: false });
  });

  test('refuses to start where its files cannot be', async () => {
    const file = join(product.home, 'a-file');
    writeFileSync(file, '');
    const { code, stdout } = await product.run(['serve', '--json'], { env: { OFFHAND_HOME: join(file, 'home') } });
    expect(code).toBe(4);
    expect(printedError(stdout)).toMatchObject({ code: 'home_unusable', remedy: expect.stringContaining('OFFHAND_HOME') });
  });

  test('refuses a home whose path is too long for a socket', async () => {
    const { code, stdout } = await product.run(['serve', '--json'], { env: { OFFHAND_HOME: join(product.home, 'h'.repeat(120)) } });
    expect(code).toBe(4);
    expect(printedError(stdout)).toMatchObject({ code: 'home_unusable', message: expect.stringContaining('too long') });
  });

  test('leaves no process behind when its HTTP port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    const port = await until(() => (other.address() as { port: number } | null)?.port, { what: 'the other server listens' });
    const { code, stdout } = await product.run(['serve', '--http', String(port), '--json']);
    other.close();
    expect(code).toBe(2);
    expect(printedError(stdout).message).toContain(`Port ${port}`);
    expect(await product.json('status')).toEqual({ running: false, paused: false });
  });

  test('keeps the memory of plain calls, which have none without it', async () => {
    await product.startDesktop();
    const click = ['click', '3', '--pid', '1', '--window-id', '2', '--desktop', 'test', '--json'];
    const alone = await product.run(click);
    expect(alone.code).toBe(2);
    await product.serve();
    expect(await product.json('status')).toMatchObject({ sessions: 0 });
    await product.json('list_windows', '--desktop', 'test');
    expect(await product.json('status')).toMatchObject({ sessions: 1 });
  });
});

describe('client and daemon of different versions', () => {
  /** A daemon of another version, as far as its greeting goes. */
  async function otherVersion() {
    const server = createServer((socket) => {
      socket.setEncoding('utf8').on('data', (text: string) => {
        for (const line of text.trim().split('\n')) {
          const { id, method } = JSON.parse(line) as { id: number; method: string };
          socket.write(`${JSON.stringify({ id, result: method === 'hello' ? { version: '9.9.9', pid: 1 } : { exitCode: 0 } })}\n`);
        }
      });
    });
    server.listen(product.socket);
    await until(() => server.listening, { what: 'the other version listens' });
    return { [Symbol.asyncDispose]: async () => void server.close() };
  }

  test('are told to the person on the command line', async () => {
    await using _other = await otherVersion();
    const { code, stderr } = await product.run(['list_windows']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/warning: the daemon is 9\.9\.9.*offhand stop/) });
  });

  test('are refused by the SDK', async () => {
    await using _other = await otherVersion();
    const { startSdk } = await import('./sdk-process.js');
    const sdk = startSdk(product.env, { daemon: 'auto' });
    await expect(sdk.call('get_config', {})).rejects.toThrow(/version_mismatch|9\.9\.9/);
  });
});
