import { X11ConnectFailed } from './errors.js';

export interface DisplayName {
  /** Where to connect: a socket path, or a host and port. */
  readonly address: { readonly path: string } | { readonly host: string; readonly port: number };
  /** Empty for the local machine. */
  readonly host: string;
  readonly number: number;
  readonly screen: number;
}

const NAMED = /^(?:(?<protocol>[a-z]+)\/)?(?<host>\[[^\]]*\]|[^:/]*):(?<number>\d+)(?:\.(?<screen>\d+))?$/;
const SOCKET_PATH = /^\/.*?(?<number>\d+)?$/;
const TCP_BASE_PORT = 6000;

/** Reads `:1`, `:1.0`, `unix:1`, `host:1.0`, `tcp/host:1`, `[::1]:1` or the path of a socket. */
export function parseDisplayName(display: string): DisplayName {
  const path = SOCKET_PATH.exec(display);
  if (path) return { address: { path: display }, host: '', number: Number(path.groups?.number ?? 0), screen: 0 };
  const named = NAMED.exec(display)?.groups;
  if (!named) throw new X11ConnectFailed(`"${display}" is not a display name`);
  const number = Number(named.number);
  const screen = Number(named.screen ?? 0);
  const host = (named.host ?? '').replace(/^\[|\]$/g, '');
  const local = named.protocol === 'unix' || (named.protocol === undefined && (host === '' || host === 'unix'));
  if (local) return { address: { path: `/tmp/.X11-unix/X${number}` }, host: '', number, screen };
  return { address: { host: host || 'localhost', port: TCP_BASE_PORT + number }, host: host || 'localhost', number, screen };
}
