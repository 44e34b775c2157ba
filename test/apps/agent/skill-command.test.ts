import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { offhand } from './run-agent.js';

const pages = ['LINUX.md', 'RECORDING.md', 'SKILL.md', 'TROUBLESHOOTING.md', 'WEB_APPS.md'];
let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'oh-skill-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const skill = (...args: string[]) => offhand(['skill', ...args], { home });

test('says where the skill is', async () => {
  const { stdout } = await skill('path');
  expect(readdirSync(stdout.trim()).sort()).toEqual(pages);
});

test('installs it for a named host, again and again', async () => {
  await skill('install', '--client', 'pi');
  const again = await skill('install', '--client', 'pi');
  const folder = join(home, '.pi/agent/skills/offhand');
  expect(again.stdout).toBe(`Installed in ${folder}\n`);
  expect(readdirSync(folder).sort()).toEqual(pages);
});

test('installs it for every host that was used here', async () => {
  mkdirSync(join(home, '.claude'));
  mkdirSync(join(home, '.codex'));
  const { stdout } = await skill('install', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ installed: [join(home, '.claude/skills/offhand'), join(home, '.codex/skills/offhand')] });
  expect(readFileSync(join(home, '.codex/skills/offhand/SKILL.md'), 'utf8')).toContain('name: offhand');
});

test('installs it into any folder', async () => {
  await skill('install', '--dir', join(home, 'skills here'));
  expect(readdirSync(join(home, 'skills here/offhand')).sort()).toEqual(pages);
});

test('leaves something else of that name alone', async () => {
  mkdirSync(join(home, 'mine/offhand'), { recursive: true });
  writeFileSync(join(home, 'mine/offhand/SKILL.md'), '---\nname: something-else\n---\n');
  const { stderr, exitCode } = await skill('install', '--dir', join(home, 'mine'));
  expect(stderr).toContain('output_unwritable');
  expect(exitCode).toBe(2);
  expect(readdirSync(join(home, 'mine/offhand'))).toEqual(['SKILL.md']);
});

test.each([
  [['install'], '--client or --dir'],
  [['install', '--client', 'cluade'], 'is not a client'],
  [['install', '--dir'], 'needs a value'],
  [['remove'], 'neither install nor path'],
])('refuses %j and says what there is', async (args, hint) => {
  const { stderr, exitCode } = await skill(...args);
  expect(stderr).toContain(hint);
  expect(exitCode).toBe(2);
});
