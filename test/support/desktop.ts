// A private desktop per test: own X server, session bus, accessibility bus, window manager and home directory.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Child, capture, type Env, isRunning, processesWithEnv, type SpawnOptions, startChild } from './parts/child.js';
import { fixtureBinary } from './parts/fixture-binaries.js';
import { makePrivateDirs, type PrivateDirs, privateEnv, writeAuthority } from './parts/private-env.js';
import { compositesItself, type WindowManager, windowManagerStart } from './parts/window-managers.js';
import { findWindows, type WindowQuery } from './parts/windows.js';
import { plugIn, xorgArguments } from './parts/xorg.js';
import { until } from './until.js';

export interface DesktopOptions {
  wm?: WindowManager;
  size?: { width: number; height: number };
  compositor?: boolean;
  /** Protect the display with a cookie, as real sessions do. */
  xauth?: boolean;
  /** false leaves accessibility switched off on the bus, as on a machine where nothing asked for it yet. */
  accessibility?: boolean;
  /** Xorg, where the person has a mouse and a keyboard of their own, instead of Xvfb, where they use the server's. TEST_SERVER=xorg: always. */
  xorg?: boolean;
}

export interface RunOptions {
  env?: Env;
  cwd?: string;
  stdio?: NonNullable<SpawnOptions['stdio']>;
}

export interface Desktop extends AsyncDisposable {
  readonly display: string;
  readonly env: Env;
  readonly wm: WindowManager;
  /** Private directory, removed at dispose. */
  readonly dir: string;
  readonly size: { width: number; height: number };
  /** The X server and the window manager, for tests that stop or kill them. */
  readonly xserver: Child;
  readonly wmProcess: Child | undefined;
  runApp(command: string, args?: readonly string[], options?: RunOptions): Child;
  /** Runs a short command on this desktop to its end and gives its standard output. */
  run(command: string, ...args: string[]): Promise<string>;
  /** The window id of the first visible top-level window that matches. */
  waitForWindow(query: WindowQuery, timeoutMs?: number): Promise<number>;
  dispose(): Promise<void>;
}

export async function openDesktop(options: DesktopOptions = {}): Promise<Desktop> {
  const { wm = 'openbox', size = { width: 1280, height: 900 }, compositor = false, accessibility = true } = options;
  const dirs = makePrivateDirs();
  const env = privateEnv(dirs);
  return desktopOn({ dirs, env, size, wm }, async (start) => {
    const xserver = await startServer(start, { ...options, size, dirs, env });
    await startBus(start, env, dirs, accessibility);
    const wmProcess = wm === 'none' ? undefined : await startWindowManager(start, wm, { env, dirs, compositor });
    if (compositor && !compositesItself(wm)) start('compositor', 'xcompmgr', []);
    if (compositor) await capture(await fixtureBinary('wm-probe'), ['compositor'], env);
    return { xserver, wmProcess };
  });
}

export interface Ground {
  readonly dirs: PrivateDirs;
  readonly env: Env;
  readonly size: { width: number; height: number };
  /** The window manager, or the one it tiles like. */
  readonly wm: WindowManager;
  /** The first process looks after children of its own and would start them again. */
  readonly endsFirst?: boolean;
}

