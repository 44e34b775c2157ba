import { DriverError } from '../errors/driver-error.js';
import { deferred } from '../kit/deferred.js';
import type { Command } from '../transport/cli/command.js';
import { CommandLines, MAX_LINE_LENGTH } from '../transport/stream/command-lines.js';
import { StreamHost } from '../transport/stream/stream-host.js';
import { openDriver } from './open-driver.js';
import { surviveFaults } from './survive-faults.js';
import { version } from './version.js';

export const stream: Command = {
  name: 'stream',
  usage: 'stream [--no-daemon]',
  summary: 'Speak JSON lines with a host: calls and approvals in, results and events out.',
  help: [
    'in   {"type":"call","id":"1","tool":"cua","input":{"op":{"kind":"frontmost_app"}}}',
    '     {"type":"cancel","id":"1"}',
    '     {"type":"approval_resume","resume_token":"apr-…","approved":true,"modifications":{"verdict":"once"}}',
    'out  ready, result, progress, error, call_started, call_finished, cua_event, cua_policy_denied, approval_required, approval_resume',
    '',
    '--no-daemon      an engine of its own even when a daemon runs',
    '--session NAME   a session that outlives the stream (default: one of its own)',
    '--desktop NAME   a private desktop',
  ].join('\n'),
  local: true,
  async run({ argv, session, desktop, terminal }) {
    surviveFaults(terminal.stderr);
    await using driver = await openDriver({ daemon: argv.includes('--no-daemon') ? 'never' : 'auto', client: 'stream', session, desktop });
    const write = (message: unknown) => terminal.stdout(`${JSON.stringify(message)}\n`);
    const host = new StreamHost({ driver, version, session: driver.session, write });
    await host.start();
    const tooLong = () => host.refuse(new DriverError('invalid_input', `A line is longer than ${MAX_LINE_LENGTH} characters.`));
    const lines = new CommandLines((line) => host.receive(line), tooLong);
    const ended = deferred<void>();
    const stop = () => {
      host.cancelAll();
      ended.resolve();
    };
    terminal.signal.addEventListener('abort', stop, { once: true });
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
    process.stdin.on('data', (chunk: Buffer) => lines.push(chunk)).once('error', stop);
    process.stdin.once('end', () => {
      lines.end();
      ended.resolve();
    });
    await ended.promise;
    process.stdin.destroy();
    await host.finish();
    return 0;
  },
};
