import { z } from 'zod';
import { DriverError } from '../../../errors/driver-error.js';
import { findTool, profiles, toolsIn } from '../../../tools/registry.js';
import type { Command } from '../command.js';
import { toolHelp } from '../help.js';
import { paint } from '../terminal.js';

export const listTools: Command = {
  name: 'list-tools',
  usage: 'list-tools',
  summary: 'List every tool with one line each.',
  help: '--profile core   only the ones most agents need',
  local: false,
  async run({ argv, asJson, terminal }) {
    const at = argv.indexOf('--profile');
    const name = at < 0 ? 'full' : argv[at + 1];
    const profile = profiles.find((each) => each === name);
    if (!profile) throw new DriverError('invalid_input', `--profile takes ${profiles.join(' or ')}, not "${name}".`);
    const listed = toolsIn(profile);
    if (asJson) {
      terminal.stdout(
        `${JSON.stringify(
          listed.map((tool) => ({ name: tool.name, group: tool.group, effect: tool.effect, summary: tool.summary })),
          undefined,
          2,
        )}\n`,
      );
      return 0;
    }
    const width = Math.max(...listed.map((tool) => tool.name.length));
    terminal.stdout(listed.map((tool) => `${paint(terminal, 'bold', tool.name.padEnd(width))}  ${tool.summary}\n`).join(''));
    return 0;
  },
};

export const describeTool: Command = {
  name: 'describe',
  usage: 'describe <tool>',
  summary: 'Show a tool’s arguments; with --json its schemas.',
  help: 'offhand describe click --json',
  local: false,
  async run({ argv, asJson, terminal }) {
    const tool = findTool(argv[0] ?? '');
    if (!asJson) {
      terminal.stdout(toolHelp(tool, terminal));
      return 0;
    }
    const { name, group, effect, summary } = tool;
    const schemas = { input: z.toJSONSchema(tool.input, { io: 'input' }), output: z.toJSONSchema(tool.output, { io: 'output' }) };
    terminal.stdout(
      `${JSON.stringify({ name, group, effect, summary, destructive: tool.destructive ?? false, ...schemas }, undefined, 2)}\n`,
    );
    return 0;
  },
};
