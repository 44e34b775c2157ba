/** Which process holds a TCP port on this machine, as the kernel tells it: the only proof that an endpoint is the window's own. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { processTree } from '../../../../kit/process-info.js';

const LISTENING = '0A';
const ESTABLISHED = '01';

interface Row {
  readonly localPort: number;
  readonly remotePort: number;
  readonly state: string;
  readonly inode: string;
}

/** True when a process of this family listens on the port and nobody else does. */
export function listensOn(pid: number, port: number): boolean {
  const rows = tcpRows().filter((row) => row.state === LISTENING && row.localPort === port);
  return rows.length > 0 && rows.every(({ inode }) => holds(pid, inode));
}

/** True when the far end of our own connection is held by a process of this family. */
export function isPeer(pid: number, connection: { readonly ourPort: number; readonly theirPort: number }): boolean {
  const { ourPort, theirPort } = connection;
  const rows = tcpRows().filter((row) => row.state === ESTABLISHED && row.localPort === theirPort && row.remotePort === ourPort);
  return rows.length > 0 && rows.every(({ inode }) => holds(pid, inode));
}

/** Every port this very process listens on. */
export function portsOf(pid: number): number[] {
  const own = new Set(descriptorsOf(pid));
  return tcpRows().flatMap(({ state, inode, localPort }) => (state === LISTENING && own.has(`socket:[${inode}]`) ? [localPort] : []));
}

/** `sl local rem st tx:rx tr:when retrnsmt uid timeout inode`, addresses in hexadecimal. */
function tcpRows(): Row[] {
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => {
    const lines = readLines(file).slice(1);
    return lines.flatMap((line): Row[] => {
      const [, local = '', remote = '', state = '', , , , , , inode = ''] = line.trim().split(/\s+/);
      return [{ localPort: portOf(local), remotePort: portOf(remote), state, inode }];
    });
  });
}

const portOf = (address: string): number => Number.parseInt(address.split(':')[1] ?? '', 16);

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    return []; // no such protocol on this machine
  }
}

/** Nearly always the process itself; looking for its family means reading about every process there is. */
function holds(pid: number, inode: string): boolean {
  const has = (each: number): boolean => descriptorsOf(each).includes(`socket:[${inode}]`);
  return has(pid) || processTree(pid).some(has);
}

function descriptorsOf(pid: number): string[] {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).flatMap((fd) => linkOf(`${folder}/${fd}`));
  } catch {
    return []; // ended, or another user's: then it is not ours to attach to
  }
}

function linkOf(path: string): string[] {
  try {
    return [readlinkSync(path)];
  } catch {
    return []; // closed meanwhile
  }
}
