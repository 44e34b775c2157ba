import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Finished, finish, openProduct, type Product, root } from './product.js';
import { startSdk } from './sdk-process.js';

let product: Product;
let folder: string;

/** npm as the person has set it up, for its registry and cache. */
async function npm(args: readonly string[], cwd: string): Promise<Finished> {
  const env = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));
  const finished = await finish('npm', args, { cwd, env, timeoutMs: 240_000 });
  if (finished.code !== 0) throw new Error(`npm ${args.join(' ')}: ${finished.stderr}`);
  return finished;
}

beforeAll(async () => {
  product = openProduct();
  folder = mkdtempSync(join(tmpdir(), 'oht-pack-'));
  writeFileSync(join(folder, 'package.json'), '{"name":"consumer","private":true,"type":"module"}');
  // The build is there already and others may be using it.
  const packed = await npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder], root);
  const [{ filename } = { filename: '' }] = JSON.parse(packed.stdout) as { filename: string }[];
  await npm(['install', '--no-audit', '--no-fund', '--prefer-offline', join(folder, filename)], folder);
}, 300_000);

afterAll(async () => {
  await product[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const installed = (...args: string[]) => finish(join(folder, 'node_modules/.bin/offhand'), args, { env: product.env, cwd: folder });

describe('the installed package', () => {
  test('runs its command', async () => {
    expect(await installed('--version')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+/) });
    expect(await installed('list-tools')).toMatchObject({ code: 0, stdout: expect.stringContaining('get_window_state') });
  });

  test('starts a desktop and looks at it', async () => {
    expect(await installed('desktop', 'start', 'packed', '--size', '640x480', '--owner-pid', String(process.pid))).toMatchObject({
      code: 0,
    });
    const { stdout } = await installed('screenshot', '--desktop', 'packed', '--screenshot-out-file', 'shot.png', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ screenshot_width: 640, screenshot_file_path: join(folder, 'shot.png') });
  });

  test('names itself in the set-up of clients', async () => {
    const { stdout } = await installed('mcp-config', '--client', 'generic', '--json');
    expect((JSON.parse(stdout) as { paste: string }).paste).toContain(join(folder, 'node_modules/offhand/bin/offhand'));
  });

  test('is imported by name', async () => {
    writeFileSync(join(folder, 'reexport.mjs'), "export { createDriver, DriverError } from 'offhand';\n");
    await using sdk = startSdk(product.env, { daemon: 'never' }, pathToFileURL(join(folder, 'reexport.mjs')).href);
    expect(await sdk.call('get_config', {})).toBeTypeOf('object');
    await expect(sdk.call('clik', {})).rejects.toMatchObject({ code: 'unknown_tool', isDriverError: true });
  });
});
