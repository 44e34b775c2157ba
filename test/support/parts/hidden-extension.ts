// Stands between a program and an X server and makes the server not know one extension, as servers without it do.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

const FIRST_DISPLAY_PORT = 6000;

export interface Proxy extends AsyncDisposable {
  readonly display: string;
}

/** `display` is a local one such as `:7`. */
export async function hideExtension(display: string, name: string): Promise<Proxy> {
  const unknown = Buffer.from(name.replace(/.$/, '?'));
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((client) => {
    const behind = connect(`/tmp/.X11-unix/X${display.slice(1)}`);
    for (const socket of [client, behind]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        client.destroy();
        behind.destroy();
      });
    }
    client.on('data', (chunk: Buffer) => {
      for (let at = chunk.indexOf(name); at >= 0; at = chunk.indexOf(name, at + 1)) unknown.copy(chunk, at);
      behind.write(chunk);
    });
    behind.pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    display: `127.0.0.1:${port - FIRST_DISPLAY_PORT}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
