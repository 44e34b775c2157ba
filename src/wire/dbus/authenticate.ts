import type { Socket } from 'node:net';
import { DBusConnectError } from './errors.js';

const MAX_LINE = 16 * 1024;

/**
 * Proves who we are by the socket's credentials (EXTERNAL). Resolves with the bytes that
 * followed the handshake, if any; afterwards the socket carries messages.
 */
export function authenticate(socket: Socket, uid: number | undefined): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const identity = uid === undefined ? '' : Buffer.from(String(uid)).toString('hex');
    let received = Buffer.alloc(0);
    let bareTried = false;
    const finish = (settle: () => void) => {
      socket.off('data', onData);
      socket.off('close', onClose);
      settle();
    };
    const fail = (why: string) => finish(() => reject(new DBusConnectError(`D-Bus authentication failed: ${why}`)));
    const onClose = () => fail('the bus closed the connection');
    const onLine = (line: string): boolean => {
      const [command] = line.split(' ');
      if (command === 'OK') {
        socket.write('BEGIN\r\n');
        return true;
      }
      if (command === 'DATA') socket.write('DATA\r\n');
      else if (command === 'REJECTED' && !bareTried) {
        // Inside a user namespace our uid differs from what the bus sees: let the socket speak for itself.
        bareTried = true;
        socket.write('AUTH EXTERNAL\r\n');
      } else fail(line);
      return false;
    };
    const onData = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      for (let end = received.indexOf('\r\n'); end >= 0; end = received.indexOf('\r\n')) {
        const line = received.toString('latin1', 0, end);
        received = received.subarray(end + 2);
        if (onLine(line)) return finish(() => resolve(received));
      }
      if (received.length > MAX_LINE) fail('the bus does not speak D-Bus');
    };
    socket.on('data', onData);
    socket.on('close', onClose);
    socket.write(`\0AUTH EXTERNAL ${identity}\r\n`);
  });
}
