// Settings, private desktops and the doctor, as people use them from a shell.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatSeatName } from '../../src/backends/x11/seat/device/seat-name.js';
import { capture, type Env } from '../support/parts/child.js';
import { openProduct, type Product } from './product.js';

let product: Product;

beforeAll(() => {
  product = openProduct();
});
afterAll(() => product[Symbol.asyncDispose]());

const failure = async (...args: string[]) => {
  const { code, stdout } = await product.run([...args, '--json']);
  return { exit: code, ...(JSON.parse(stdout) as { error: { code: string; message: string } }).error };
};

describe('settings', () => {
  const file = () => JSON.parse(readFileSync(join(product.home, 'config.json'), 'utf8')) as unknown;
  const setting = async (key: string) => (await product.json('config', 'get', key)).config;

  test('are explained with value, origin and meaning, one or all', async () => {
    const all = (await product.json('config', 'get')).config as { key: string }[];
    expect(all.length).toBeGreaterThan(5);
    const { stdout } = await product.run(['config', 'get', 'max_image_dimension']);
    expect(stdout).toMatch(/^max_image_dimension = 1568 \(default; .+\)\n {4}.+\n$/);
  });

  test('are written to disk, seen by the next process, and go back to their defaults', async () => {
    expect(await product.json('config', 'set', 'max_image_dimension', '900')).toEqual({ changed: { max_image_dimension: 900 } });
    expect(await product.json('config', 'set', 'capture_scope', 'desktop')).toEqual({ changed: { capture_scope: 'desktop' } });
    expect(file()).toMatchObject({ max_image_dimension: 900, capture_scope: 'desktop' });
    expect(await setting('max_image_dimension')).toMatchObject([{ value: 900, origin: 'disk' }]);
    await product.json('config', 'reset', 'capture_scope');
    expect(await setting('capture_scope')).toMatchObject([{ value: 'window', origin: 'default' }]);
    expect(await setting('max_image_dimension')).toMatchObject([{ value: 900 }]);
    await product.json('config', 'reset');
    expect(await setting('max_image_dimension')).toMatchObject([{ value: 1568, origin: 'default' }]);
  });

  test.each([
    ['an unknown key', ['get', 'colour'], 'unknown_config_key'],
    ['an unknown key to write', ['set', 'colour', 'red'], 'unknown_config_key'],
    ['a value that does not fit', ['set', 'max_image_dimension', 'large'], 'invalid_input'],
    ['no value', ['set', 'max_image_dimension'], 'invalid_input'],
    ['an unknown verb', ['change', 'max_image_dimension', '900'], 'invalid_input'],
  ])('refuse %s and lose nothing', async (_what, args, code) => {
    await product.json('config', 'set', 'max_image_dimension', '900');
    expect(await failure('config', ...args)).toMatchObject({ exit: 2, code });
    expect(file()).toEqual({ max_image_dimension: 900 });
    await product.json('config', 'reset');
  });
});

