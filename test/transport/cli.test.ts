import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openProduct, type Product, type StartedDesktop } from './product.js';

let product: Product;
let desktop: StartedDesktop;

beforeAll(async () => {
  product = openProduct();
  desktop = await product.startDesktop();
});

afterAll(() => product[Symbol.asyncDispose]());

const onDesktop = (...args: string[]) => [...args, '--desktop', desktop.name];

/** Everything a caller of the command sees must be the same with and without a daemon. */
function commonBehaviour(): void {
  test.each([
    ['success', () => onDesktop('list_windows'), 0],
    ['an unknown command', () => ['lst_windows'], 2],
    ['a wrong call', () => onDesktop('list_windows', '--pid', 'x'), 2],
    ['an unknown flag', () => onDesktop('list_windows', '--nope'), 2],
    ['a refusal', () => onDesktop('click', '{"x":1,"y":1,"delivery_mode":"foreground"}'), 2],
    ['a missing display', () => ['list_windows'], 4],
    ['an unknown desktop', () => ['list_windows', '--desktop', 'nowhere'], 2],
    ['an option without its value', () => ['list_windows', '--desktop'], 2],
  ])('exits right on %s', async (_what, args, code) => {
    const { code: exit, stdout, stderr } = await product.run(args());
    expect({ exit, stdout, stderr }).toMatchObject({ exit: code });
    if (code !== 0) expect({ stdout, stderr }).toEqual({ stdout: '', stderr: expect.stringMatching(/^error \w+: .+\n(.+\n)* {2}try: /) });
  });

  test('gives errors as data on stdout with --json, and nothing on stderr', async () => {
    const { code, stdout, stderr } = await product.run(['list_windows', '--json']);
    expect({ code, stderr }).toEqual({ code: 4, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'display_unavailable', message: expect.any(String), remedy: expect.any(String) },
    });
  });

  test('takes arguments as JSON, as flags and from stdin, and they may be mixed', async () => {
    const wanted = { windows: [] };
    const args = { pid: 1, on_screen_only: true };
    for (const [words, stdin] of [
      [[JSON.stringify(args)], ''],
      [['--pid', '1', '--on-screen-only'], ''],
      [['--pid=1', '{"on_screen_only":true}'], ''],
      [['-'], JSON.stringify(args)],
      [['--pid', '1', '-'], '{"on_screen_only":true}'],
    ] as const) {
      const { code, stdout } = await product.run(onDesktop('list_windows', ...words, '--json'), { stdin });
      expect({ words, code, output: JSON.parse(stdout) }).toEqual({ words, code: 0, output: wanted });
    }
  });

  test('reads stdin unasked only where a call needs arguments', async () => {
    const piped = await product.run(onDesktop('launch_app', '--json'), { stdin: '{"name":"no-such-app"}' });
    expect(JSON.parse(piped.stdout)).toMatchObject({ error: { code: 'app_not_found' } });
    expect(await product.run(onDesktop('list_windows'), { holdStdin: true })).toMatchObject({ code: 0 });
  });

  test.each([
    ['half of it', '{"pid":'],
    ['a list', '[1]'],
    ['a number', '5'],
  ])('refuses JSON on stdin that is no object: %s', async (_what, stdin) => {
    const { code, stderr } = await product.run(['click', '-'], { stdin });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('stdin') });
  });

  test('writes files where the caller stands', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'oht-cwd-'));
    try {
      const { code, stdout } = await product.run(onDesktop('screenshot', '--screenshot-out-file', 'shot.png', '--json'), { cwd: folder });
      expect({ code, output: JSON.parse(stdout) }).toMatchObject({ code: 0, output: { screenshot_file_path: join(folder, 'shot.png') } });
      expect(existsSync(join(folder, 'shot.png'))).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('says when a file cannot be written', async () => {
    writeFileSync(join(product.home, 'in-the-way'), '');
    const path = join(product.home, 'in-the-way', 'shot.png');
    const { code, stdout } = await product.run(onDesktop('screenshot', '--screenshot-out-file', path, '--json'));
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'output_unwritable', details: { path } } });
  });

  test('takes what stands after -- as it is', async () => {
    const { stdout } = await product.run(['launch_app', '--json', '--desktop', desktop.name, '--', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ error: { message: expect.stringContaining('"--json"') } });
  });

  test('never prints a picture as text for people', async () => {
    const { stdout } = await product.run(onDesktop('screenshot'));
    expect(stdout).toContain('1000×700');
    expect(stdout.length).toBeLessThan(1000);
  });
}

describe('the command without a daemon', () => {
  commonBehaviour();

  test('forgets between calls, and says to start the daemon', async () => {
    const { code, stderr } = await product.run(['get_session_state', 'nobody']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('session_not_found') });
    expect(await product.json('status')).toEqual({ running: false, paused: false });
  });

  test.each([
    [['--help'], /Start here/, 0],
    [['help'], /Start here/, 0],
    [[], /Start here/, 2],
    [['click', '--help'], /--element-index/, 0],
    [['serve', '--help'], /--http/, 0],
    [['list-tools'], /get_window_state/, 0],
    [['describe', 'click'], /--element-index/, 0],
    [['completion', 'bash'], /complete -F/, 0],
    [['mcp-config', '--client', 'codex'], /\[mcp_servers\.offhand\]/, 0],
    [['--version'], /^\d+\.\d+\.\d+\n$/, 0],
  ])('explains itself: %j', async (args, text, code) => {
    const { code: exit, stdout, stderr } = await product.run(args);
    expect({ exit, stdout, stderr }).toEqual({ exit: code, stdout: expect.stringMatching(text), stderr: '' });
  });
});

describe('the command with a daemon', () => {
  beforeAll(async () => {
    await product.serve();
  });

  commonBehaviour();

  test('says that calls go through it', async () => {
    const { stdout } = await product.run(['status']);
    expect(stdout).toContain(product.socket);
  });

  test('pauses and resumes acting', async () => {
    expect(await product.json('pause')).toEqual({ paused: true });
    const refused = await product.run(onDesktop('launch_app', 'xterm', '--json'));
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'paused' } });
    expect(refused.code).toBe(3);
    expect(await product.json('resume')).toEqual({ paused: false });
  });
});