/** A desktop on what `boot` starts; the first process it starts ends last unless told. */
export async function desktopOn(
  { dirs, env, size, wm, endsFirst = false }: Ground,
  boot: (start: Start) => Promise<Pick<Desktop, 'xserver' | 'wmProcess'>>,
): Promise<Desktop> {
  const children: Child[] = [];
  const start: Start = (name, command, args, extra = {}) => {
    const child = startChild(command, args, { env, logFile: join(dirs.logs, `${children.length}-${name}.log`), ...extra });
    children.push(child);
    return child;
  };
  let tornDown: Promise<void> | undefined;
  const dispose = () => {
    tornDown ??= tearDown(children, dirs, endsFirst);
    return tornDown;
  };
  try {
    const { xserver, wmProcess } = await boot(start);
    return {
      display: env.DISPLAY ?? '',
      env,
      wm,
      dir: dirs.root,
      size,
      xserver,
      wmProcess,
      runApp: (command, args = [], run = {}) => {
        const { env: more = {}, ...rest } = run;
        return start(command.split('/').at(-1) ?? 'app', command, args, { ...rest, env: { ...env, ...more } });
      },
      run: (command, ...args) => capture(command, args, env),
      waitForWindow: (query, timeoutMs = 30_000) =>
        until(async () => (await findWindows(query, wm, env))[0], {
          what: `a window with ${JSON.stringify(query)}`,
          timeoutMs,
          intervalMs: 30,
        }),
      dispose,
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    const logs = children.map((child) => `--- ${child.command}\n${child.log()}`).join('\n');
    await dispose();
    throw new Error(`test desktop did not start: ${error instanceof Error ? error.message : error}\n${logs}`, { cause: error });
  }
}

export type Start = (name: string, command: string, args: readonly string[], extra?: Partial<SpawnOptions>) => Child;

interface ServerOptions {
  size: { width: number; height: number };
  dirs: PrivateDirs;
  env: Env;
  xauth?: boolean;
  xorg?: boolean;
}

async function startServer(
  start: Start,
  { size, dirs, env, xauth = false, xorg = process.env.TEST_SERVER === 'xorg' }: ServerOptions,
): Promise<Child> {
  if (xauth) env.XAUTHORITY = writeAuthority(dirs);
  const auth = env.XAUTHORITY ? ['-auth', env.XAUTHORITY] : [];
  const screen = xorg ? await xorgArguments(size, dirs) : ['-screen', '0', `${size.width}x${size.height}x24`];
  const args = ['-displayfd', '3', '-nolisten', 'tcp', '-noreset', ...screen, ...auth];
  const program = xorg ? 'Xorg' : 'Xvfb';
  // a server that is killed outright leaves its lock file behind
  const server = start(program, program, args, { stdio: { extra: 'pipe' }, deathSignal: 'TERM' });
  const numbers = server.process.stdio[3] as Readable;
  const [chunk] = await Promise.race([once(numbers, 'data'), once(server.process, 'exit').then(() => [undefined])]);
  if (chunk === undefined) throw new Error(`${program} ended at once`);
  env.DISPLAY = `:${String(chunk).trim()}`;
  if (xorg) await plugIn(start, dirs, env);
  return server;
}

export async function startBus(start: Start, env: Env, dirs: PrivateDirs, accessibility: boolean): Promise<void> {
  const address = `unix:path=${join(dirs.runtime, 'bus')}`;
  const bus = start('dbus', 'dbus-daemon', ['--session', '--nofork', '--nopidfile', '--address', address, '--print-address=1'], {
    stdio: { stdout: 'pipe' },
  });
  const { stdout } = bus.process;
  if (!stdout) throw new Error('no output of dbus-daemon');
  await once(stdout, 'data');
  env.DBUS_SESSION_BUS_ADDRESS = address;
  if (!accessibility) return;
  const properties = ['--dest=org.a11y.Bus', '--type=method_call', '--print-reply', '/org/a11y/bus', 'org.freedesktop.DBus.Properties.Set'];
  await capture('dbus-send', ['--session', ...properties, 'string:org.a11y.Status', 'string:IsEnabled', 'variant:boolean:true'], env);
  await startAccessibilityBus(env);
}

/** As a session does when it begins: Qt 5 does not wait for a bus that is only just starting. */
export async function startAccessibilityBus(env: Env): Promise<void> {
  await capture('dbus-send', ['--session', '--dest=org.a11y.Bus', '--print-reply', '/org/a11y/bus', 'org.a11y.Bus.GetAddress'], env);
}

async function startWindowManager(
  start: Start,
  wm: Exclude<WindowManager, 'none'>,
  { env, dirs, compositor }: { env: Env; dirs: PrivateDirs; compositor: boolean },
): Promise<Child> {
  const { command, args, env: more = {} } = windowManagerStart(wm, { home: dirs.home, compositor });
  const child = start(wm, command, args, { env: { ...env, ...more } });
  await until(() => windowManagerAnswers(env, child), { what: `${wm} manages the display`, timeoutMs: 30_000, intervalMs: 20 });
  await capture(await fixtureBinary('wm-probe'), [], env);
  return child;
}

/** EWMH: the window named by the root's property must carry the same property, so a leftover of a dead one does not count. */
async function windowManagerAnswers(env: Env, child: Child): Promise<boolean> {
  if (!child.isAlive()) throw new Error(`${child.command} ended:\n${child.log()}`);
  const check = async (...target: string[]) =>
    /# (0x[0-9a-f]+)/.exec(await capture('xprop', [...target, '_NET_SUPPORTING_WM_CHECK'], env))?.[1];
  const window = await check('-root');
  return window !== undefined && (await check('-id', window)) === window;
}

async function tearDown(children: Child[], dirs: PrivateDirs, endsFirst: boolean): Promise<void> {
  const [server, ...clients] = children;
  await Promise.all(clients.reverse().map((child) => child.kill()));
  if (endsFirst) await server?.kill('SIGTERM');
  await until(() => endStragglers(dirs, server?.pid), { what: 'processes of the desktop are gone', timeoutMs: 10_000, intervalMs: 20 });
  await server?.kill('SIGTERM');
  // A browser that was ended may still be writing down where it was.
  await until(() => isRemoved(dirs.root), { what: 'the folder of the desktop is gone', timeoutMs: 10_000, intervalMs: 50 });
}

function isRemoved(folder: string): boolean {
  try {
    rmSync(folder, { recursive: true, force: true });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTEMPTY') return false;
    throw error;
  }
}

/** Ends what the bus or an application started on its own; true when nothing was left. */
function endStragglers(dirs: PrivateDirs, serverPid: number | undefined): boolean {
  const left = processesWithEnv('XDG_RUNTIME_DIR', dirs.runtime).filter((pid) => pid !== serverPid);
  for (const pid of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (isRunning(pid)) throw error;
    }
  }
  return left.length === 0;
}
