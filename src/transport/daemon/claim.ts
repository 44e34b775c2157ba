/** One daemon per home: a living one is an error, what a dead one left is taken over. */
import { open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DriverError } from '../../errors/driver-error.js';
import { ensurePrivateDir, errnoOf } from '../../kit/files.js';
import { isAlive, processInfo } from '../../kit/process-info.js';
import { DaemonClient } from './client.js';

/** Unix sockets have short paths. */
const MAX_SOCKET_PATH = 107;
const MAX_TRIES = 3;

/** Makes the socket's path free and ours; the result gives it up again. */
export async function claimSocket(socketFile: string): Promise<() => Promise<void>> {
  if (Buffer.byteLength(socketFile) > MAX_SOCKET_PATH) {
    throw new DriverError('home_unusable', `${socketFile} is too long for a socket; set OFFHAND_HOME to a shorter folder.`);
  }
  const lockFile = `${socketFile}.lock`;
  try {
    await ensurePrivateDir(dirname(socketFile));
    if (!(await takeLock(lockFile)) || (await isAnswered(socketFile))) {
      throw new DriverError('daemon_running', `A daemon already listens on ${socketFile}.`);
    }
    await rm(socketFile, { force: true });
  } catch (cause) {
    if (cause instanceof DriverError) throw cause;
    throw new DriverError(
      'home_unusable',
      `${dirname(socketFile)} cannot be used: ${cause instanceof Error ? cause.message : cause}.`,
      undefined,
      { cause },
    );
  }
  return () => rm(lockFile, { force: true });
}

async function isAnswered(socketFile: string): Promise<boolean> {
  const client = await DaemonClient.open(socketFile);
  client?.close();
  return client !== undefined;
}

/** False when a living process holds the lock. */
async function takeLock(lockFile: string): Promise<boolean> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    try {
      const file = await open(lockFile, 'wx', 0o600);
      await file.writeFile(`${process.pid} ${processInfo(process.pid)?.starttime ?? 0}\n`);
      await file.close();
      return true;
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
    }
    const [pid = 0, starttime = 0] = (await readFile(lockFile, 'utf8').catch(() => '')).split(' ').map(Number); // gone meanwhile
    if (pid > 0 && isAlive(pid, starttime)) return false;
    await rm(lockFile, { force: true });
  }
  return false;
}
