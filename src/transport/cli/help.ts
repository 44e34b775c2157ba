import type { AnyTool } from '../../tools/define.js';
import { toolsIn } from '../../tools/registry.js';
import type { Command } from './command.js';
import { flagsOf } from './flags.js';
import { paint, type Terminal } from './terminal.js';

export function toolHelp(tool: AnyTool, terminal: Terminal): string {
  const flags = flagsOf(tool);
  const width = Math.max(...flags.map(({ name }) => name.length)) + 4;
  const lines = flags.map((flag) => {
    const takes = flag.choices ? flag.choices.join('|') : flag.kind === 'boolean' ? '' : flag.kind;
    const needed = flag.required ? paint(terminal, 'yellow', ' required') : '';
    return `  ${`--${flag.name}`.padEnd(width)} ${flag.description}${takes ? paint(terminal, 'dim', ` (${takes})`) : ''}${needed}`;
  });
  const isList = (field: string) => flags.some((flag) => flag.field === field && flag.kind === 'list');
  const positional = (tool.cli.positional ?? []).map((field) => ` [${field}${isList(field) ? '…' : ''}]`).join('');
  return [
    tool.summary,
    '',
    `Usage: offhand ${tool.name}${positional} [options]`,
    `       offhand ${tool.name} '{"…": …}'     arguments as JSON, or on stdin with -`,
    '',
    ...lines,
    `  ${'--json'.padEnd(width)} Print the whole result as JSON.`,
    '',
    `Example: ${tool.cli.example}`,
    '',
  ].join('\n');
}

export function mainHelp(commands: readonly Command[], terminal: Terminal): string {
  const heading = (text: string) => paint(terminal, 'bold', text);
  const row = (name: string, text: string) => `  ${name.padEnd(24)} ${text}`;
  return [
    'Offhand gives an AI model its own hand on a real desktop, in the background.',
    '',
    heading('Start here'),
    row('offhand doctor', 'Prove that everything works on this desktop.'),
    row('offhand serve', 'Start the daemon, so that calls share one memory.'),
    row('offhand list_windows', 'See what is there; then get_window_state, click, type_text.'),
    '',
    heading('Tools') + paint(terminal, 'dim', '  offhand <tool> --help for arguments; offhand list-tools for all'),
    ...toolsIn('core').map((tool) => row(tool.name, tool.summary)),
    '',
    heading('Commands'),
    ...commands.filter(({ hidden }) => !hidden).map((command) => row(command.usage, command.summary)),
    '',
    heading('Everywhere'),
    row('--desktop NAME', 'Use a private desktop.'),
    row('--session NAME', 'Use a session of that name.'),
    row('--json', 'Structured output; errors on stdout too.'),
    row('--version, --help', ''),
    '',
    'Exit codes: 0 done · 1 failed · 2 wrong call · 3 refused · 4 environment',
    '',
  ].join('\n');
}
