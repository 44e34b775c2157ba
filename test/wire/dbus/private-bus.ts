// A message bus of the test's own, without any desktop.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Child, capture, type Env, startChild } from '../../support/parts/child.js';
import { makePrivateDirs, privateEnv } from '../../support/parts/private-env.js';
import { until } from '../../support/until.js';

export interface PrivateBus extends AsyncDisposable {
  readonly address: string;
  readonly daemon: Child;
  readonly env: Env;
  /** Runs a short command whose session bus is this one. */
  run(command: string, ...args: string[]): Promise<string>;
}

export async function startBus(): Promise<PrivateBus> {
  const dirs = makePrivateDirs();
  const address = `unix:path=${join(dirs.runtime, 'bus')}`;
  const env = { ...privateEnv(dirs), DBUS_SESSION_BUS_ADDRESS: address };
  const args = ['--session', '--nofork', '--nopidfile', '--address', address];
  const daemon = startChild('dbus-daemon', args, { env, logFile: join(dirs.logs, 'bus.log') });
  const run = (command: string, ...rest: string[]) => capture(command, rest, env);
  await until(() => run('dbus-send', '--session', '--print-reply', '--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.GetId'), {
    what: 'the bus answers',
  });
  return {
    address,
    daemon,
    env,
    run,
    async [Symbol.asyncDispose]() {
      await daemon.kill();
      rmSync(dirs.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}
