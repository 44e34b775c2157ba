import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportProgram } from '../../src/recording/export/export-program.js';
import { readRecording } from '../../src/recording/reader.js';
import { type Product, startProduct } from '../harness/product.js';
import { type Fixture, startFixture } from '../support/apps.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import { elementIn, recordFlow, typedText } from './flow.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
let desktop: Desktop;
let product: Product;
let app: Fixture;
let program: string;
let folder: string;

beforeAll(async () => {
  desktop = await openDesktop();
  product = startProduct(desktop);
  const first = await startFixture(desktop, 'gtk3');
  program = exportProgram(await readRecording(await recordFlow(product, first, 'flow')));
  await first.child.kill();
  app = await startFixture(desktop, 'gtk3');
  await elementIn(product, product.at(app), /^button$/, /^Press me$/);
  // Inside the repository, where the compiler finds the packages our own sources import.
  folder = join(root, 'node_modules/.cache/exported-program');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'program.ts'), program);
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await desktop?.dispose();
});

test('an exported program reads like one a person would write, without typed text', () => {
  expect(program).toContain("await driver.click({ ...w1, element_index: await element(w1, { role: 'checkbox', label: 'Enabled' }) });");
  expect(program).toContain("name: given('NAME'), // ");
  expect(program).not.toContain(typedText);
});

test('it compiles under strict settings', () => {
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { rootDir: root, paths: { offhand: [join(root, 'src/sdk/index.ts')] } },
    include: [join(folder, 'program.ts')],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(folder, 'tsconfig.json')], {
    encoding: 'utf8',
  });
  expect(tsc.stdout.split('\n').filter((line) => line.includes('program.ts'))).toEqual([]);
});

test('it runs and does what was recorded, with other texts', async () => {
  const outfile = join(folder, 'program.mjs');
  await build({
    entryPoints: [join(folder, 'program.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: { offhand: join(root, 'src/sdk/index.ts') },
    define: { OFFHAND_VERSION: '"0.0.0"' },
    logLevel: 'silent',
  });
  const from = app.events().length;
  const env = { ...desktop.env, OFFHAND_HOME: product.home, NAME: 'Ada Lovelace', PASSWORD: 'another-one' };
  const child = spawn(process.execPath, [outfile], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect(said).toBe('');
  expect(code).toBe(0);
  const events = app.events().slice(from);
  expect(events.findLast(({ widget, type }) => widget === 'entry' && type === 'text')?.text).toBe('Ada Lovelace');
  expect(events.findLast(({ widget, type }) => widget === 'secret' && type === 'text')?.text).toBe('another-one');
  expect(events.filter(({ type }) => type === 'toggled')).toEqual([expect.objectContaining({ checked: true })]);
  expect(events.filter(({ type, widget }) => type === 'clicked' && widget === 'button')).toHaveLength(1);
});
