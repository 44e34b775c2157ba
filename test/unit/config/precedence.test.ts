import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { effectiveConfig, effectiveValue, explainConfig, layerToChange, SessionOverrides } from '../../../src/config/precedence.js';
import { configKeyNames, configKeys, defaultConfig } from '../../../src/config/schema.js';
import { ConfigStore } from '../../../src/config/store.js';

test('call beats session beats disk beats default, and the origin is told', () => {
  const disk = { capture_scope: 'desktop', max_image_dimension: 100 } as const;
  const session = { max_image_dimension: 200, overlay: false } as const;
  expect(effectiveValue('capture_scope', { disk, session })).toEqual({ value: 'desktop', origin: 'disk' });
  expect(effectiveValue('max_image_dimension', { disk, session })).toEqual({ value: 200, origin: 'session' });
  expect(effectiveValue('max_image_dimension', { disk, session, call: { max_image_dimension: 0 } })).toEqual({ value: 0, origin: 'call' });
  expect(effectiveValue('max_image_dimension', { disk, call: { max_image_dimension: undefined } })).toEqual({ value: 100, origin: 'disk' });
  expect(effectiveValue('overlay', { disk, session })).toEqual({ value: false, origin: 'session' });
  expect(effectiveValue('image_format', { disk, session })).toEqual({ value: 'png', origin: 'default' });
  expect(effectiveConfig({ disk, session })).toEqual({
    ...defaultConfig,
    capture_scope: 'desktop',
    max_image_dimension: 200,
    overlay: false,
  });
});

test('an anonymous caller changes the disk, a session only itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'offhand-precedence-'));
  const disk = new ConfigStore(join(folder, 'config.json'));
  const one = new SessionOverrides();
  const other = new SessionOverrides();
  await layerToChange(undefined, disk).set({ capture_scope: 'desktop' });
  await layerToChange(one, disk).set({ capture_scope: 'window' });
  expect(disk.read().values).toEqual({ capture_scope: 'desktop' });
  expect(effectiveValue('capture_scope', { session: one.values, disk: disk.read().values })).toEqual({
    value: 'window',
    origin: 'session',
  });
  expect(effectiveValue('capture_scope', { session: other.values, disk: disk.read().values })).toEqual({
    value: 'desktop',
    origin: 'disk',
  });
  await one.reset();
  expect(one.values).toEqual({});
  rmSync(folder, { recursive: true });
});

test('a session cannot change what belongs to the machine, and then changes nothing', async () => {
  const session = new SessionOverrides();
  await expect(session.set({ overlay: false, http_port: 1 })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { key: 'http_port' },
  });
  expect(session.values).toEqual({});
  await session.set({ overlay: false, redact: false });
  await session.reset(['overlay']);
  expect(session.values).toEqual({ redact: false });
});

test('every key is explained', () => {
  const explained = explainConfig({ disk: { overlay: false } });
  expect(explained.map(({ key }) => key)).toEqual(configKeyNames);
  expect(explained.find(({ key }) => key === 'overlay')).toMatchObject({
    value: false,
    origin: 'disk',
    default: true,
    accepted: 'boolean',
  });
  for (const { key, description, accepted } of explained) {
    expect(key).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(description).toMatch(/^[A-Z].*\.$/);
    expect(accepted).not.toBe('undefined');
  }
});

test('every default is a value its own key accepts', () => {
  for (const key of configKeyNames) expect(configKeys[key].schema.parse(configKeys[key].default)).toBe(configKeys[key].default);
});
