/** Where a browser process can be debugged, read from how it was started. Nothing is connected to here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processInfo } from '../../../../kit/process-info.js';
import type { PageEndpoint } from '../../../../model/page.js';
import type { PipeFiles } from '../../../../wire/cdp/pipe.js';
import { listensOn } from './port-owner.js';
import { ownFolder, pipeOf } from './profile.js';

export type Endpoint = PageEndpoint & { readonly pid: number } & (
    | { readonly transport: 'pipe'; readonly pipe: PipeFiles }
    | { readonly transport: 'port'; readonly port: number; readonly path: string | undefined }
  );

export function findEndpoint(pid: number, browsersDir: string): Endpoint | undefined {
  const cmdline = processInfo(pid)?.cmdline ?? [];
  const userDataDir = option(cmdline, 'user-data-dir');
  const own = ownFolder(browsersDir, userDataDir);
  if (own !== undefined && /--remote-debugging-pipe/.test(cmdline.join(' ')))
    return { pid, owner: 'offhand', transport: 'pipe', pipe: pipeOf(own) };
  const announced = userDataDir === undefined ? undefined : announcedPort(userDataDir);
  const asked = Number(option(cmdline, 'remote-debugging-port') ?? Number.NaN);
  const port = asked > 0 ? asked : announced?.port;
  if (port === undefined) return undefined;
  // The file outlives a browser that was killed.
  if (Number.isNaN(asked) && !listensOn(pid, port)) return undefined;
  return { pid, owner: 'person', transport: 'port', port, path: announced?.port === port ? announced.path : undefined };
}

/** Chromium rewrites its command line into one string once it runs, so options may stand inside an argument. */
function option(cmdline: readonly string[], name: string): string | undefined {
  return new RegExp(`(?:^|[\\s\\0])--${name}=([^\\s\\0]*)`).exec(cmdline.join('\0'))?.[1];
}

/** A browser that chose its own port writes it, and the path of its own target, into its profile. */
function announcedPort(userDataDir: string): { port: number; path: string } | undefined {
  try {
    const [port = '', path = ''] = readFileSync(join(userDataDir, 'DevToolsActivePort'), 'utf8').split('\n');
    return Number(port) > 0 ? { port: Number(port), path: path.trim() } : undefined;
  } catch {
    return undefined; // debugging is not on
  }
}
