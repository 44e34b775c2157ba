import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ensurePrivateDir, writeFileAtomic } from '../../../src/kit/files.js';

const folder = mkdtempSync(join(tmpdir(), 'offhand-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('replaces a file whole, privately, and leaves nothing beside it', async () => {
  const path = join(folder, 'deep', 'er', 'file.json');
  await writeFileAtomic(path, 'one');
  await writeFileAtomic(path, 'two');
  expect(readFileSync(path, 'utf8')).toBe('two');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, 'deep', 'er'))).toEqual(['file.json']);
});

test('many writers at once leave one whole version', async () => {
  const path = join(folder, 'contended');
  const versions = Array.from({ length: 20 }, (_, n) => String(n).repeat(5000));
  await Promise.all(versions.map((version) => writeFileAtomic(path, version)));
  expect(versions).toContain(readFileSync(path, 'utf8'));
});

test('says which file could not be written, and leaves nothing behind', async () => {
  const blocked = join(folder, 'blocked');
  mkdirSync(blocked);
  await expect(writeFileAtomic(blocked, 'x')).rejects.toMatchObject({ name: 'FileError', path: blocked });
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('makes private directories, and accepts them again', async () => {
  const path = join(folder, 'private', 'inner');
  await ensurePrivateDir(path);
  await ensurePrivateDir(path);
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

test('refuses a link, a file and a directory open to everyone in place of a private directory', async () => {
  const link = join(folder, 'link');
  symlinkSync(tmpdir(), link);
  const file = join(folder, 'plain');
  writeFileSync(file, '');
  const open = join(folder, 'open');
  mkdirSync(open);
  chmodSync(open, 0o777);
  await expect(ensurePrivateDir(link)).rejects.toThrow(/not a directory/);
  await expect(ensurePrivateDir(file)).rejects.toThrow(/cannot create/);
  await expect(ensurePrivateDir(open)).rejects.toThrow(/every user/);
});
