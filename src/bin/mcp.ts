import { adoptDesktop } from '../config/env.js';
import { DriverError } from '../errors/driver-error.js';
import { toDriverError } from '../errors/to-driver-error.js';
import type { AnyTool } from '../tools/define.js';
import { groundingTools, type Profile, profiles, toolsIn } from '../tools/registry.js';
import type { Command, CommandContext } from '../transport/cli/command.js';
import type { Driver } from '../transport/driver.js';
import { structuredModes } from '../transport/mcp/client-traits.js';
import { serveMcpStdio } from '../transport/mcp/stdio.js';
import { openDriver } from './open-driver.js';
import { surviveFaults } from './survive-faults.js';
import { version } from './version.js';

export const mcp: Command = {
  name: 'mcp',
  usage: 'mcp [--profile core|full] [--no-daemon] [--no-overlay]',
  summary: 'Serve MCP on stdin and stdout; `offhand mcp-config` shows how to add it to a client.',
  help: [
    `--profile ${profiles.join('|')}      how many tools are offered (default core)`,
    '--no-daemon              an engine of its own even when a daemon runs',
    '--structured auto|always|never   structuredContent besides text; auto leaves it out for clients that would then hide the text',
    '--claude-code-computer-use-compat   `screenshot` takes exactly one window, so that its pixels are what clicks are given in',
    '--no-overlay             draw no cursor for this connection',
    '--session NAME           a session that outlives the connection (default: one of its own)',
    '--desktop NAME           a private desktop',
  ].join('\n'),
  local: true,
  async run(context) {
    const { argv, terminal } = context;
    adoptDesktop();
    surviveFaults(terminal.stderr);
    const stopped = new AbortController();
    const stop = () => stopped.abort();
    terminal.signal.addEventListener('abort', stop, { once: true });
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
    const profile = choice(argv, '--profile', profiles, 'core');
    const replacing = argv.includes('--claude-code-computer-use-compat') ? compatTools(profile) : undefined;
    const structured = choice(argv, '--structured', structuredModes, 'auto');
    const open = async (client: string) => {
      const driver = await openFor(context, client);
      if (argv.includes('--no-overlay')) await driver.call('set_config', { config: { overlay: false } }, {});
      return driver;
    };
    const streams = { input: process.stdin, output: process.stdout };
    await serveMcpStdio({ version, profile, structured, replacing, ...streams, signal: stopped.signal, open });
    return 0;
  },
};

async function openFor({ argv, session, desktop, terminal }: CommandContext, client: string): Promise<Driver> {
  const own = argv.includes('--no-daemon');
  const options = { client, session, desktop };
  try {
    return await openDriver({ ...options, daemon: own ? 'never' : 'auto' });
  } catch (error) {
    const { code, message, remedy } = toDriverError(error);
    if (code !== 'version_mismatch') throw error;
    terminal.stderr(`warning: ${message} ${remedy} Using an engine of its own meanwhile.\n`);
    return openDriver({ ...options, daemon: 'never' });
  }
}

function compatTools(profile: Profile): readonly AnyTool[] {
  if (toolsIn(profile).some(({ name }) => groundingTools.some((tool) => tool.name === name))) return groundingTools;
  throw new DriverError(
    'invalid_input',
    `--claude-code-computer-use-compat changes the tool screenshot, which --profile ${profile} lacks.`,
  );
}

function choice<const T extends string>(argv: readonly string[], name: string, choices: readonly T[], otherwise: T): T {
  const at = argv.indexOf(name);
  if (at < 0) return otherwise;
  const found = choices.find((each) => each === argv[at + 1]);
  if (found === undefined) throw new DriverError('invalid_input', `${name} takes ${choices.join(', ')}; not "${argv[at + 1] ?? ''}".`);
  return found;
}
