/** What the kernel says about processes (Linux /proc). Answers undefined or empty where there is no /proc. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface ProcessInfo {
  readonly pid: number;
  readonly ppid: number;
  readonly uid: number;
  /** The kernel's short name, at most 15 bytes. */
  readonly comm: string;
  /** Target of the executable link; undefined when we may not read it. */
  readonly exe: string | undefined;
  readonly cmdline: readonly string[];
  /** One letter as in ps: R, S, D, T (stopped), Z (zombie) … */
  readonly state: string;
  /** Clock ticks since boot; together with the pid it names a process for good. */
  readonly starttime: number;
}

interface Stat {
  readonly comm: string;
  readonly state: string;
  readonly ppid: number;
  readonly session: number;
  readonly starttime: number;
}

/** What the kernel shows programs as one tick, whatever it counts in itself. */
const TICK_MS = 10;

export function processInfo(pid: number): ProcessInfo | undefined {
  const stat = readStat(pid);
  if (!stat) return undefined;
  const uid = /^Uid:\s+(\d+)/m.exec(readProc(pid, 'status') ?? '')?.[1];
  const cmdline = (readProc(pid, 'cmdline') ?? '').split('\0');
  if (cmdline.at(-1) === '') cmdline.pop();
  return { pid, ...stat, uid: Number(uid ?? -1), exe: readExe(pid), cmdline };
}

/** True while the process runs; a zombie or another process that got the same pid counts as gone. */
export function isAlive(pid: number, starttime?: number): boolean {
  const stat = readStat(pid);
  if (!stat || stat.state === 'Z' || stat.state === 'X') return false;
  return starttime === undefined || stat.starttime === starttime;
}

/** The process and all its living descendants, parents before children. */
export function processTree(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const candidate of allPids()) {
    const parent = readStat(candidate)?.ppid;
    if (parent === undefined) continue;
    const siblings = children.get(parent);
    if (siblings) siblings.push(candidate);
    else children.set(parent, [candidate]);
  }
  const tree: number[] = isAlive(pid) ? [pid] : [];
  const queue = [pid];
  for (let parent = queue.shift(); parent !== undefined; parent = queue.shift()) {
    for (const child of children.get(parent) ?? []) {
      tree.push(child);
      queue.push(child);
    }
  }
  return tree;
}

/**
 * Whether the other process has started it, no earlier than so long after the machine began: it is a descendant, or was given a name
 * by which desktops tell who starts what, as those are that are handed to nobody at once.
 */
export function isStartedBy(pid: number, starter: number, sinceMs: number): boolean {
  const stat = readStat(pid);
  if (!stat || stat.starttime * TICK_MS < sinceMs) return false;
  for (let { ppid } = stat; ppid > 1; ppid = readStat(ppid)?.ppid ?? 0) if (ppid === starter) return true;
  const [, name = ''] = /(?:^|\0)DESKTOP_STARTUP_ID=([^\0]*)/.exec(readProc(pid, 'environ') ?? '') ?? [];
  return name.split(/[-;_]/).includes(String(starter));
}

/** Since the machine began, as the kernel counts when processes began. */
export const uptimeMs = (): number => Number(readProc('uptime')?.split(' ')[0] ?? 0) * 1000;

/** Processes started with this variable, however far they have moved from whoever started them. */
export function pidsWithEnvironment(name: string, value: string): number[] {
  const entry = `\0${name}=${value}\0`;
  return allPids().filter((pid) => `\0${readProc(pid, 'environ') ?? ''}\0`.includes(entry));
}

/** Those of the processes that lead a session of their own. */
export const sessionLeaders = (pids: readonly number[]): number[] => pids.filter((pid) => readStat(pid)?.session === pid);

/** Everything in these sessions, also when their leader is gone and whatever became of its environment. */
export function sessionMembers(sessions: ReadonlySet<number>): number[] {
  return allPids().filter((pid) => {
    const stat = readStat(pid);
    return stat !== undefined && stat.state !== 'Z' && sessions.has(stat.session);
  });
}

/** The environments the ancestors of a process were started with, nearest first; those we may not read are left out. */
export function* ancestorEnvironments(pid: number): Generator<Readonly<Record<string, string>>> {
  for (let parent = readStat(pid)?.ppid ?? 0; parent > 1; parent = readStat(parent)?.ppid ?? 0) {
    const entries = readProc(parent, 'environ')?.split('\0') ?? [];
    yield Object.fromEntries(entries.flatMap((entry) => (entry.includes('=') ? [splitOnce(entry)] : [])));
  }
}

function splitOnce(entry: string): [string, string] {
  const at = entry.indexOf('=');
  return [entry.slice(0, at), entry.slice(at + 1)];
}

export function allPids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return []; // no /proc on this platform
  }
}

function readStat(pid: number): Stat | undefined {
  const text = readProc(pid, 'stat');
  if (text === undefined) return undefined;
  // The name may itself contain spaces and parentheses: it ends at the last one.
  const open = text.indexOf('(');
  const close = text.lastIndexOf(')');
  const fields = text.slice(close + 2).split(' ');
  return {
    comm: text.slice(open + 1, close),
    state: fields[0] ?? '?',
    ppid: Number(fields[1]),
    session: Number(fields[3]),
    starttime: Number(fields[19]),
  };
}

function readProc(...path: readonly [file: string] | readonly [pid: number, file: string]): string | undefined {
  try {
    return readFileSync(`/proc/${path.join('/')}`, 'utf8');
  } catch {
    return undefined; // the process ended, or is not ours to read
  }
}

function readExe(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return undefined; // another user's process, or a kernel thread
  }
}
