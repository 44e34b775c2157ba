/** Tells a server from the next one that takes its number: what was changed on the one must not be undone on the other. */
import { statSync } from 'node:fs';
import { parseDisplayName } from '../../../../wire/x11/index.js';

/** Undefined where the server is not on this machine, or not there. */
export function serverIdentity(display: string): string | undefined {
  const { address } = parseDisplayName(display);
  const socket = 'path' in address ? statSync(address.path, { throwIfNoEntry: false }) : undefined;
  return socket && `${socket.ino} ${socket.ctimeMs}`;
}
