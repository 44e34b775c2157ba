/**
 * The command: a thin client of the daemon when one runs, the whole program in this process otherwise. Most of a short call is
 * Node's own start, so nothing is loaded or opened that the call may not need, standard streams included.
 */
import { isatty } from 'node:tty';
import { readEnv } from '../config/env.js';
import { offhandPaths } from '../config/paths.js';
import { exitCodeOf } from '../errors/catalog.js';
import { DriverError } from '../errors/driver-error.js';
import { DaemonClient } from '../transport/daemon/client.js';
import type { CliOutcome } from '../transport/daemon/protocol.js';
import { exitNow, writeNow } from '../transport/write-now.js';

declare const OFFHAND_VERSION: string;

async function main(argv: readonly string[]): Promise<void> {
  if (argv[0] === '--version' || argv[0] === '-V') {
    return writeNow(1, `${OFFHAND_VERSION}\n`);
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
      onStdout: (text) => writeNow(1, text),
      onStderr: (text) => writeNow(2, text),
      signal: interrupted.signal,
      approver: await approver(!env.noColor),
    });
    // The daemon is ours; these are the shapes it answers with.
    const { version } = (await hello) as { version: string };
    if (version !== OFFHAND_VERSION) {
      writeNow(2, `warning: the daemon is ${version}, this command is ${OFFHAND_VERSION}; restart it: offhand stop && offhand serve\n`);
    }
    const result = (await outcome) as CliOutcome;
    client.close();
    if ('runLocally' in result) return runHere(argv);
    exitNow(result.exitCode);
  } catch (error) {
    const failure = error instanceof DriverError ? error : new DriverError('internal', String(error));
    if (argv.includes('--json')) writeNow(1, `${JSON.stringify({ error: failure.toShape() }, undefined, 2)}\n`);
    else writeNow(2, `error ${failure.code}: ${failure.message}\n  try: ${failure.remedy}\n`);
    client.close();
    exitNow(exitCodeOf(failure.code));
  }
}

const isTerminal = { input: isatty(0), output: isatty(1), errors: isatty(2) } as const;

/** Only a person at a terminal can be asked. */
async function approver(color: boolean) {
  if (!isTerminal.input || !isTerminal.errors) return undefined;
  const { terminalApprover } = await import('../transport/cli/ask-person.js');
  return terminalApprover({ input: process.stdin, output: process.stderr, color });
}

function cliRequest(argv: readonly string[], env: ReturnType<typeof readEnv>) {
  return {
    argv,
    cwd: process.cwd(),
    terminal: {
      isTty: isTerminal.output,
      columns: isTerminal.output ? process.stdout.columns : 80,
      color: isTerminal.output && !env.noColor,
      asks: isTerminal.input && isTerminal.errors,
    },
    client: 'cli',
    ...(env.session === undefined ? {} : { session: env.session }),
    ...(env.desktop === undefined ? {} : { desktop: env.desktop }),
  };
}

async function readStdin(): Promise<string> {
  if (isTerminal.input) return '';
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

async function runHere(argv: readonly string[]): Promise<void> {
  // `offhand list-tools | head`: whoever read our output has seen enough.
  process.stdout.on('error', () => process.exit());
  const { runInProcess } = await import('./in-process.js');
  process.exitCode = await runInProcess(argv);
}

void main(process.argv.slice(2));
