import WebSocket from 'ws';
import { CdpConnectError } from './errors.js';
import { type CdpTransport, MAX_MESSAGE_BYTES } from './transport.js';

export interface WebSocketOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface WebSocketTransport extends CdpTransport {
  /** Our own end, by which the kernel can say who holds the other one. */
  readonly localPort: number;
}

/** A debugging endpoint on loopback. No Origin is sent: browsers refuse those of pages. */
export function openWebSocket(url: string, { timeoutMs, signal }: WebSocketOptions): Promise<WebSocketTransport> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      maxPayload: MAX_MESSAGE_BYTES,
      handshakeTimeout: timeoutMs,
      followRedirects: false,
    });
    let localPort = 0;
    const onAbort = () => {
      socket.terminate();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    socket.once('upgrade', ({ socket: stream }) => {
      localPort = stream.localPort ?? 0;
    });
    socket.once('open', () => {
      signal?.removeEventListener('abort', onAbort);
      resolve(transportOf(socket, localPort));
    });
    socket.once('error', (cause) => {
      signal?.removeEventListener('abort', onAbort);
      reject(new CdpConnectError(`${url} cannot be used: ${cause.message}`, { cause }));
    });
  });
}

function transportOf(socket: WebSocket, localPort: number): WebSocketTransport {
  return {
    localPort,
    send: (message) => socket.send(message),
    listen({ message, closed }) {
      let reason = 'the endpoint closed the connection';
      socket.on('message', (data) => message(String(data)));
      socket.on('error', (error) => {
        reason = error.message;
      });
      socket.once('close', () => closed(reason));
    },
    close: () => socket.close(),
  };
}
