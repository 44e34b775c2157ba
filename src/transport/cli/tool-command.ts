import { DriverError } from '../../errors/driver-error.js';
import type { AnyTool } from '../../tools/define.js';
import { absolutePaths } from '../absolute-paths.js';
import type { Driver } from '../driver.js';
import type { CommandContext } from './command.js';
import { parseToolArguments } from './flags.js';
import { toolHelp } from './help.js';
import { printResult } from './print.js';
import type { Terminal } from './terminal.js';

/** What `--session` and `--desktop` of this command line say; they win over what a session remembers. */
export interface NamedPlace {
  readonly session?: string;
  readonly desktop?: string;
}

interface ToolLine extends Pick<CommandContext, 'argv' | 'asJson' | 'terminal'> {
  readonly named: NamedPlace;
}

/** `offhand <tool> …`: arguments from flags, JSON or stdin; the result on stdout. */
export async function runTool(driver: Driver, tool: AnyTool, { argv, asJson, terminal, named }: ToolLine): Promise<number> {
  const dashes = argv.indexOf('--');
  const options = dashes < 0 ? argv : argv.slice(0, dashes);
  if (options.includes('--help') || options.includes('-h')) {
    terminal.stdout(toolHelp(tool, terminal));
    return 0;
  }
  const readsStdin = options.includes('-') || (argv.length === 0 && needsArguments(tool));
  const input = readsStdin ? await fromStdin(tool, argv, terminal) : parseToolArguments(tool, argv);
  const output = await driver.call(tool.name, absolutePaths({ ...named, ...input }, terminal.cwd), {
    signal: terminal.signal,
    approver: terminal.approver,
    onProgress: (message) => {
      if (terminal.isTty && !asJson) terminal.stderr(`… ${message}\n`);
    },
  });
  await printResult(terminal, output, asJson);
  return 0;
}

/** Only where a call without arguments makes no sense is stdin read unasked: whoever starts us may leave it open for ever. */
function needsArguments(tool: AnyTool): boolean {
  return tool.effect === 'act' || !tool.input.safeParse({}).success;
}

async function fromStdin(tool: AnyTool, words: readonly string[], terminal: Terminal): Promise<Record<string, unknown>> {
  const text = (await terminal.stdin()).trim();
  const flags = parseToolArguments(
    tool,
    words.filter((word) => word !== '-'),
  );
  if (text === '') return flags;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new DriverError(
      'invalid_input',
      `${tool.name}: stdin is not JSON: ${cause instanceof Error ? cause.message : cause}`,
      undefined,
      { cause },
    );
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new DriverError('invalid_input', `${tool.name}: stdin must hold one JSON object.`);
  return { ...parsed, ...flags };
}
