// A bare X server of the test's own, on a display number the server picks itself.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { type ConnectOptions, connectX11, type X11Connection } from '../../../src/wire/x11/index.js';

export interface Server extends AsyncDisposable {
  readonly display: string;
  readonly process: ChildProcess;
  connect(options?: Partial<ConnectOptions>): Promise<X11Connection>;
  /** Dies without a word, as a crash would. */
  kill(): Promise<void>;
}

export async function startServer(...extraArgs: string[]): Promise<Server> {
  const args = ['-displayfd', '3', '-screen', '0', '800x600x24', '-nolisten', 'tcp', '-noreset', ...extraArgs];
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const displayPipe = child.stdio[3] as Readable;
  const [number] = (await Promise.race([
    once(displayPipe, 'data'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`Xvfb exited with ${code}`);
    }),
  ])) as [Buffer];
  const display = `:${number.toString().trim()}`;
  const connections: X11Connection[] = [];
  const kill = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  return {
    display,
    process: child,
    connect: async (options = {}) => {
      const connection = await connectX11({ display, ...options });
      connections.push(connection);
      return connection;
    },
    kill: () => kill('SIGKILL'),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(connections.map((connection) => connection.close()));
      await kill('SIGTERM');
    },
  };
}
