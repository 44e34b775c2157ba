import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { fillTables, skillTables } from '../../../src/agent/skill-tables.js';
import { commands } from '../../../src/bin/commands.js';
import { catalog } from '../../../src/errors/catalog.js';
import { findTool, tools, toolsIn } from '../../../src/tools/registry.js';
import { parseToolArguments } from '../../../src/transport/cli/flags.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const pages = await skillTables(root);
const written = Object.keys(pages).map((path) => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') }));

/** Lines of shell examples that call us, as words. */
function commandLines(text: string): string[][] {
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, body = '']) => body.split('\n'));
  return blocks
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line.startsWith('offhand '))
    .map((line) => [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, bare]) => single ?? double ?? bare ?? ''));
}

describe('the skill', () => {
  test('has its five pages and is short enough to be read whole', () => {
    expect(written.map(({ path }) => path.split('/').at(-1))).toEqual([
      'LINUX.md',
      'RECORDING.md',
      'SKILL.md',
      'TROUBLESHOOTING.md',
      'WEB_APPS.md',
    ]);
    expect(Buffer.byteLength(pages['skills/offhand/SKILL.md'] ?? '')).toBeLessThanOrEqual(6 * 1024);
  });

  test('begins with the name and description hosts look for', () => {
    expect(pages['skills/offhand/SKILL.md']).toMatch(/^---\nname: offhand\ndescription: .{80,1024}\n---\n/);
  });

  test('lists every tool of the core profile and every error', () => {
    for (const { name } of toolsIn('core')) expect(pages['skills/offhand/SKILL.md']).toContain(`| \`${name}\` |`);
    for (const code of Object.keys(catalog)) expect(pages['skills/offhand/TROUBLESHOOTING.md']).toContain(`| \`${code}\` |`);
  });

  test.each(written.flatMap(({ path, text }) => commandLines(text).map((words) => [path, words] as const)))(
    'shows in %s a command that exists: %j',
    (_path, [, name = '', ...rest]) => {
      const tool = tools.find((each) => each.name === name);
      if (!tool) return expect(commands.map((command) => command.name)).toContain(name);
      const argv = rest.filter((word) => word !== '&');
      expect(() => findTool(name).parse(parseToolArguments(findTool(name), argv))).not.toThrow();
    },
  );

  test('shows calls of computer_use that the tool takes', () => {
    const [, body = ''] = /```json\n([\s\S]*?)```/.exec(pages['skills/offhand/SKILL.md'] ?? '') ?? [];
    const calls = body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(calls.length).toBeGreaterThan(3);
    for (const call of calls) expect(() => findTool('computer_use').parse(call)).not.toThrow();
  });
});

test('a marker nobody fills stays as it is', () => {
  const page = '<!-- begin:unknown -->\nkept\n<!-- end:unknown -->';
  expect(fillTables(page)).toBe(page);
});
