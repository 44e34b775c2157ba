import { rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { connectDBus } from '../../../src/wire/dbus/connection.js';
import { DBusClosed, DBusConnectError } from '../../../src/wire/dbus/errors.js';
import { makePrivateDirs, type PrivateDirs } from '../../support/parts/private-env.js';

let dirs: PrivateDirs | undefined;
let server: Server | undefined;
const sockets = new Set<Socket>();

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await new Promise((done) => (server ? server.close(done) : done(undefined)));
  if (dirs) rmSync(dirs.root, { recursive: true, force: true });
});

/** A peer that answers each piece it receives with what `answer` gives. */
async function serve(answer: (received: string, socket: Socket) => string | Buffer | undefined): Promise<string> {
  dirs = makePrivateDirs();
  const path = join(dirs.runtime, 'bus');
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const reply = answer(chunk.toString('latin1'), socket);
      if (reply !== undefined) socket.write(reply);
    });
  });
  await new Promise<void>((ready) => server?.listen(path, ready));
  return `unix:path=${path}`;
}

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('a bus that misbehaves', () => {
  test('and refuses to authenticate is named as such', async () => {
    const address = await serve(() => 'REJECTED DBUS_COOKIE_SHA1\r\n');
    const failure = connectDBus({ address });
    await expect(failure).rejects.toThrow(DBusConnectError);
    await expect(failure).rejects.toThrow('REJECTED DBUS_COOKIE_SHA1');
  });

  test('but knows us only by our socket still lets us in', async () => {
    const seen: string[] = [];
    const address = await serve((received) => {
      seen.push(received);
      if (received.includes('EXTERNAL ')) return 'REJECTED EXTERNAL\r\n';
      if (received.startsWith('AUTH EXTERNAL\r\n')) return 'DATA\r\n';
      return received === 'DATA\r\n' ? 'OK 1234\r\n' : undefined;
    });
    await expect(connectDBus({ address, timeoutMs: 300 })).rejects.toThrow('org.freedesktop.DBus.Hello');
    expect(seen.join('')).toContain('BEGIN\r\n');
  });

  test('and accepts but says nothing runs into the timeout', async () => {
    const address = await serve(() => undefined);
    await expect(connectDBus({ address, timeoutMs: 100 })).rejects.toThrow('did not accept within 100 ms');
  });

  test('and speaks another protocol is not listened to for ever', async () => {
    const address = await serve(() => 'x'.repeat(20_000));
    await expect(connectDBus({ address })).rejects.toThrow('does not speak D-Bus');
  });

  test.each([
    ['garbage', '00'.repeat(64)],
    ['a message too large', '6c 02 00 01 ffffffff 01000000 00000000'],
    ['a message cut off inside its fields', '6c 02 00 01 00000000 01000000 08000000 05 01 73 00 ffff0000'],
    ['a body that does not fit its signature', '6c 02 00 01 04000000 01000000 0f000000 05017500 01000000 08016700 0173 0000 ff000000'],
  ])('and sends %s is left, and everything pending rejected', async (_what, message) => {
    const address = await serve((received) => {
      if (received.includes('AUTH')) return 'OK 1234\r\n';
      return received.includes('Hello') ? hex(message) : undefined;
    });
    await expect(connectDBus({ address, timeoutMs: 10_000 })).rejects.toThrow(DBusClosed);
  });
});
