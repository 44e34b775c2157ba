import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startThread, type Thread, withoutThread } from '../../../src/kit/thread/start.js';

const folder = mkdtempSync(join(tmpdir(), 'offhand-thread-'));
const program = join(folder, 'program.cjs');

const contents = `
  import { serveThread } from './src/kit/thread/serve.ts';
  const untilStopped = (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
  void serveThread(
    async (data) => {
      if (data === 'bad') throw new Error('cannot open');
      return {
        add: (a, b) => a + b,
        whose: () => data,
        refuse: async () => { throw new Error('refused'); },
        wait: (signal) => untilStopped(signal),
        finish: (signal) => untilStopped(signal).catch(() => 'done by then'),
        fail: () => { setImmediate(() => { throw new Error('a fault'); }); return new Promise(() => {}); },
      };
    },
    (error, data) => error.message + ' for ' + data,
  );
`;

beforeAll(async () => {
  await build({ stdin: { contents, resolveDir: '.' }, outfile: program, bundle: true, platform: 'node', target: 'node20' });
});
afterAll(() => rmSync(folder, { recursive: true }));

const start = (data = 'me'): Promise<Thread> => startThread(program, data, (failure) => new Error(`over there: ${failure}`));

test('calls are answered by what the thread opened, in any order', async () => {
  const thread = await start();
  const stop = new AbortController();
  const waiting = thread.call('wait', [], stop.signal);
  expect(await Promise.all([thread.call('add', [1, 2]), thread.call('whose')])).toEqual([3, 'me']);
  await expect(thread.call('refuse')).rejects.toThrow('over there: refused for me');
  await expect(thread.call('nothing')).rejects.toThrow('there is no method nothing');
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await thread.end();
});

test('what was done before it was called off is not lost', async () => {
  const thread = await start();
  const stop = new AbortController();
  const finishing = thread.call('finish', [], stop.signal);
  stop.abort();
  expect(await finishing).toBe('done by then');
  await expect(thread.call('add', [1, 2], stop.signal)).rejects.toThrow('aborted');
  await thread.end();
});

test('a thread that ends says why, and fails every call from then on', async () => {
  await expect(start('bad')).rejects.toThrow('over there: cannot open for bad');
  await expect(startThread(join(folder, 'nowhere.cjs'), 0, () => new Error())).rejects.toThrow('Cannot find module');
  const thread = await start();
  await expect(thread.call('fail')).rejects.toThrow('a fault');
  expect((await thread.ended).message).toBe('a fault');
  await expect(thread.call('add', [1, 2])).rejects.toThrow('a fault');
});

test('the same goes without a thread', async () => {
  const thread = await withoutThread(async () => ({
    add: (a: number, b: number) => a + b,
    isStopped: (signal: AbortSignal) => signal.aborted,
  }));
  expect(await thread.call('add', [1, 2])).toBe(3);
  expect(await thread.call('isStopped', [], AbortSignal.abort())).toBe(true);
  await expect(thread.call('nothing')).rejects.toThrow('there is no method nothing');
});
