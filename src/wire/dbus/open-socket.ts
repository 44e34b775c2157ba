import { connect, type Socket } from 'node:net';
import { after } from '../../kit/clock.js';
import { parseAddresses, socketPath } from './address.js';
import { authenticate } from './authenticate.js';
import { DBusConnectError } from './errors.js';

export interface OpenedSocket {
  readonly socket: Socket;
  /** Bytes that came after the handshake. */
  readonly rest: Buffer;
  readonly path: string;
}

/** Tries each address in turn; the error lists what every one of them said. */
export async function openSocket(address: string, timeoutMs: number): Promise<OpenedSocket> {
  const reasons: string[] = [];
  for (const candidate of parseAddresses(address)) {
    try {
      const path = socketPath(candidate);
      return await openOne(path, timeoutMs);
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new DBusConnectError(`no D-Bus connection to '${address}': ${reasons.join('; ') || 'the address is empty'}`);
}

function openOne(path: string, timeoutMs: number): Promise<OpenedSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ path });
    const fail = (error: Error) => {
      timer.cancel();
      socket.destroy();
      reject(error);
    };
    const timer = after(timeoutMs, () => fail(new DBusConnectError(`${path} did not accept within ${timeoutMs} ms`)));
    socket.once('error', (error) => fail(new DBusConnectError(error.message)));
    socket.once('connect', () => {
      authenticate(socket, process.getuid?.()).then((rest) => {
        timer.cancel();
        socket.removeAllListeners('error');
        resolve({ socket, rest, path });
      }, fail);
    });
  });
}
