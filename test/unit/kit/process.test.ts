import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { poll } from '../../../src/kit/poll.js';
import { endProcesses, type ProcessError, runProcess, spawnProcess } from '../../../src/kit/process.js';
import { isAlive, processInfo, processTree } from '../../../src/kit/process-info.js';

const env = { PATH: '/usr/bin:/bin', HOME: '/nonexistent' };
const folder = mkdtempSync(join(tmpdir(), 'offhand-process-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (script: string, options: { input?: string; timeoutMs?: number; signal?: AbortSignal; maxOutputBytes?: number } = {}) =>
  runProcess('sh', ['-c', script], { env, timeoutMs: 10_000, ...options });

test('gives output, errors and exit code of a command', async () => {
  const result = await run('cat; echo oops >&2; exit 3', { input: 'hällo\n' });
  expect(result).toEqual({ code: 3, signal: null, stdout: Buffer.from('hällo\n'), stderr: 'oops\n' });
});

test('gives the child exactly the environment it was told', async () => {
  const result = await runProcess('/usr/bin/env', [], { env: { A: '1', GONE: undefined }, timeoutMs: 10_000 });
  expect(result.stdout.toString()).toBe('A=1\n');
});

test('says that a program is missing', async () => {
  await expect(runProcess('offhand-no-such-program', [], { env, timeoutMs: 1000 })).rejects.toMatchObject({
    name: 'ProcessError',
    reason: 'not_found',
    command: 'offhand-no-such-program',
  } satisfies Partial<ProcessError>);
});

test('ends the whole group when time runs out', async () => {
  const pidFile = join(folder, 'timeout.pid');
  const finished = run(`sleep 1000 & echo $! > ${pidFile}; wait`, { timeoutMs: 300 });
  await expect(finished).rejects.toMatchObject({ reason: 'timeout' });
  const sleeper = Number(readFileSync(pidFile, 'utf8'));
  expect(await poll(() => !isAlive(sleeper), { timeoutMs: 5000 })).toBe(true);
});

test('ends the whole group when the caller gives up, with the reason of the caller', async () => {
  const pidFile = join(folder, 'abort.pid');
  const controller = new AbortController();
  const finished = run(`sleep 1000 & echo $! > ${pidFile}; wait`, { signal: controller.signal });
  const outcome = expect(finished).rejects.toThrow('enough');
  const sleeper = await poll(() => readNumber(pidFile), { timeoutMs: 5000 });
  controller.abort(new Error('enough'));
  await outcome;
  expect(await poll(() => !isAlive(sleeper ?? -1), { timeoutMs: 5000 })).toBe(true);
});

test('ends a child that floods us', async () => {
  await expect(run('while :; do echo flood; done', { maxOutputBytes: 10_000 })).rejects.toMatchObject({ reason: 'output_too_large' });
});

test('does not wait for a background child that keeps the pipes open', async () => {
  const result = await run('sleep 1000 & echo $!');
  await endProcesses([Number(result.stdout.toString())]);
  expect(result.code).toBe(0);
});

test('a started process can be described, followed and ended with its children', async () => {
  const handle = await spawnProcess('sh', ['-c', 'sleep 1000 & sleep 1000 & wait'], { env, detached: true });
  const tree = await poll(() => (processTree(handle.pid).length === 3 ? processTree(handle.pid) : undefined), { timeoutMs: 5000 });
  expect(processInfo(handle.pid)).toMatchObject({ ppid: process.pid, comm: 'sh', cmdline: ['sh', '-c', 'sleep 1000 & sleep 1000 & wait'] });
  expect(isAlive(handle.pid, handle.starttime)).toBe(true);
  expect(isAlive(handle.pid, handle.starttime + 1)).toBe(false);
  await handle.killTree();
  expect((await handle.exited).signal).toBe('SIGTERM');
  expect(tree?.filter((pid) => isAlive(pid))).toEqual([]);
});

test('ends a process that is stopped and one that ignores being asked', async () => {
  const stopped = await spawnProcess('sleep', ['1000'], { env });
  const stubborn = await spawnProcess('sh', ['-c', 'trap "" TERM; echo ready; while :; do sleep 1; done'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise((resolve) => stubborn.stdout?.once('data', resolve));
  stopped.kill('SIGSTOP');
  await poll(() => processInfo(stopped.pid)?.state === 'T', { timeoutMs: 5000 });
  await endProcesses([stopped.pid, ...processTree(stubborn.pid)], 100);
  expect((await stopped.exited).signal).toBe('SIGTERM');
  expect((await stubborn.exited).signal).toBe('SIGKILL');
});

test('writes what a process says to a private log file', async () => {
  const logFile = join(folder, 'child.log');
  const handle = await spawnProcess('sh', ['-c', 'echo out; echo err >&2'], { env, logFile });
  expect(await handle.exited).toEqual({ code: 0, signal: null });
  expect(readFileSync(logFile, 'utf8').split('\n').sort()).toEqual(['', 'err', 'out']);
  expect(statSync(logFile).mode & 0o777).toBe(0o600);
});

test('a process name with spaces and parentheses does not confuse the reader', async () => {
  const handle = await spawnProcess('sh', ['-c', 'printf "a) S (b" > /proc/self/comm; echo; read x'], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await new Promise((resolve) => handle.stdout?.once('data', resolve));
  expect(processInfo(handle.pid)).toMatchObject({ comm: 'a) S (b', ppid: process.pid });
  handle.kill('SIGKILL');
  await handle.exited;
});

function readNumber(path: string): number | undefined {
  try {
    return Number(readFileSync(path, 'utf8')) || undefined;
  } catch {
    return undefined; // not written yet
  }
}
