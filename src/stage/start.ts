import { randomUUID } from 'node:crypto';
import { readEnv } from '../config/env.js';
import { offhandPaths } from '../config/paths.js';
import { DriverError } from '../errors/driver-error.js';
import { nowMs } from '../kit/clock.js';
import { logger } from '../kit/log.js';
import { processInfo } from '../kit/process-info.js';
import type { Component } from './component.js';
import { type Desktop, type DesktopSize, type ProcessRef, type WindowManagerName, windowManagerNames } from './desktop.js';
import { type DesktopDirectories, desktopEnvironment, makeDirectories } from './environment.js';
import { requirePrograms } from './programs.js';
import { DesktopRegistry } from './registry.js';
import { startAccessibility, startSessionBus } from './session-bus.js';
import { checkSize } from './size.js';
import { endDesktop } from './stop.js';
import { environmentEntry, type Supervisor, startSupervisor } from './supervisor.js';
import { startWindowManager } from './window-manager.js';
import { startServer } from './x-server.js';

export interface StartDesktopOptions {
  /** Chosen when not given: desktop-1, desktop-2 … */
  readonly name?: string | undefined;
  readonly size?: DesktopSize | undefined;
  readonly windowManager?: WindowManagerName | undefined;
  /** The desktop ends with this process: ours unless given; null lets it live until it is stopped. */
  readonly ownerPid?: number | null | undefined;
  /** Bound on each part becoming ready. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Where running desktops are listed. */
  readonly registryDir?: string | undefined;
  /** Where programs are looked for, also by the programs on the desktop. */
  readonly path?: string | undefined;
}

/** Wide enough for most applications, and not scaled down when sent to a model. */
const DEFAULT_SIZE: DesktopSize = { width: 1440, height: 900 };
const DEFAULT_TIMEOUT_MS = 15_000;

const log = logger('stage');

/** Starts a private desktop; it is ready for applications when this resolves, and leaves nothing behind when it rejects. */
export async function startDesktop(options: StartDesktopOptions = {}): Promise<Desktop> {
  const env = readEnv();
  const path = options.path ?? env.path;
  const plan = checkOptions(options);
  requirePrograms(plan.windowManager, { path, xdgDataDirs: env.xdgDataDirs });
  const registry = new DesktopRegistry(options.registryDir ?? offhandPaths(env).desktopsDir);
  const name = await registry.reserve(options.name);
  const id = randomUUID();
  let directories: DesktopDirectories | undefined;
  let supervisor: Supervisor | undefined;
  // Whatever part is being waited for ends, and so the wait.
  const onAbort = () => void endDesktop(id, undefined);
  options.signal?.addEventListener('abort', onAbort, { once: true });
  try {
    directories = await makeDirectories(env.tmpDir);
    const record = registry.recordPath(name);
    supervisor = await startSupervisor({ entry: environmentEntry(id), directory: directories.root, record, path });
    const desktop = await assemble({ ...plan, name, id, directories, supervisor, path });
    options.signal?.throwIfAborted();
    await registry.write(desktop);
    handOver(supervisor, plan.owner);
    log.info('desktop ready', { name, display: desktop.display, wm: plan.windowManager, ms: nowMs() - plan.startedAtMs });
    return desktop;
  } catch (error) {
    await endDesktop(id, directories?.root);
    await registry.remove(name);
    await supervisor?.end();
    options.signal?.throwIfAborted();
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', onAbort);
  }
}

interface Plan {
  readonly size: DesktopSize;
  readonly windowManager: WindowManagerName;
  readonly owner: ProcessRef | undefined;
  readonly timeoutMs: number;
  readonly startedAtMs: number;
  readonly signal: AbortSignal | undefined;
}

function checkOptions({
  size = DEFAULT_SIZE,
  windowManager = 'openbox',
  ownerPid = process.pid,
  timeoutMs,
  signal,
}: StartDesktopOptions): Plan {
  checkSize(size);
  if (!windowManagerNames.includes(windowManager)) {
    throw new DriverError('invalid_input', `No window manager "${windowManager}"; there are ${windowManagerNames.join(', ')}`, {
      windowManager,
    });
  }
  const starttime = ownerPid === null ? undefined : processInfo(ownerPid)?.starttime;
  if (ownerPid !== null && starttime === undefined) {
    throw new DriverError('process_not_found', `There is no process ${ownerPid} to own the desktop`, { pid: ownerPid });
  }
  const owner = ownerPid === null || starttime === undefined ? undefined : { pid: ownerPid, starttime };
  signal?.throwIfAborted();
  return { size, windowManager, owner, timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS, startedAtMs: nowMs(), signal };
}

interface Parts extends Plan {
  readonly name: string;
  readonly id: string;
  readonly directories: DesktopDirectories;
  readonly supervisor: Supervisor;
  readonly path: string;
}

async function assemble(parts: Parts): Promise<Desktop> {
  const { name, id, directories, size, windowManager, timeoutMs, signal } = parts;
  const { xauthority } = directories;
  const bare = desktopEnvironment(id, directories, parts.path);
  const server = await startServer(size, directories, bare, timeoutMs);
  signal?.throwIfAborted();
  const { display } = server;
  const bus = await startSessionBus(directories, { ...bare, DISPLAY: display }, timeoutMs);
  signal?.throwIfAborted();
  const env = { ...bare, DISPLAY: display, DBUS_SESSION_BUS_ADDRESS: bus.address };
  const manager =
    windowManager === 'none' ? undefined : startWindowManager(windowManager, { directories, env, display, xauthority }, timeoutMs);
  const accessibility = startAccessibility(bus.address, timeoutMs);
  // Both must have settled before either failure is cleaned up after.
  await Promise.allSettled([manager, accessibility]);
  const [managerComponent, accessibilityBusAddress] = await Promise.all([manager, accessibility]);
  return {
    name,
    id,
    display,
    xauthority,
    busAddress: bus.address,
    accessibilityBusAddress,
    size,
    windowManager,
    directory: directories.root,
    env,
    processes: {
      supervisor: parts.supervisor.process,
      server: refOf(server.component),
      bus: refOf(bus.component),
      windowManager: managerComponent && refOf(managerComponent),
    },
    owner: parts.owner,
    startedAtMs: parts.startedAtMs,
  };
}

/** Until here the supervisor watched us, whoever the owner is: we could have died half-way. */
function handOver(supervisor: Supervisor, owner: ProcessRef | undefined): void {
  if (owner === undefined) supervisor.release();
  else if (owner.pid !== process.pid) supervisor.watch(owner);
}

function refOf({ handle }: Component): ProcessRef {
  return { pid: handle.pid, starttime: handle.starttime };
}
