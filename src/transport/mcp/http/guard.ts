/** Who may talk to the HTTP server: loopback names only, no foreign web page, and whoever knows the token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { DriverError } from '../../../errors/driver-error.js';

const LOOPBACK_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/** A page that rebinds its name to 127.0.0.1 still sends its own name as Host, and its own Origin. */
export function checkPlace({ host, origin }: IncomingHttpHeaders): void {
  if (!isLoopback(`http://${host ?? ''}`)) throw new DriverError('origin_forbidden', `Host "${short(host)}" is not this server.`);
  if (origin !== undefined && !isLoopback(origin))
    throw new DriverError('origin_forbidden', `Origin "${short(origin)}" may not call this server.`);
}

export function checkToken({ authorization }: IncomingHttpHeaders, token: string): void {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (given === undefined) throw new DriverError('unauthorized', 'The request carries no bearer token.');
  if (!timingSafeEqual(digest(given), digest(token))) throw new DriverError('unauthorized', 'The bearer token is wrong.');
}

function isLoopback(address: string): boolean {
  try {
    const { protocol, hostname } = new URL(address);
    return /^https?:$/.test(protocol) && LOOPBACK_NAMES.includes(hostname);
  } catch {
    return false; // not an address at all
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const short = (text: string | undefined): string => (text ?? '').slice(0, 100);
