import { readEnv } from '../../../config/env.js';
import { offhandPaths } from '../../../config/paths.js';
import { DriverError } from '../../../errors/driver-error.js';
import { poll } from '../../../kit/poll.js';
import { isAlive } from '../../../kit/process-info.js';
import { DaemonClient } from '../../daemon/client.js';
import type { DaemonStatus } from '../../daemon/protocol.js';
import type { Command, CommandContext } from '../command.js';
import { paint } from '../terminal.js';

async function connected(): Promise<DaemonClient | undefined> {
  return DaemonClient.open(offhandPaths(readEnv()).socketFile);
}

/** The daemon is ours; this is the shape it answers with. */
const statusOf = async (client: DaemonClient): Promise<DaemonStatus> => (await client.request('status')) as DaemonStatus;

export const status: Command = {
  name: 'status',
  usage: 'status',
  summary: 'Say whether a daemon runs and what it does.',
  help: 'Calls go through the daemon when one runs; without one each call is its own process.',
  local: false,
  async run({ asJson, terminal }) {
    const client = await connected();
    const found = client && (await statusOf(client));
    client?.close();
    if (asJson) terminal.stdout(`${JSON.stringify({ running: found !== undefined, ...found }, undefined, 2)}\n`);
    else if (!found) terminal.stdout('No daemon runs; every call is its own process. Start one with `offhand serve`.\n');
    else {
      terminal.stdout(
        `${paint(terminal, 'green', 'running')} ${found.version}, pid ${found.pid}, ${found.sessions} sessions, ${found.rss_mb} MB, up ${found.uptime_s} s${found.paused ? ', PAUSED' : ''}\n`,
      );
      terminal.stdout(`calls of this command go through ${found.socket}\n`);
      if (found.http) terminal.stdout(`MCP over HTTP at ${found.http}\n`);
    }
    return 0;
  },
};

export const stop: Command = {
  name: 'stop',
  usage: 'stop [--all]',
  summary: 'Stop the daemon; sessions end and everything held is released.',
  help: '--all   also pause first, so that a running act stops at once',
  local: true,
  async run({ argv, asJson, terminal }) {
    const client = await connected();
    if (!client) {
      terminal.stdout(asJson ? '{"stopped":false}\n' : 'No daemon was running.\n');
      return 0;
    }
    const { pid } = await statusOf(client);
    if (argv.includes('--all')) await client.request('pause', { reason: 'stopped by the person' });
    await client.request('stop');
    const gone = await poll(() => !isAlive(pid), { timeoutMs: 10_000, intervalMs: 20 });
    client.close();
    if (!gone) throw new DriverError('timeout', `The daemon (pid ${pid}) did not stop within 10 s.`);
    terminal.stdout(asJson ? '{"stopped":true}\n' : 'Stopped.\n');
    return 0;
  },
};

async function lease({ asJson, terminal }: CommandContext, method: 'pause' | 'resume'): Promise<number> {
  const client = await connected();
  if (!client) throw new DriverError('daemon_unavailable', 'No daemon runs, so nothing acts.');
  await client.request(method, method === 'pause' ? { reason: 'the person paused it' } : {});
  client.close();
  terminal.stdout(
    asJson ? `{"paused":${method === 'pause'}}\n` : method === 'pause' ? 'Paused: nothing acts until `offhand resume`.\n' : 'Resumed.\n',
  );
  return 0;
}

export const pause: Command = {
  name: 'pause',
  usage: 'pause',
  summary: 'Take the desktop back: nothing acts until resumed.',
  help: 'A running act stops at once; reading stays possible.',
  local: false,
  run: (context) => lease(context, 'pause'),
};

export const resume: Command = {
  name: 'resume',
  usage: 'resume',
  summary: 'Let agents act again.',
  help: '',
  local: false,
  run: (context) => lease(context, 'resume'),
};
