/** Puts the skill where an agent host finds it. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEnv } from '../../../config/env.js';
import { DriverError } from '../../../errors/driver-error.js';
import { writeFileAtomic } from '../../../kit/files.js';
import { nearest } from '../../../kit/nearest.js';
import type { Command, CommandContext } from '../command.js';

/** Where each host keeps its skills, below the home folder. The first part exists once the host was used. */
const skillFolders = {
  'claude-code': ['.claude', 'skills'],
  codex: ['.codex', 'skills'],
  gemini: ['.gemini', 'skills'],
  opencode: ['.config/opencode', 'skills'],
  pi: ['.pi/agent', 'skills'],
  agents: ['.agents', 'skills'],
} as const satisfies Record<string, readonly [string, string]>;

type SkillClient = keyof typeof skillFolders;
const clients = Object.keys(skillFolders).filter((name): name is SkillClient => Object.hasOwn(skillFolders, name));

export const skill: Command = {
  name: 'skill',
  usage: 'skill install|path',
  summary: 'Teach an agent to use Offhand: install its skill, or say where it is.',
  help: [
    'skill install                   for every agent host found in the home folder',
    `skill install --client NAME     ${clients.join('|')}`,
    'skill install --dir DIR         into DIR/offhand',
    'skill path                      where the skill is in this package',
  ].join('\n'),
  local: true,
  async run(context) {
    const [verb, ...rest] = context.argv;
    if (verb === 'path') return printPath(context);
    if (verb === 'install') return install(context, rest);
    throw new DriverError('invalid_input', `skill: "${verb ?? ''}" is neither install nor path.`);
  },
};

function printPath({ terminal, asJson }: CommandContext): number {
  const path = skillPath();
  terminal.stdout(asJson ? `${JSON.stringify({ path })}\n` : `${path}\n`);
  return 0;
}

async function install({ terminal, asJson }: CommandContext, argv: readonly string[]): Promise<number> {
  const targets = targetsOf(argv, terminal.cwd);
  const source = skillPath();
  const names = (await readdir(source)).filter((name) => name.endsWith('.md'));
  for (const target of targets) {
    await refuseForeign(target);
    for (const name of names) await write(join(target, name), await readFile(join(source, name)));
  }
  terminal.stdout(
    asJson ? `${JSON.stringify({ installed: targets, files: names })}\n` : targets.map((target) => `Installed in ${target}\n`).join(''),
  );
  return 0;
}

function targetsOf(argv: readonly string[], cwd: string): string[] {
  const directory = optionOf(argv, '--dir');
  const client = optionOf(argv, '--client');
  if (directory !== undefined) return [join(resolve(cwd, directory), 'offhand')];
  const { home } = readEnv();
  const folderOf = (name: SkillClient) => join(home, ...skillFolders[name], 'offhand');
  if (client !== undefined) return [folderOf(clientOf(client))];
  const found = clients.filter((name) => existsSync(join(home, skillFolders[name][0])));
  if (found.length > 0) return found.map(folderOf);
  throw new DriverError('invalid_input', `skill install: no agent host was found in ${home}. Pass --client or --dir.`, {
    expected: clients,
  });
}

function optionOf(argv: readonly string[], name: string): string | undefined {
  const at = argv.indexOf(name);
  if (at < 0) return undefined;
  const value = argv[at + 1];
  if (value === undefined) throw new DriverError('invalid_input', `skill: ${name} needs a value.`);
  return value;
}

function clientOf(name: string): SkillClient {
  const client = clients.find((each) => each === name || (name === 'claude' && each === 'claude-code'));
  if (client) return client;
  throw new DriverError('invalid_input', `skill: "${name}" is not a client; there are ${clients.join(', ')}.`, {
    suggestions: nearest(name, clients),
  });
}

/** A folder of that name that is not ours stays as it is. */
async function refuseForeign(target: string): Promise<void> {
  const present = existsSync(target) ? await readFile(join(target, 'SKILL.md'), 'utf8').catch(() => '') : undefined;
  if (present === undefined || /^name: offhand$/m.test(present)) return;
  throw new DriverError('output_unwritable', `${target} holds something else; it is left alone.`, { path: target });
}

async function write(path: string, contents: Uint8Array): Promise<void> {
  try {
    await writeFileAtomic(path, contents, 0o644);
  } catch (cause) {
    throw new DriverError('output_unwritable', cause instanceof Error ? cause.message : String(cause), { path }, { cause });
  }
}

/** Beside the program, however it was bundled: some folders up. */
function skillPath(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const path = join(folder, 'skills', 'offhand');
    if (existsSync(join(path, 'SKILL.md'))) return path;
    if (folder === dirname(folder)) throw new DriverError('internal', 'The skill is missing from this installation.');
  }
}
