import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let oldNode: string;

beforeAll(() => {
  oldNode = mkdtempSync(join(tmpdir(), 'old-node-'));
  writeFileSync(join(oldNode, 'node'), '#!/bin/sh\necho v18.19.0\n');
  chmodSync(join(oldNode, 'node'), 0o755);
});
afterAll(() => rmSync(oldNode, { recursive: true, force: true }));

const setup = (args: string[], path = process.env.PATH) =>
  spawnSync('bash', ['scripts/setup.sh', ...args], { encoding: 'utf8', env: { ...process.env, PATH: path } });

test.each([[[]], [['--help']], [['--everything']]])('set-up called with %j says how it is called', (args) => {
  const { status, stdout, stderr } = setup(args);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^usage: scripts\/setup\.sh/);
});

test('set-up names the Node version it found and the one it needs, before doing anything', () => {
  const { status, stdout, stderr } = setup(['--demo'], `${oldNode}:${process.env.PATH}`);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe('Node.js v18.19.0 is too old.\nOffhand needs Node.js 20 or newer: https://nodejs.org/en/download\n');
});
