/** The command: a thin client of the daemon when one runs, the whole program in this process otherwise. */
import { readEnv } from '../config/env.js';
import { offhandPaths } from '../config/paths.js';
import { exitCodeOf } from '../errors/catalog.js';
import { DriverError } from '../errors/driver-error.js';
import { terminalApprover } from '../transport/cli/ask-person.js';
import { DaemonClient } from '../transport/daemon/client.js';
import type { CliOutcome } from '../transport/daemon/protocol.js';

declare const OFFHAND_VERSION: string;

async function main(argv: readonly string[]): Promise<void> {
  if (argv[0] === '--version' || argv[0] === '-V') {
    process.stdout.write(`${OFFHAND_VERSION}\n`);
    return;
  }
  const env = readEnv();
  const client = argv.length > 0 ? await DaemonClient.open(offhandPaths(env).socketFile) : undefined;
  if (!client) return runHere(argv);
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  try {
    const hello = client.request('hello', { version: OFFHAND_VERSION });
    const outcome = client.request('cli', cliRequest(argv, env), {
      stdin: readStdin,
      onStdout: (text) => process.stdout.write(text),
      onStderr: (text) => process.stderr.write(text),
      signal: interrupted.signal,
      approver: terminalApprover({ input: process.stdin, output: process.stderr, color: !env.noColor }),
    });
    // The daemon is ours; these are the shapes it answers with.
    const { version } = (await hello) as { version: string };
    if (version !== OFFHAND_VERSION) {
      process.stderr.write(
        `warning: the daemon is ${version}, this command is ${OFFHAND_VERSION}; restart it: offhand stop && offhand serve\n`,
      );
    }
    const result = (await outcome) as CliOutcome;
    client.close();
    if ('runLocally' in result) return runHere(argv);
    process.exitCode = result.exitCode;
  } catch (error) {
    const failure = error instanceof DriverError ? error : new DriverError('internal', String(error));
    if (argv.includes('--json')) process.stdout.write(`${JSON.stringify({ error: failure.toShape() }, undefined, 2)}\n`);
    else process.stderr.write(`error ${failure.code}: ${failure.message}\n  try: ${failure.remedy}\n`);
    process.exitCode = exitCodeOf(failure.code);
    client.close();
  }
}

function cliRequest(argv: readonly string[], env: ReturnType<typeof readEnv>) {
  return {
    argv,
    cwd: process.cwd(),
    terminal: {
      isTty: process.stdout.isTTY === true,
      columns: process.stdout.columns ?? 80,
      color: process.stdout.isTTY === true && !env.noColor,
      asks: process.stdin.isTTY === true && process.stderr.isTTY === true,
    },
    client: 'cli',
    ...(env.session === undefined ? {} : { session: env.session }),
    ...(env.desktop === undefined ? {} : { desktop: env.desktop }),
  };
}

async function readStdin(): Promise<string> {
  if (process.stdin.isTTY) return '';
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

async function runHere(argv: readonly string[]): Promise<void> {
  const { runInProcess } = await import('./in-process.js');
  process.exitCode = await runInProcess(argv);
}

// `offhand list-tools | head`: whoever read our output has seen enough.
process.stdout.on('error', () => process.exit());
void main(process.argv.slice(2));
