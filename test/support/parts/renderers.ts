// The processes of a browser that hold its pages, for tests of slow ones.
import type { Desktop } from '../desktop.js';

export async function renderersOf({ run }: Desktop, browser: number): Promise<number[]> {
  const lines = (await run('ps', '-eo', 'pid=,ppid=,args=')).split('\n');
  const all = lines.flatMap((line) => {
    const [, pid, parent, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid && parent && args ? [{ pid: Number(pid), parent: Number(parent), args }] : [];
  });
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const isOfBrowser = (pid: number): boolean => pid === browser || (pid > 1 && isOfBrowser(parents.get(pid) ?? 0));
  return all.flatMap(({ pid, args }) => (args.includes('--type=renderer') && isOfBrowser(pid) ? [pid] : []));
}

/** Runs `act` while the pages of a browser stand still. */
export async function whileStopped<T>(renderers: readonly number[], act: () => Promise<T>): Promise<T> {
  for (const pid of renderers) process.kill(pid, 'SIGSTOP');
  return act().finally(() => {
    for (const pid of renderers) process.kill(pid, 'SIGCONT');
  });
}
