import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { offhandPaths } from '../config/paths.js';
import { DriverError } from '../errors/driver-error.js';
import { logger } from '../kit/log.js';
import { nearest } from '../kit/nearest.js';
import { endProcesses } from '../kit/process.js';
import { isAlive, pidsWithEnvironment, processTree, sessionLeaders, sessionMembers } from '../kit/process-info.js';
import { DESKTOP_ID_VARIABLE, type Desktop } from './desktop.js';
import { DIRECTORY_PREFIX } from './environment.js';
import { DesktopRegistry } from './registry.js';

const GRACE_MS = 2000;
const log = logger('stage');

/** The desktops that run, oldest name first; what dead ones left behind is removed on the way. */
export async function listDesktops(registryDir?: string): Promise<Desktop[]> {
  const registry = openRegistry(registryDir);
  const running: Desktop[] = [];
  for (const name of await registry.names()) {
    await registry.dropIfAbandoned(name);
    const desktop = await registry.read(name);
    if (desktop === undefined) continue;
    if (isRunning(desktop)) running.push(desktop);
    else await clear(registry, desktop);
  }
  return running;
}

export async function findDesktop(name: string, registryDir?: string): Promise<Desktop> {
  const running = await listDesktops(registryDir);
  const found = running.find((desktop) => desktop.name === name);
  if (found) return found;
  const names = running.map((desktop) => desktop.name);
  const there = names.length === 0 ? 'none is running' : `running: ${names.slice(0, 5).join(', ')}`;
  throw new DriverError('desktop_not_found', `There is no private desktop "${name}"; ${there}`, {
    name,
    running: names,
    suggestions: nearest(name, names),
  });
}

/** Ends the desktop and everything on it; returns when all of it is gone. */
export async function stopDesktop(name: string, registryDir?: string): Promise<void> {
  const desktop = await findDesktop(name, registryDir);
  await clear(openRegistry(registryDir), desktop);
  log.info('desktop stopped', { name });
}

/** Ends all processes of a desktop and removes its directory. */
export async function endDesktop(id: string, directory: string | undefined): Promise<void> {
  // Browsers write over the environment of their helpers; what each part of a desktop starts stays in that part's session, though.
  const sessions = new Set<number>();
  // Applications may be starting others while they are being ended.
  for (let round = 0; round < 3; round++) {
    const marked = pidsWithEnvironment(DESKTOP_ID_VARIABLE, id);
    for (const leader of sessionLeaders(marked)) sessions.add(leader);
    const parts = new Set([...marked, ...sessionMembers(sessions)].flatMap(processTree));
    if (parts.size === 0) break;
    await endProcesses([...parts], GRACE_MS);
  }
  // The path may come from a file; only ever remove a directory of the kind we make.
  if (directory !== undefined && basename(directory).startsWith(DIRECTORY_PREFIX)) {
    await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  }
}

/** The supervisor goes last: were we to die in the middle, it would finish the work. */
async function clear(registry: DesktopRegistry, desktop: Desktop): Promise<void> {
  await endDesktop(desktop.id, desktop.directory);
  await registry.remove(desktop.name);
  const { pid, starttime } = desktop.processes.supervisor;
  if (isAlive(pid, starttime)) await endProcesses(processTree(pid), 0);
}

function isRunning({ processes: { server } }: Desktop): boolean {
  return isAlive(server.pid, server.starttime);
}

function openRegistry(directory: string | undefined): DesktopRegistry {
  return new DesktopRegistry(directory ?? offhandPaths().desktopsDir);
}
