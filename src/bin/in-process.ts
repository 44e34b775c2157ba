/** Runs a command line with an engine of this process, made only if the command needs one. */
import { readEnv } from '../config/env.js';
import { offhandPaths } from '../config/paths.js';
import { terminalApprover } from '../transport/cli/ask-person.js';
import { runCli } from '../transport/cli/run.js';
import type { Terminal } from '../transport/cli/terminal.js';
import { DaemonClient } from '../transport/daemon/client.js';
import { daemonDriver } from '../transport/daemon/driver.js';
import { type Driver, localDriver } from '../transport/driver.js';
import { commands } from './commands.js';
import { createEngine, type RunningEngine } from './create-engine.js';
import { version } from './version.js';

export async function runInProcess(argv: readonly string[]): Promise<number> {
  const env = readEnv();
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  let engine: RunningEngine | undefined;
  const opened: Driver[] = [];
  try {
    const result = await runCli(argv, {
      version,
      commands,
      terminal: processTerminal(interrupted.signal),
      remote: false,
      session: env.session,
      desktop: env.desktop,
      driver: async (identity) => {
        const caller = { client: 'cli', ...identity };
        const client = await DaemonClient.open(offhandPaths(env).socketFile);
        engine ??= client ? undefined : createEngine();
        const driver = client ? daemonDriver(client, caller) : localDriver(engine ?? createEngine(), caller);
        opened.push(driver);
        return driver;
      },
    });
    return 'exitCode' in result ? result.exitCode : 1;
  } finally {
    for (const driver of opened) await driver.close();
    await engine?.[Symbol.asyncDispose]();
  }
}

export function processTerminal(signal: AbortSignal): Terminal {
  const { noColor, forceColor } = readEnv();
  return {
    isTty: process.stdout.isTTY === true,
    columns: process.stdout.columns ?? 80,
    color: forceColor || (process.stdout.isTTY === true && !noColor),
    cwd: process.cwd(),
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    stdin: async () => {
      if (process.stdin.isTTY) return '';
      const chunks: Buffer[] = [];
      for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
      return Buffer.concat(chunks).toString('utf8');
    },
    signal,
    approver: terminalApprover({ input: process.stdin, output: process.stderr, color: forceColor || !noColor }),
  };
}
