// The engine of a test behind its daemon socket, as separate clients reach it.
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from '../../../src/bin/commands.js';
import type { RunningEngine } from '../../../src/bin/create-engine.js';
import { runCli } from '../../../src/transport/cli/run.js';
import type { Terminal } from '../../../src/transport/cli/terminal.js';
import { DaemonClient } from '../../../src/transport/daemon/client.js';
import { DaemonServer } from '../../../src/transport/daemon/server.js';
import { localDriver } from '../../../src/transport/driver.js';

export interface Served extends AsyncDisposable {
  connect(): Promise<DaemonClient>;
  close(): Promise<void>;
}

export async function serve(engine: RunningEngine): Promise<Served> {
  const socketFile = join(tmpdir(), `oht-${randomBytes(6).toString('hex')}.sock`);
  const server = new DaemonServer({
    engine,
    socketFile,
    onStop: () => {},
    status: () => ({}),
    runCli: ({ argv, cwd, terminal, client, session, desktop }, sink) =>
      runCli(argv, {
        version: engine.version,
        commands,
        remote: true,
        session,
        desktop,
        terminal: { ...terminal, cwd, ...sink },
        driver: async (identity) => localDriver(engine, { client, ...identity }),
      }),
  });
  await server.listen();
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= server.close();
    return closed;
  };
  return {
    async connect() {
      const client = await DaemonClient.open(socketFile);
      if (!client) throw new Error('the daemon does not listen');
      return client;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

export interface Captured extends Terminal {
  readonly out: string[];
  readonly err: string[];
}

export function captured(approver?: Terminal['approver']): Captured {
  const out: string[] = [];
  const err: string[] = [];
  return {
    out,
    err,
    isTty: false,
    columns: 80,
    color: false,
    cwd: tmpdir(),
    stdout: (text) => void out.push(text),
    stderr: (text) => void err.push(text),
    stdin: async () => '',
    signal: new AbortController().signal,
    approver,
  };
}
