import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDamaged, readRecording } from '../../src/recording/reader.js';
import { until } from '../support/until.js';
import { computeSixTimesSeven } from '../transport/calculator.js';
import { openProduct, type Product, type StartedDesktop, textsOf } from '../transport/product.js';

let product: Product;
let desktop: StartedDesktop;
let session: readonly string[];

beforeAll(async () => {
  product = openProduct();
  desktop = await product.startDesktop();
  session = ['--desktop', desktop.name, '--session', 'shell'];
  await product.serve();
});
afterAll(() => product?.[Symbol.asyncDispose]());

const recordings = () => join(product.home, 'recordings');
const call = async (tool: string, input: Record<string, unknown>) => product.json(tool, JSON.stringify(input), ...session);

const windows = async () => ((await product.json('list_windows', ...session)) as { windows: { pid: number }[] }).windows;

test('a calculation is recorded, replayed after the calculator was closed, and gives the same result', async () => {
  expect(await product.json('recording', 'start', 'six-by-seven', '--no-video', ...session)).toMatchObject({
    enabled: true,
    name: 'six-by-seven',
  });
  await computeSixTimesSeven(call, desktop);
  expect(await product.json('recording', 'status', ...session)).toMatchObject({ enabled: true, last_error: null });
  const stopped = await product.json('recording', 'stop', ...session);
  expect(stopped).toMatchObject({ enabled: false, output_dir: join(recordings(), 'six-by-seven') });
  const { turns } = await readRecording(join(recordings(), 'six-by-seven'));
  const lastClick = turns.findLast((turn) => !isDamaged(turn) && turn.action.tool === 'click')?.turn ?? 0;
  expect(await windows()).toEqual([]);
  const replayed = await product.run(['replay', 'six-by-seven', '--to', String(lastClick), ...session]);
  expect(replayed.stderr).toMatch(/turn \d+: (done|healed) – /);
  expect(replayed.stdout).toMatch(/\d+ done, \d+ healed, 0 differing, 0 refused/);
  expect(replayed.code).toBe(0);
  const [calculator] = await windows();
  expect(await textsOf(desktop, calculator?.pid ?? 0)).toContain('42');
});

test('a replay from the shell stops where policy, the screen or the person says so', async () => {
  const step = await product.run(['replay', 'six-by-seven', '--step', ...session], { stdin: 'y\nq\n' });
  expect(step.stderr).toContain('go on? [Y/s/q]');
  expect(step.stdout).toMatch(/^\s+\d+ {2}(done|healed)/);
  const dry = await product.json('replay', 'six-by-seven', '--dry-run', ...session);
  expect(dry).toMatchObject({ dry_run: true, done: 0 });
  const wrong = await product.run(['replay', 'six-by-seven', '--from', 'x', ...session]);
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('is not a whole number') });
  expect((await product.run(['replay', 'never-made', ...session])).code).toBe(2);
});

test('recordings are listed, rendered and exported', async () => {
  expect(await product.json('recording', 'list')).toMatchObject({ recordings: [{ name: 'six-by-seven', state: 'complete' }] });
  const out = join(product.home, 'report.html');
  expect(await product.json('recording', 'render', 'six-by-seven', '--out', out)).toMatchObject({ file: out });
  expect(readFileSync(out, 'utf8')).toMatch(/^<!doctype html>/);
  const opened = await product.run(['recording', 'open', 'six-by-seven']);
  expect(opened).toMatchObject({ code: 0, stderr: expect.stringContaining('open the file in a browser') });
  expect(existsSync(opened.stdout.trim())).toBe(true);
  const exported = await product.run(['recording', 'export', 'six-by-seven', '--ts']);
  expect(exported.stdout).toContain("await driver.launchApp({ name: 'gnome-calculator' });");
  for (const wrong of [
    ['recording'],
    ['recording', 'paint'],
    ['recording', 'render'],
    ['recording', 'export', 'six-by-seven'],
    ['recording', 'render', '../x y'],
  ]) {
    expect((await product.run(wrong)).code).toBe(2);
  }
});

test('a daemon killed while it records leaves a recording that reads, renders and says what happened', async () => {
  await product.run(['stop']);
  const daemon = await product.serve();
  await product.json('recording', 'start', 'cut-short', '--no-video', ...session);
  const launched = await call('launch_app', { name: 'gnome-calculator' });
  const pid = launched.pid as number;
  await until(async () => (await textsOf(desktop, pid)).length > 0, { what: 'the calculator is there' });
  for (let turn = 0; turn < 3; turn++) await call('list_windows', {});
  await until(async () => (await readRecording(join(recordings(), 'cut-short'))).turns.length >= 3, { what: 'turns are on disk' });
  process.kill(daemon.pid, 'SIGKILL');
  await daemon.ended;
  const { session: header, turns } = await readRecording(join(recordings(), 'cut-short'));
  expect(header.state).toBe('recording');
  expect(turns.filter(isDamaged)).toEqual([]);
  expect(turns.length).toBeGreaterThanOrEqual(3);
  const listed = (await product.json('recording', 'list')) as { recordings: { name: string; state: string }[] };
  expect(listed.recordings.find(({ name }) => name === 'cut-short')?.state).toBe('interrupted');
  expect((await product.run(['recording', 'render', 'cut-short'])).code).toBe(0);
  const noDaemon = await product.run(['recording', 'start', ...session]);
  expect(noDaemon).toMatchObject({ code: 4, stderr: expect.stringContaining('daemon_unavailable') });
});
