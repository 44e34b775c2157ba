import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { ConfigStore } from '../../../src/config/store.js';

const folder = mkdtempSync(join(tmpdir(), 'offhand-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let path = '';
let count = 0;
beforeEach(() => {
  path = join(folder, String(++count), 'config.json');
  mkdirSync(join(folder, String(count)));
});
const onDisk = (): unknown => JSON.parse(readFileSync(path, 'utf8'));

test('no file means no settings and no problem', () => {
  expect(new ConfigStore(path).read()).toMatchObject({ values: {}, problems: [] });
});

test('settings are written privately and read back by another process', async () => {
  const set = await new ConfigStore(path).set({ capture_scope: 'desktop', max_image_dimension: 0 });
  expect(set).toEqual({ capture_scope: 'desktop', max_image_dimension: 0 });
  expect(onDisk()).toEqual(set);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(new ConfigStore(path).read().values).toEqual(set);
});

test('a change made elsewhere is seen at the next read', async () => {
  const mine = new ConfigStore(path);
  expect(mine.read().values).toEqual({});
  await new ConfigStore(path).set({ overlay: false });
  expect(mine.read().values).toEqual({ overlay: false });
  rmSync(path);
  expect(mine.read().values).toEqual({});
});

test('text from a shell becomes the type of the key', async () => {
  const store = new ConfigStore(path);
  const set = await store.set({
    max_image_dimension: '800',
    overlay: 'off',
    agent_cursor_spring: '0.5',
    image_format: 'jpeg',
    redact: 'true',
  });
  expect(set).toEqual({ max_image_dimension: 800, overlay: false, agent_cursor_spring: 0.5, image_format: 'jpeg', redact: true });
});

test('dotted, dashed and nested names reach the flat key, and the old name of vision still works', async () => {
  const set = await new ConfigStore(path).set({
    'agent_cursor.enabled': false,
    'http-port': 0,
    agent_cursor: { spring: 1 },
    capture_mode: 'screenshot',
  });
  expect(set).toEqual({ agent_cursor_enabled: false, http_port: 0, agent_cursor_spring: 1, capture_mode: 'vision' });
});

test('an unknown key is refused with the ones that may be meant, and nothing is written', async () => {
  const store = new ConfigStore(path);
  await expect(store.set({ overlay: false, capture_scop: 'window' })).rejects.toMatchObject({
    code: 'unknown_config_key',
    details: { key: 'capture_scop', suggestions: ['capture_scope'] },
  });
  expect(store.read().values).toEqual({});
});

test.each([
  ['max_image_dimension', -1, 'integer from 0 to 16384'],
  ['max_image_dimension', 1.5, 'integer from 0 to 16384'],
  ['capture_scope', 'screen', 'window | desktop'],
  ['overlay', 'maybe', 'boolean'],
  ['http_port', 99_999, 'integer from 0 to 65535'],
  ['agent_cursor_spring', null, 'number from 0.3 to 1'],
])('%s does not take %j, and says what it takes', async (key, value, accepted) => {
  await expect(new ConfigStore(path).set({ [key]: value })).rejects.toMatchObject({ code: 'invalid_input', details: { key, accepted } });
});

test('a broken file is kept, the place is named, and nothing writes over it', async () => {
  const broken = '{\n  "overlay": false,\n  "capture_scope" "desktop"\n}\n';
  writeFileSync(path, broken);
  const store = new ConfigStore(path);
  const { values, problems } = store.read();
  expect(values).toEqual({});
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ code: 'config_invalid', details: { path, line: 3, column: 19 } });
  await expect(store.set({ overlay: true })).rejects.toMatchObject({ code: 'config_invalid' });
  await expect(store.reset(['overlay'])).rejects.toMatchObject({ code: 'config_invalid' });
  expect(readFileSync(path, 'utf8')).toBe(broken);
});

test('resetting everything sets a broken file aside', async () => {
  writeFileSync(path, '[1, 2');
  const store = new ConfigStore(path);
  await store.reset();
  expect(store.read()).toMatchObject({ values: {}, problems: [] });
  expect(readFileSync(`${path}.broken`, 'utf8')).toBe('[1, 2');
});

test('one wrong value costs only its own key; unknown keys are reported and survive a write', async () => {
  writeFileSync(path, JSON.stringify({ capture_scope: 'everything', overlay: false, from_the_future: [1], captureMode: 'ax' }));
  const store = new ConfigStore(path);
  const { values, problems } = store.read();
  expect(values).toEqual({ overlay: false });
  expect(problems.map(({ code }) => code)).toEqual(['config_invalid', 'unknown_config_key', 'unknown_config_key']);
  expect(problems[2]?.details).toMatchObject({ suggestions: ['capture_mode'] });
  await store.set({ http_port: 1234 });
  expect(onDisk()).toMatchObject({ from_the_future: [1], overlay: false, http_port: 1234 });
});

test('a file that is JSON but no object is a problem', () => {
  writeFileSync(path, '"hello"');
  expect(new ConfigStore(path).read().problems[0]).toMatchObject({ code: 'config_invalid' });
});

test('a file that cannot be read is a problem of the home', async () => {
  mkdirSync(path);
  const store = new ConfigStore(path);
  expect(store.read().problems[0]).toMatchObject({ code: 'home_unusable', details: { path } });
  await expect(store.set({ overlay: true })).rejects.toMatchObject({ code: 'home_unusable' });
});

test('reset forgets the named keys only', async () => {
  const store = new ConfigStore(path);
  await store.set({ overlay: false, http_port: 1, redact: false });
  await store.reset(['overlay', 'http-port']);
  expect(onDisk()).toEqual({ redact: false });
  await store.reset();
  expect(onDisk()).toEqual({});
});

test('changes made at the same time all arrive', async () => {
  const store = new ConfigStore(path);
  await Promise.all([store.set({ overlay: false }), store.set({ http_port: 5 }), store.set({ redact: false })]);
  expect(onDisk()).toEqual({ overlay: false, http_port: 5, redact: false });
});
