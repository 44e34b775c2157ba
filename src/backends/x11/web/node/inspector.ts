/**
 * The inspector of a Node process, which is also what an Electron application's main process is. One that was not started with
 * it opens it when told by a signal; that signal ends any other program, so what gets it is looked at first.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { DriverError } from '../../../../errors/driver-error.js';
import { poll } from '../../../../kit/poll.js';
import { processInfo } from '../../../../kit/process-info.js';
import { nodeAddress } from '../../../../wire/cdp/discover.js';
import { CdpConnectError } from '../../../../wire/cdp/errors.js';
import { openWebSocket, type WebSocketTransport } from '../../../../wire/cdp/websocket.js';
import { madeOfChromium } from '../browser/browser-start.js';
import { isPeer, portsOf } from '../browser/port-owner.js';

const CONNECT_MS = 3000;
const OPENING_MS = 5000;
const SIGUSR1 = 10;
/** Where Node opens it unless told otherwise. */
const USUAL_PORT = 9229;

export interface Inspector {
  readonly transport: WebSocketTransport;
  readonly port: number;
  /** It was closed before, so it is to be closed again. */
  readonly isOurs: boolean;
}

export async function openInspector(pid: number, signal: AbortSignal): Promise<Inspector> {
  const { port, isOurs } = await findPort(pid, signal);
  const transport = await openWebSocket(await nodeAddress(port, CONNECT_MS, signal), { timeoutMs: CONNECT_MS, signal });
  if (isPeer(pid, { ourPort: transport.localPort, theirPort: port })) return { transport, port, isOurs };
  transport.close();
  throw unavailable(pid, `port ${port} is held by somebody else`);
}

async function findPort(pid: number, signal: AbortSignal): Promise<Pick<Inspector, 'port' | 'isOurs'>> {
  const cmdline = processInfo(pid)?.cmdline ?? [];
  const before = portsOf(pid);
  const known = await inspectedPort(cmdline, before, signal);
  if (known !== undefined) return { port: known, isOurs: false };
  requireNode(pid, cmdline);
  process.kill(pid, 'SIGUSR1');
  const opened = await poll(() => portsOf(pid).find((port) => !before.includes(port)), { timeoutMs: OPENING_MS, intervalMs: 20, signal });
  if (opened !== undefined) return { port: opened, isOurs: true };
  if (before.includes(USUAL_PORT)) return { port: USUAL_PORT, isOurs: false };
  throw unavailable(pid, 'it opened no inspector when asked to');
}

/** `--inspect`, `--inspect-brk=9230`, `--inspect=127.0.0.1:0`: the last takes any port, so each it has is asked. */
async function inspectedPort(cmdline: readonly string[], ports: readonly number[], signal: AbortSignal): Promise<number | undefined> {
  const flag = cmdline.find((word) => /^--inspect(-brk|-wait)?(=|$)/.test(word));
  if (flag === undefined) return undefined;
  const asked = Number(/(\d+)$/.exec(flag)?.[1] ?? USUAL_PORT);
  for (const port of ports.filter((each) => asked === 0 || each === asked)) {
    const address = await nodeAddress(port, CONNECT_MS, signal).catch(noInspector);
    if (address !== undefined) return port;
  }
  return undefined;
}

function noInspector(error: unknown): undefined {
  if (error instanceof CdpConnectError) return undefined;
  throw error;
}

function requireNode(pid: number, cmdline: readonly string[]): void {
  const exe = processInfo(pid)?.exe ?? '';
  const isNode = /^node(js)?$/.test(basename(exe)) || madeOfChromium(exe) === 'application';
  if (!isNode || cmdline.some((word) => word.startsWith('--type='))) throw unavailable(pid, 'it is no Node or Electron process');
  if (!catches(pid, SIGUSR1)) throw unavailable(pid, 'it does not listen to the signal that opens its inspector');
}

/** A mask of signals the process has a handler for, in hexadecimal. */
function catches(pid: number, signal: number): boolean {
  const mask = /^SigCgt:\s+([0-9a-f]+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return mask !== undefined && ((BigInt(`0x${mask}`) >> BigInt(signal - 1)) & 1n) === 1n;
}

const unavailable = (pid: number, why: string): DriverError =>
  new DriverError('page_unavailable', `The main process of pid ${pid} cannot be reached: ${why}.`, { pid });
