// Every command that docs/clients.md shows for a host is run in a fresh home, in the order shown.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, isInstalled, openHost, root } from './host.js';

const page = readFileSync(join(root, 'docs/clients.md'), 'utf8');
const sections = page.split(/^## /m).slice(1);
const lines = sections.flatMap((section) =>
  [...section.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block
      .trim()
      .split('\n')
      .map((line) => [section.split('\n', 1)[0] ?? '', line] as const),
  ),
);
/** What it takes to run for good, or a package that is not published from here. */
const isLeftOut = (line: string): boolean => /^(offhand (serve|agent)|pi install) /.test(line);

describe.skipIf(!isInstalled('claude'))('docs/clients.md', () => {
  let host: Host;

  beforeAll(async () => {
    host = await openHost('For the guide');
  });
  afterAll(() => host?.[Symbol.asyncDispose]());

  test.each(lines.filter(([, line]) => !isLeftOut(line)))('%s: %s', async (_section, line) => {
    expect(await host.run('sh', ['-c', line])).toMatchObject({ code: 0 });
  });

  test('what was added by them is connected', async () => {
    const { stdout } = await host.run('claude', ['mcp', 'list']);
    expect(stdout).toMatch(/^offhand: .*Connected$/m);
    expect(stdout).toMatch(/^offhand-computer-use: .*Connected$/m);
  });
});
