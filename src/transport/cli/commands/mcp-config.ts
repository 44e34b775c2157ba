import { realpathSync } from 'node:fs';
import { DriverError } from '../../../errors/driver-error.js';
import { nearest } from '../../../kit/nearest.js';
import { profiles } from '../../../tools/registry.js';
import type { Command } from '../command.js';
import { paint } from '../terminal.js';
import { type ClientName, type ClientSetup, clientNames, clientSetup } from './mcp-clients.js';

const COMPAT = '--claude-code-computer-use-compat';

export const mcpConfig: Command = {
  name: 'mcp-config',
  usage: 'mcp-config --client <name>',
  summary: 'Print what to run or paste to use Offhand from an agent.',
  help: [
    `--client ${clientNames.join('|')}`,
    `--profile ${profiles.join('|')}   how many tools the client gets (default core)`,
    `${COMPAT}   see \`offhand mcp --help\``,
  ].join('\n'),
  local: true,
  async run({ argv, asJson, terminal }) {
    const client = clientOf(argv);
    const isCompat = argv.includes(COMPAT);
    const args = [ownPath(), 'mcp', ...profileOf(argv), ...(isCompat ? [COMPAT] : [])];
    const setup = clientSetup(client, { command: process.execPath, args }, isCompat ? 'offhand-computer-use' : 'offhand');
    if (asJson) terminal.stdout(`${JSON.stringify({ client, ...setup }, undefined, 2)}\n`);
    else terminal.stdout(readable(setup, (text) => paint(terminal, 'bold', text)));
    return 0;
  },
};

/** The file this process was started from; a link in a bin folder may be replaced by an upgrade of something else. */
const ownPath = (): string => realpathSync(process.argv[1] ?? '');

function clientOf(argv: readonly string[]): ClientName {
  const at = argv.indexOf('--client');
  const name = at < 0 ? (argv[0]?.startsWith('-') ? undefined : argv[0]) : argv[at + 1];
  const client = clientNames.find((each) => each === (name ?? 'generic'));
  if (client) return client;
  throw new DriverError('invalid_input', `mcp-config: "${name}" is not a client; there are ${clientNames.join(', ')}.`, {
    suggestions: nearest(name ?? '', clientNames),
  });
}

function profileOf(argv: readonly string[]): string[] {
  const at = argv.indexOf('--profile');
  if (at < 0) return [];
  const profile = profiles.find((each) => each === argv[at + 1]);
  if (profile !== undefined) return ['--profile', profile];
  throw new DriverError('invalid_input', `mcp-config: --profile takes ${profiles.join(', ')}; not "${argv[at + 1] ?? ''}".`);
}

function readable({ title, run, file, paste, note }: ClientSetup, heading: (text: string) => string): string {
  const lines = [heading(title)];
  if (run !== undefined) lines.push('', 'Run:', '', `  ${run}`);
  if (paste !== undefined) lines.push('', `${run === undefined ? 'Add' : 'Or add'} to ${file ?? 'its configuration'}:`, '', indent(paste));
  if (note !== undefined) lines.push('', note);
  return `${lines.join('\n')}\n`;
}

const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ');
