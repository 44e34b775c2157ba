import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

interface Architecture {
  readonly layers: Record<string, string[]>;
  readonly packages: Record<string, string[]>;
  readonly owners: Record<string, string[]>;
  readonly sizes: { file: number; function: number; folder: number; tables: string[] };
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(root, 'src');
const rules: Architecture = JSON.parse(readFileSync(join(root, 'architecture.json'), 'utf8'));

function sourceFiles(folder = source): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? sourceFiles(join(folder, entry.name)) : entry.name.endsWith('.ts') ? [join(folder, entry.name)] : [],
  );
}

const files = sourceFiles().map((path) => ({ path: relative(source, path), text: readFileSync(path, 'utf8') }));

/** The most specific layer a file or import falls into. */
function layerOf(path: string): string {
  const fits = Object.keys(rules.layers).filter((layer) => path === layer || path.startsWith(`${layer}/`));
  return fits.sort((a, b) => b.length - a.length)[0] ?? `(no layer: ${path})`;
}

const isWithin = (path: string, owners: readonly string[]): boolean =>
  owners.some((owner) => path === owner || path.startsWith(`${owner}/`));

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from\s+|import\s*\(\s*|import\s+)'([^']+)'/g)].map((match) => match[1] ?? '');
}

/** Comments may speak of what code may not use. */
const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|[^:'"`])\/\/.*$/gm, '$1');

describe('layers point down only', () => {
  for (const { path, text } of files) {
    test(path, () => {
      const layer = layerOf(path);
      const allowed = rules.layers[layer] ?? [];
      const wrong = importsOf(withoutComments(text))
        .filter((name) => name.startsWith('.'))
        .map((name) => normalize(join(dirname(path), name)).replace(/\.js$/, '.ts'))
        .filter((target) => {
          const other = layerOf(target);
          return other !== layer && !allowed.includes('*') && !allowed.includes(other) && !isWithin(target, allowed);
        });
      expect(wrong, `${path} (${layer}) may import only: ${allowed.join(', ')}`).toEqual([]);
    });
  }
});

test('packages are imported only where they belong', () => {
  const wrong = files.flatMap(({ path, text }) =>
    importsOf(withoutComments(text))
      .filter((name) => !name.startsWith('.') && !name.startsWith('node:'))
      .map((name) => (name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : (name.split('/')[0] ?? name)))
      .filter((name) => !isWithin(path, rules.packages[name] ?? []))
      .map((name) => `${path} imports ${name}`),
  );
  expect(wrong).toEqual([]);
});

test('what has one owner is used nowhere else', () => {
  const wrong = Object.entries(rules.owners).flatMap(([words, owners]) => {
    const pattern = new RegExp(
      words
        .split('|')
        .map((word) => `(?<![\\w.])${word.replaceAll('.', '\\.')}`)
        .join('|'),
    );
    return files
      .filter(({ path, text }) => !isWithin(path, owners) && pattern.test(withoutComments(text)))
      .map(({ path }) => `${path} uses ${words}`);
  });
  expect(wrong).toEqual([]);
});

test('files stay small', () => {
  const large = files
    .filter(({ path }) => !rules.sizes.tables.includes(path))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length }))
    .filter(({ lines }) => lines > rules.sizes.file);
  expect(large).toEqual([]);
});

test('functions stay short', () => {
  const long = files
    .filter(({ path }) => !rules.sizes.tables.includes(path))
    .flatMap(({ path, text }) =>
      functionsOf(text)
        .filter(({ lines }) => lines > rules.sizes.function)
        .map(({ name, lines }) => `${path}: ${name} has ${lines} lines`),
    );
  expect(long).toEqual([]);
});

/** Named functions and methods by indentation: the formatter closes each at the column it began. */
function functionsOf(text: string): { name: string; lines: number }[] {
  const lines = text.split('\n');
  const found: { name: string; lines: number }[] = [];
  lines.forEach((line, index) => {
    const [, indent = '', name = ''] =
      /^(\s*)(?:export )?(?:async )?(?:function\*? |(?:static |private |#|async |get )*)(#?\w+)[^;=]*\) ?(?::[^=]*)?\{$/.exec(line) ?? [];
    if (name === '' || ['if', 'for', 'while', 'switch', 'catch', 'describe', 'test'].includes(name)) return;
    const end = lines.findIndex((other, at) => at > index && [`${indent}}`, `${indent}},`].includes(other));
    if (end > 0) found.push({ name, lines: end - index + 1 });
  });
  return found;
}

test('folders stay easy to survey', () => {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > rules.sizes.folder)).toEqual([]);
});

test('no file has a name that says nothing', () => {
  const banned = /(^|[-/])(utils?|helpers?|common|(?<!window-)manager|misc|base|impl)(\.|-|\/)/;
  expect(files.map(({ path }) => path).filter((path) => banned.test(path))).toEqual([]);
});

test('every listed table exists', () => {
  expect(rules.sizes.tables.filter((path) => !statSync(join(source, path), { throwIfNoEntry: false }))).toEqual([]);
});
