/** Composition root for programs that drive: the daemon's engine when it runs, else one of this process. */
import { readEnv } from '../config/env.js';
import { offhandPaths } from '../config/paths.js';
import { DriverError } from '../errors/driver-error.js';
import { daemonDriver } from '../transport/daemon/driver.js';
import { openDaemon } from '../transport/daemon/open.js';
import { type Driver, localDriver } from '../transport/driver.js';
import { createEngine } from './create-engine.js';
import { version } from './version.js';

export type DaemonUse = 'auto' | 'never' | 'require';

export interface OpenDriverOptions {
  readonly daemon: DaemonUse;
  /** Who calls, as sessions and recordings show it. */
  readonly client: string;
  /** Without a name a session is made for this driver and ends with it. */
  readonly session?: string | undefined;
  readonly desktop?: string | undefined;
}

const MAX_CLIENT_LENGTH = 100;

export async function openDriver(options: OpenDriverOptions): Promise<Driver> {
  const env = readEnv();
  const client = options.client.slice(0, MAX_CLIENT_LENGTH);
  const named = options.session ?? env.session;
  const desktop = options.desktop ?? env.desktop;
  const place = desktop === undefined ? {} : { desktop };
  const { socketFile } = offhandPaths(env);
  const daemon = options.daemon === 'never' ? undefined : await openDaemon(socketFile, version);
  if (daemon) {
    // The daemon is ours; this is the shape it answers with.
    const session = named ?? ((await daemon.request('mint_session', { client, ...place })) as { session: string }).session;
    return daemonDriver(daemon, { client, session, ...place });
  }
  if (options.daemon === 'require') throw new DriverError('daemon_unavailable', `No daemon listens on ${socketFile}.`);
  const engine = createEngine();
  const session = named ?? engine.sessions.mint(client, desktop).id;
  return localDriver(engine, { client, session, ...place }, async () => engine[Symbol.asyncDispose]());
}
