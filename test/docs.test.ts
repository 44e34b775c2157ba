import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { commands } from '../src/bin/commands.js';
import { parsePolicy } from '../src/policy/parse-policy.js';
import { tools } from '../src/tools/registry.js';
import { parseToolArguments } from '../src/transport/cli/flags.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (page: string): string => readFileSync(join(root, page), 'utf8');

/** Guides are written by hand; reference pages come from the program and need no such check. */
const guides = readdirSync(join(root, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`)
  .filter((page) => !read(page).startsWith('<!-- Generated'));
const pages = ['README.md', ...guides];

function blocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map((match) => match[1] ?? '');
}

/** The words of a line as a shell would split them, comments and pipes aside. */
function shellWords(line: string): string[] {
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|([^\s#|&]+)|([#|&])/g)];
  const end = words.findIndex((match) => match[4] !== undefined);
  return (end < 0 ? words : words.slice(0, end)).map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

const commandLines = pages.flatMap((page) =>
  blocks(read(page), 'sh')
    .flatMap((block) => block.split('\n'))
    .filter((line) => line.trim().startsWith('offhand '))
    .map((line) => [page, line.trim()] as const),
);

describe('commands shown in the guides', () => {
  test.each(commandLines)('%s: %s', (_page, line) => {
    const [, name = '', ...words] = shellWords(line);
    const tool = tools.find((each) => each.name === name);
    if (tool)
      expect(() =>
        tool.parse(
          parseToolArguments(
            tool,
            words.filter((word) => word !== '--json'),
          ),
        ),
      ).not.toThrow();
    else expect(commands.map((command) => command.name)).toContain(name);
  });
});

test.each(pages.flatMap((page) => blocks(read(page), 'toml').map((block) => [page, block] as const)))(
  'the policy shown in %s is valid',
  (_page, block) => {
    expect(parsePolicy(block)).toMatchObject({ ok: true });
  },
);

test('links between the pages lead somewhere', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
      .map((match) => join(root, page, '..', match[1] ?? ''))
      .filter((path) => {
        try {
          readFileSync(path);
          return false;
        } catch {
          return true;
        }
      }),
  );
  expect(broken).toEqual([]);
});

test('the README names the two commands that do everything', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test']));
  expect(read('README.md')).toMatch(/npm start[\s\S]*npm test/);
});
