/** A process that keeps a socket open when ours is gone, until whoever is at the other end closes it. It passes nothing on. */
import type { Socket } from 'node:net';
import { spawnProcess } from '../../kit/process.js';

export async function keepOpen(socket: Socket): Promise<() => void> {
  const keeper = await spawnProcess('cat', [], { env: {}, cwd: '/', detached: true, stdio: [socket, 'ignore', 'ignore'] });
  keeper.unref();
  return () => keeper.kill();
}
