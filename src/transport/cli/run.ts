/** One command line, wherever it runs: in the caller's process or inside the daemon. */
import { DriverError } from '../../errors/driver-error.js';
import { toDriverError } from '../../errors/to-driver-error.js';
import { nearest } from '../../kit/nearest.js';
import { findTool, tools } from '../../tools/registry.js';
import type { Driver } from '../driver.js';
import type { Command } from './command.js';
import { printError } from './exit.js';
import { mainHelp } from './help.js';
import type { Terminal } from './terminal.js';
import { type NamedPlace, runTool } from './tool-command.js';

export interface CliHost {
  readonly version: string;
  readonly commands: readonly Command[];
  readonly terminal: Terminal;
  /** True inside the daemon: commands that need the caller's own process are handed back. */
  readonly remote: boolean;
  readonly session: string | undefined;
  readonly desktop: string | undefined;
  driver(identity: { session: string | undefined; desktop: string | undefined }): Promise<Driver>;
}

export type CliResult = { readonly exitCode: number } | { readonly runLocally: true };

export async function runCli(argv: readonly string[], host: CliHost): Promise<CliResult> {
  const { terminal, commands } = host;
  const asJson = beforeDashes(argv).includes('--json');
  try {
    const { words, named } = globalOptions(argv);
    const { session = host.session, desktop = host.desktop } = named;
    const [name, ...rest] = words;
    if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
      terminal.stdout(mainHelp(commands, terminal));
      return { exitCode: name === undefined ? 2 : 0 };
    }
    if (name === '--version' || name === '-V') {
      terminal.stdout(`${host.version}\n`);
      return { exitCode: 0 };
    }
    const driver = () => host.driver({ session, desktop });
    const command = commands.find((each) => each.name === name);
    if (command) {
      if (rest.includes('--help') || rest.includes('-h')) {
        terminal.stdout(`${command.summary}\n\nUsage: offhand ${command.usage}\n\n${command.help}\n`);
        return { exitCode: 0 };
      }
      if (command.local && host.remote) return { runLocally: true };
      return { exitCode: await command.run({ argv: rest, asJson, terminal, session, desktop, driver }) };
    }
    const tool = toolOrHint(name, commands);
    return { exitCode: await runTool(await driver(), tool, { argv: rest, asJson, terminal, named }) };
  } catch (error) {
    return { exitCode: printError(terminal, toDriverError(error), asJson) };
  }
}

function toolOrHint(name: string, commands: readonly Command[]) {
  if (tools.some((tool) => tool.name === name)) return findTool(name);
  const suggestions = nearest(name, [...tools.map((tool) => tool.name), ...commands.map((command) => command.name)]);
  const hint = suggestions.length > 0 ? ` Did you mean ${suggestions.join(' or ')}?` : '';
  throw new DriverError('unknown_tool', `There is no tool or command "${name.slice(0, 60)}".${hint}`, { suggestions });
}

/** What stands after `--` is meant for the tool as it is. */
function beforeDashes(argv: readonly string[]): readonly string[] {
  const at = argv.indexOf('--');
  return at < 0 ? argv : argv.slice(0, at);
}

/** Options every command line takes; they may stand anywhere. */
function globalOptions(argv: readonly string[]): { words: string[]; named: NamedPlace } {
  const words: string[] = [];
  const named: { session?: string; desktop?: string } = {};
  const options = beforeDashes(argv);
  const rest = [...options];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, name, inline] = /^--(session|desktop)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === 'session' || name === 'desktop') {
      const value = inline ?? rest.shift();
      if (!value) throw new DriverError('invalid_input', `--${name} needs a name.`);
      named[name] = value;
    } else if (word !== '--json') words.push(word);
  }
  return { words: [...words, ...argv.slice(options.length)], named };
}
