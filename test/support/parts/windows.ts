// Finds top-level windows with xdotool and xprop only.
import { capture, type Env } from './child.js';
import type { WindowManager } from './window-managers.js';

export interface WindowQuery {
  /** Regular expressions, as xdotool understands them. */
  title?: string;
  class?: string;
  pid?: number;
}

export async function findWindows(query: WindowQuery, wm: WindowManager, env: Env): Promise<number[]> {
  const visible = await search(query, env, wm === 'none' ? ['--maxdepth', '1'] : []);
  if (wm === 'none' || visible.length === 0) return visible;
  const managed = await managedWindows(env);
  return visible.filter((id) => managed.includes(id));
}

/** `_NET_CLIENT_LIST`: the windows the window manager looks after, oldest first. */
export async function managedWindows(env: Env): Promise<number[]> {
  const listed = await capture('xprop', ['-root', '_NET_CLIENT_LIST'], env);
  return [...listed.matchAll(/0x[0-9a-f]+/g)].map(([id]) => Number(id));
}

async function search({ title, class: className, pid }: WindowQuery, env: Env, extra: string[]): Promise<number[]> {
  const criteria: string[][] = [];
  if (title !== undefined) criteria.push(['--name', title]);
  if (className !== undefined) criteria.push(['--class', className]);
  if (pid !== undefined) criteria.push(['--pid', String(pid)]);
  // xdotool takes one pattern per search, so each criterion is searched on its own
  const found = await Promise.all(criteria.map((criterion) => searchOne(criterion, env, extra)));
  return found.reduce((all, some) => all.filter((id) => some.includes(id)));
}

async function searchOne(criterion: string[], env: Env, extra: string[]): Promise<number[]> {
  const found = await capture('xdotool', ['search', '--onlyvisible', ...extra, ...criterion], env).catch(() => ''); // exits 1 when nothing matches
  return found.split('\n').filter(Boolean).map(Number);
}