describe('private desktops', () => {
  const record = (name: string) => JSON.parse(readFileSync(join(product.home, 'desktops', `${name}.json`), 'utf8')) as { env: Env };

  test('are started as asked, listed, pictured and stopped without a trace', async () => {
    const owner = ['--owner-pid', String(process.pid)];
    await product.json('desktop', 'start', 'wide', '--size', '1100x500', '--wm', 'openbox', ...owner);
    await product.json('desktop', 'start', 'bare', '--size', '640x480', '--wm', 'none', ...owner);
    expect(await product.json('desktop', 'list')).toMatchObject({
      desktops: expect.arrayContaining([
        expect.objectContaining({ name: 'wide', size: '1100x500', window_manager: 'openbox' }),
        expect.objectContaining({ name: 'bare', size: '640x480', window_manager: 'none' }),
      ]),
    });
    const { env } = record('wide');
    expect(await capture('xdpyinfo', [], env)).toContain('1100x500 pixels');
    expect(await capture('xprop', ['-root', '_NET_SUPPORTING_WM_CHECK'], env)).toMatch(/window id # 0x/);
    expect(await capture('xprop', ['-root', '_NET_SUPPORTING_WM_CHECK'], record('bare').env)).toMatch(/not found|no such atom/);

    await product.run(['desktop', 'screenshot', 'bare', 'bare.png'], { cwd: product.home });
    const header = readFileSync(join(product.home, 'bare.png')).subarray(16, 24);
    expect([header.readUInt32BE(0), header.readUInt32BE(4)]).toEqual([640, 480]);

    expect(await product.json('desktop', 'stop', 'wide')).toEqual({ stopped: ['wide'] });
    await expect(capture('xdpyinfo', [], env)).rejects.toThrow('unable to open display');
    expect(existsSync(join(product.home, 'desktops', 'wide.json'))).toBe(false);
    expect(await product.json('desktop', 'stop', '--all')).toEqual({ stopped: ['bare'] });
    expect((await product.run(['desktop', 'list'])).stdout).toContain('No private desktop runs.');
  });

  test.each([
    ['no verb', [], 'invalid_input'],
    ['a size that is none', ['start', '--size', 'large'], 'invalid_input'],
    ['a size nobody can have', ['start', '--size', '99999x10'], 'invalid_input'],
    ['an unknown window manager', ['start', '--wm', 'twm2'], 'invalid_input'],
    ['an option without its value', ['start', '--size'], 'invalid_input'],
    ['an unknown option', ['start', '--sizes', '10x10'], 'invalid_input'],
    ['an owner that does not run', ['start', '--owner-pid', 'me'], 'process_not_found'],
    ['a name that is none', ['start', '../there'], 'invalid_input'],
    ['stopping nothing in particular', ['stop'], 'invalid_input'],
    ['stopping what does not run', ['stop', 'nowhere'], 'desktop_not_found'],
    ['picturing what does not run', ['screenshot', 'nowhere'], 'desktop_not_found'],
  ])('refuse %s', async (_what, args, code) => {
    expect(await failure('desktop', ...args)).toMatchObject({ exit: 2, code });
    expect(await product.json('desktop', 'list')).toEqual({ desktops: [] });
  });
});

describe('the doctor', () => {
  test('operates a window of its own, proves that nobody was disturbed, and leaves nothing', async () => {
    const desktop = await product.startDesktop('sound');
    const before = await capture('xinput', ['list', '--name-only'], desktop.env);
    const { ok, checks } = (await product.json('doctor', '--desktop', 'sound')) as { ok: boolean; checks: { name: string; ok: boolean }[] };
    expect({ ok, failing: checks.filter((check) => !check.ok) }).toEqual({ ok: true, failing: [] });
    const parts = ['a new window is listed', 'its pixels can be read', 'a background click reaches it', 'nobody was disturbed'];
    expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['Node.js', 'display', 'accessibility', ...parts]));
    expect(await capture('xinput', ['list', '--name-only'], desktop.env)).toBe(before);
    expect(await capture('xwininfo', ['-root', '-tree'], desktop.env)).not.toMatch(/offhand/i);
    const { code, stdout } = await product.run(['doctor', '--desktop', 'sound']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^(ok .+\n)+\nEverything works\.\n$/) });
  });

  test('takes away what a crashed run left, and says whether an agent can have a pointer of its own', async () => {
    const { env } = await product.startDesktop('littered');
    const left = formatSeatName({ pid: 4_194_303, starttime: 1, number: 0, role: 'hand' });
    const devices = () => capture('xinput', ['list', '--name-only'], env);
    await capture('xinput', ['create-master', left], env);
    expect(await devices()).toContain(left);
    const { stdout } = await product.run(['doctor', '--desktop', 'littered']);
    expect(stdout).toMatch(/^ok {3}a background click reaches it/m);
    expect(await devices()).not.toContain(left);
  });

  test('says for each failing part what to do', async () => {
    const desktop = await product.startDesktop('mute');
    const env = { ...desktop.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus', XDG_RUNTIME_DIR: '/nonexistent' };
    const { code, stdout } = await product.run(['doctor'], { env });
    expect({ code, stdout }).toEqual({ code: 4, stdout: expect.stringMatching(/FAIL accessibility .+\n {5}fix: .+at-spi2-core/) });
    expect(stdout).toMatch(/^ok {3}a background click reaches it/m);
    const nowhere = await product.run(['doctor']);
    expect(nowhere).toMatchObject({ code: 4, stdout: expect.stringMatching(/FAIL desktop .+display_unavailable.+\n {5}fix: /) });
  });
});

test('another platform is refused by name', async () => {
  const elsewhere = `data:text/javascript,Object.defineProperty(process,'platform',{value:'sunos'})`;
  const { code, stdout } = await product.run(['list_windows', '--json'], { env: { NODE_OPTIONS: `--import=${elsewhere}`, DISPLAY: ':0' } });
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({
    code: 3,
    error: { code: 'platform_unsupported', message: expect.stringContaining('sunos'), remedy: expect.any(String) },
  });
});
