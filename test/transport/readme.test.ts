// The README's tour, run as it stands there: only numbers that differ from machine to machine are put in.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finish, openProduct, type Product, root, type StartedDesktop, textsOf } from './product.js';

const readme = readFileSync(join(root, 'README.md'), 'utf8');

function snippet(language: string, heading: string): string {
  const section = readme.slice(readme.indexOf(`## ${heading}\n`));
  const [, code] = section.match(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``)) ?? [];
  if (code === undefined) throw new Error(`no ${language} under "${heading}"`);
  return code;
}

let product: Product;

beforeAll(() => {
  product = openProduct();
});
afterAll(() => product[Symbol.asyncDispose]());

const desktopOf = (name: string): StartedDesktop => {
  const { env } = JSON.parse(readFileSync(join(product.home, 'desktops', `${name}.json`), 'utf8')) as Pick<StartedDesktop, 'env'>;
  return { name, env };
};

test('a minute at the shell', { timeout: 120_000 }, async () => {
  const lines = snippet('sh', 'A minute at the shell')
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line.startsWith('offhand '));
  const env = { OFFHAND_DESKTOP: 'demo' };
  const shown = new Map<string, string>();
  let calculator = 0;
  for (const line of lines) {
    if (line === 'offhand serve &') {
      await product.serve();
      continue;
    }
    if (line.includes('desktop stop')) expect(await textsOf(desktopOf('demo'), calculator)).toContain('9');
    const words = line.split(' ').slice(1);
    const answer = await product.run(
      words.map((word) => shown.get(word) ?? word),
      { env: line.includes('desktop start') ? {} : env },
    );
    expect(answer, line).toMatchObject({ code: 0 });
    if (words[0] === 'list_windows') {
      const { windows } = JSON.parse(answer.stdout) as { windows: { pid: number; window_id: number; title: string }[] };
      const found = windows.find(({ title }) => title === 'Calculator');
      calculator = found?.pid ?? 0;
      shown.set('844', String(found?.pid)).set('10725', String(found?.window_id));
    }
    if (words[0] === 'get_window_state') shown.set('14', answer.stdout.match(/\[(\d+)\] "9"/)?.[1] ?? '');
  }
  expect(calculator).toBeGreaterThan(0);
});

test('the TypeScript program', { timeout: 120_000 }, async () => {
  const { env } = await product.startDesktop('typed');
  const program = snippet('ts', 'For TypeScript').replace("'offhand'", `'${pathToFileURL(join(root, 'dist/sdk/index.js')).href}'`);
  const { code } = await transform(program, { loader: 'ts', format: 'esm', target: 'node20' });
  const file = join(product.home, 'program.mjs');
  writeFileSync(file, code);
  const ran = await finish(process.execPath, [file], { env: { ...product.env, ...env, OFFHAND_DESKTOP: 'typed' } });
  expect(ran).toMatchObject({ code: 0, stdout: 'confirmed true\n' });
});
