import { DriverError } from '../../errors/driver-error.js';
import { withTimeout } from '../../kit/clock.js';
import { DaemonClient } from './client.js';

const HELLO_TIMEOUT_MS = 5000;

/** A connection to a daemon of the same version; undefined when none listens. */
export async function openDaemon(socketFile: string, version: string): Promise<DaemonClient | undefined> {
  const client = await DaemonClient.open(socketFile);
  if (!client) return undefined;
  try {
    // The daemon is ours; this is the shape it answers with.
    const hello = (await withTimeout(client.request('hello', { version }), HELLO_TIMEOUT_MS, 'the daemon')) as { version: string };
    if (hello.version === version) return client;
    throw new DriverError('version_mismatch', `The daemon is ${hello.version}, this is ${version}.`, {
      daemon: hello.version,
      client: version,
    });
  } catch (error) {
    client.close();
    throw error;
  }
}
