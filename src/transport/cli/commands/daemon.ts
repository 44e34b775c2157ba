import { readEnv } from '../../../config/env.js';
import { offhandPaths } from '../../../config/paths.js';
import { PauseFile } from '../../../config/pause-file.js';
import { DriverError } from '../../../errors/driver-error.js';
import { poll } from '../../../kit/poll.js';
import { isAlive } from '../../../kit/process-info.js';
import { DaemonClient } from '../../daemon/client.js';
import type { DaemonStatus } from '../../daemon/protocol.js';
import type { Command } from '../command.js';
import { paint } from '../terminal.js';

async function connected(): Promise<DaemonClient | undefined> {
  return DaemonClient.open(offhandPaths(readEnv()).socketFile);
}

/** The daemon is ours; this is the shape it answers with. */
const statusOf = async (client: DaemonClient): Promise<DaemonStatus> => (await client.request('status')) as DaemonStatus;

const UNTIL_RESUMED = 'Nothing acts until `offhand resume`.';

const pauseFile = (): PauseFile => new PauseFile(offhandPaths(readEnv()).pauseFile);

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
    const paused = pauseFile().reason();
    if (asJson)
      terminal.stdout(`${JSON.stringify({ running: found !== undefined, paused: paused !== undefined, ...found }, undefined, 2)}\n`);
    else if (!found) {
      const held = paused === undefined ? '' : `Paused: ${paused}. ${UNTIL_RESUMED}\n`;
      terminal.stdout(`No daemon runs; every call is its own process. Start one with \`offhand serve\`.\n${held}`);
    } else {
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
  help: '--all   also pause everything first: a running act stops at once, and nothing acts until `offhand resume`',
  local: true,
  async run({ argv, asJson, terminal }) {
    const isAll = argv.includes('--all');
    // Other processes act without the daemon: the pause is for them, too.
    if (isAll) pauseFile().pause('the person stopped everything');
    const client = await connected();
    if (!client) {
      terminal.stdout(asJson ? '{"stopped":false}\n' : `No daemon was running.${isAll ? ` ${UNTIL_RESUMED}` : ''}\n`);
      return 0;
    }
    const { pid } = await statusOf(client);
    await client.request('stop');
    const gone = await poll(() => !isAlive(pid), { timeoutMs: 10_000, intervalMs: 20 });
    client.close();
    if (!gone) throw new DriverError('timeout', `The daemon (pid ${pid}) did not stop within 10 s.`);
    terminal.stdout(asJson ? '{"stopped":true}\n' : `Stopped.${isAll ? ` ${UNTIL_RESUMED}` : ''}\n`);
    return 0;
  },
};

export const pause: Command = {
  name: 'pause',
  usage: 'pause',
  summary: 'Take the desktop back: nothing acts until resumed.',
  help: 'A running act stops at once; reading stays possible. Holds for every program of yours that uses Offhand, with or without the daemon.',
  local: true,
  async run({ asJson, terminal }) {
    pauseFile().pause('the person paused it');
    terminal.stdout(asJson ? '{"paused":true}\n' : `Paused. ${UNTIL_RESUMED}\n`);
    return 0;
  },
};

export const resume: Command = {
  name: 'resume',
  usage: 'resume',
  summary: 'Let agents act again.',
  help: 'Ends what `offhand pause` or `offhand stop --all` began.',
  local: true,
  async run({ asJson, terminal }) {
    pauseFile().resume();
    terminal.stdout(asJson ? '{"paused":false}\n' : 'Resumed.\n');
    return 0;
  },
};
