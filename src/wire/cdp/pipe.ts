/**
 * The pipe of `--remote-debugging-pipe`: JSON ended by a zero byte, on two named pipes that only their owner can open.
 * The browser keeps both ends open itself, so that a client may leave and another come.
 */
import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { CdpConnectError } from './errors.js';
import { type CdpTransport, MAX_MESSAGE_BYTES } from './transport.js';

export interface PipeFiles {
  /** Read by the browser. */
  readonly commands: string;
  /** Written by the browser. */
  readonly answers: string;
}

export function openPipe({ commands, answers }: PipeFiles): CdpTransport {
  const outgoing = openEnd(commands, { writable: true, readable: false });
  const incoming = openEnd(answers, { writable: false, readable: true });
  return {
    send: (message) => void outgoing.write(`${message}\0`),
    listen({ message, closed }) {
      let ended = false;
      const end = (reason: string) => {
        if (ended) return;
        ended = true;
        outgoing.destroy();
        incoming.destroy();
        closed(reason);
      };
      const split = messageSplitter(message, () => end('a message was larger than allowed'));
      incoming.on('data', split);
      for (const side of [outgoing, incoming]) {
        side.on('error', (error) => end(error.message));
        side.on('close', () => end('the pipe was closed'));
      }
    },
    close() {
      outgoing.destroy();
      incoming.destroy();
    },
  };
}

/** Opened for both directions, so that opening does not wait and nobody's leaving ends the pipe. */
function openEnd(path: string, use: { readable: boolean; writable: boolean }): Socket {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  } catch (cause) {
    throw new CdpConnectError(`${path} cannot be opened`, { cause });
  }
  if (fstatSync(fd).isFIFO()) return new Socket({ fd, ...use });
  closeSync(fd);
  throw new CdpConnectError(`${path} is not a pipe`);
}

function messageSplitter(message: (text: string) => void, tooLarge: () => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  return (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
      const text = Buffer.concat([...parts, chunk.subarray(from, end)]).toString('utf8');
      parts = [];
      size = 0;
      from = end + 1;
      message(text);
    }
    if (from === chunk.length) return;
    parts.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > MAX_MESSAGE_BYTES) tooLarge();
  };
}
