// Reading a large window keeps the agent's own thread busy for long. What the person does meanwhile must not wait for it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, expect, test } from 'vitest';
import { configureLog } from '../../../src/kit/log.js';
import { startProduct } from '../../harness/product.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { until } from '../../support/until.js';
import { desktopForTwo, personInBrowser } from './persons-browser.js';
import { openHolder, takeIn } from './pointer-holder.js';

afterEach(() => configureLog(undefined));

/** Our thread does nothing else until the person's pointer was seen to have moved, or nobody believes any more that it will. */
const isSeenToMove = ({ env }: Desktop, timeout = 10_000): boolean =>
  spawnSync('xdotool', ['mousemove_relative', '--sync', '20', '10'], { env, timeout }).status === 0;

test('the person’s pointer moves while it is held and our thread is busy', async () => {
  await using desktop = await openDesktop();
  {
    await using holder = await openHolder(desktop);
    await holder.hold();
    expect(await takeIn(desktop)).toBe('refused');
    const { pointer } = oracleOf(desktop);
    const { x, y } = await pointer();
    for (let moves = 0; moves < 3; moves++) expect(isSeenToMove(desktop)).toBe(true);
    expect(await pointer()).toEqual({ x: x + 60, y: y + 30 });
    expect(await takeIn(desktop)).toBe('refused');
  }
  await using holder = await openHolder(desktop, '/nonexistent');
  await holder.hold();
  expect(isSeenToMove(desktop, 1000)).toBe(false); // with nobody to pass it on it would have been noticed
});

test('what the person types into Chromium arrives while our thread is busy', { timeout: 120_000 }, async () => {
  await using desktop = await openDesktop(desktopForTwo);
  const { other, typed } = await personInBrowser(desktop);
  await using product = startProduct(desktop);
  await product.call('click', { ...product.at(other), ...other.centre('button') });
  await desktop.run('xdotool', 'type', 'idle');
  await until(() => typed() === 'idle', { what: 'keys are passed on' });
  spawnSync('xdotool', ['type', ' and busy'], { env: desktop.env });
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (let looks = 0; typed() !== 'idle and busy' && looks < 500; looks++) Atomics.wait(clock, 0, 0, 20);
  expect(typed()).toBe('idle and busy');
});

test('should its thread end, the person’s pointer is free, that is told, and the next act has another', async () => {
  await using desktop = await openDesktop();
  const program = join(desktop.dir, 'person-hands.cjs');
  const stdin = `import './src/backends/x11/seat/person/person-hands-thread.ts'; new BroadcastChannel('fault').onmessage = () => { throw new Error('a fault'); };`;
  await build({ stdin: { contents: stdin, resolveDir: '.' }, outfile: program, bundle: true, platform: 'node', target: 'node20' });
  const told: string[] = [];
  configureLog('error', (line) => told.push(line));
  await using holder = await openHolder(desktop, program);
  const thaw = await holder.freeze();
  expect(await takeIn(desktop)).toBe('refused');
  const fault = new BroadcastChannel('fault');
  fault.postMessage('now');
  fault.close();
  await until(async () => (await takeIn(desktop)) === 'taken', { what: 'it is let go' });
  await until(() => told.join().includes('a fault'), { what: 'it is told' });
  await holder.freeze();
  thaw(0); // of a hold that is long gone
  expect(await takeIn(desktop)).toBe('refused');
});
