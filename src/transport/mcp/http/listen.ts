import { createServer, type RequestListener, type Server } from 'node:http';
import { DriverError } from '../../../errors/driver-error.js';
import { errnoOf } from '../../../kit/files.js';

const LOOPBACK = ['127.0.0.1', '::1'] as const;

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** Listens on both loopback addresses, on one port; a machine without IPv6 gets the one it has. */
export async function listenOnLoopback(listener: RequestListener, wantedPort: number): Promise<Listening> {
  const servers: Server[] = [];
  let port = wantedPort;
  const close = async (): Promise<void> => {
    await Promise.all(servers.map(closeServer));
  };
  try {
    for (const host of LOOPBACK) {
      const server = createServer(listener);
      const bound = await listen(server, host, port);
      if (bound === undefined) continue;
      servers.push(server);
      port = bound;
    }
  } catch (error) {
    await close();
    throw error;
  }
  if (servers.length === 0) throw new DriverError('permission_missing', 'This machine has no loopback address to listen on.');
  return { port, close };
}

/** Undefined when the machine does not have the address. */
function listen(server: Server, host: string, port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const code = errnoOf(cause);
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') resolve(undefined);
      else if (code === 'EADDRINUSE')
        reject(new DriverError('invalid_input', `Port ${port} of ${host} is taken; pass another one.`, { port }, { cause }));
      else reject(new DriverError('permission_missing', `Cannot listen on ${host}:${port}: ${cause.message}.`, { port }, { cause }));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
