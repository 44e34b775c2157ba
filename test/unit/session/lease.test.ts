import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PauseFile } from '../../../src/config/pause-file.js';
import { Lease } from '../../../src/engine/lease.js';
import { until } from '../../support/until.js';

let dir: string;
let file: string;
const leases: Lease[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lease-'));
  file = join(dir, 'data', 'paused.json');
});
afterEach(() => {
  for (const lease of leases.splice(0)) lease.close();
  rmSync(dir, { recursive: true });
});

function open(onPause?: () => void): Lease {
  const lease = new Lease(new PauseFile(file), onPause);
  leases.push(lease);
  return lease;
}

test('a pause stops what runs, lets go of what is held, and refuses what comes until it is lifted', () => {
  let letGo = 0;
  const lease = open(() => {
    letGo++;
  });
  const running = lease.signal;
  expect(() => lease.check()).not.toThrow();
  lease.pause('enough');
  expect(running.reason).toMatchObject({ code: 'paused', message: expect.stringContaining('enough') });
  expect(letGo).toBe(1);
  expect(() => lease.check()).toThrow(expect.objectContaining({ code: 'paused' }));
  lease.resume();
  expect(() => lease.check()).not.toThrow();
  expect(lease.signal.aborted).toBe(false);
});

test('it holds for every process, also those that start later', async () => {
  const [here, elsewhere] = [open(), open()];
  const running = elsewhere.signal;
  here.pause('enough');
  expect(() => elsewhere.check()).toThrow(/enough/);
  await until(() => running.aborted, { what: 'what runs elsewhere stops' });
  expect(open().paused).toBe(true);
  here.resume();
  expect(elsewhere.signal.aborted).toBe(false);
  expect(open().paused).toBe(false);
});

test('a file that cannot be read counts as a pause', () => {
  const lease = open();
  writeFileSync(file, '{');
  expect(() => lease.check()).toThrow(expect.objectContaining({ code: 'paused', message: expect.stringContaining('cannot be read') }));
});
