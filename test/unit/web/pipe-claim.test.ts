import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimPipe } from '../../../src/backends/x11/web/browser/pipe-claim.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oh-claim-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** When a process started, as the kernel counts it. */
const startOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? '';
const claims = () => readdirSync(folder).filter((name) => name.startsWith('claim-'));
const leaveClaim = (pid: number, started: string) => writeFileSync(join(folder, `claim-${pid}-${started}`), '');

test('a pipe is claimed once, and again when it was given up', () => {
  const release = claimPipe(folder);
  expect(() => claimPipe(folder)).toThrowError(expect.objectContaining({ code: 'page_unavailable', details: { held_by: process.pid } }));
  release();
  const again = claimPipe(folder);
  release(); // the first one's, once more: it is no longer its own to give up
  expect(claims()).toHaveLength(1);
  again();
  expect(claims()).toEqual([]);
});

test('what another process holds is refused, and left as it is', async () => {
  const other = spawn('sleep', ['60']);
  const pid = other.pid ?? 0;
  leaveClaim(pid, startOf(pid));
  expect(() => claimPipe(folder)).toThrowError(expect.objectContaining({ code: 'page_unavailable', details: { held_by: pid } }));
  expect(claims()).toEqual([`claim-${pid}-${startOf(pid)}`]);
  const gone = once(other, 'exit');
  other.kill();
  await gone;
  claimPipe(folder)();
  expect(claims()).toEqual([]);
});

test('a process that merely got the number of a dead one holds nothing', () => {
  const other = spawn('sleep', ['60']);
  leaveClaim(other.pid ?? 0, '1');
  claimPipe(folder)();
  other.kill();
});

test('a folder that is not there cannot be claimed', () => {
  expect(() => claimPipe(join(folder, 'none'))).toThrowError(expect.objectContaining({ code: 'page_unavailable' }));
});
