import { accessSync, constants } from 'node:fs';
import { DriverError } from '../../../errors/driver-error.js';
import { nearest } from '../../../kit/nearest.js';
import { poll } from '../../../kit/poll.js';
import { endProcesses, spawnProcess } from '../../../kit/process.js';
import { isAlive, processTree } from '../../../kit/process-info.js';
import { which } from '../../../kit/which.js';
import type { App } from '../../../model/app.js';
import type { Window } from '../../../model/window.js';
import type { Apps, LaunchOutcome, LaunchRequest } from '../../port.js';
import type { Guarded } from '../guarded.js';
import { madeOfChromium, prepareStart } from '../web/browser/browser-start.js';
import { type BrowserProfile, makeProfile } from '../web/browser/profile.js';
import type { X11Windows } from '../windows/windows.js';
import { type AppNames, programOf } from './app-names.js';
import { type DesktopEntry, execCommand, readDesktopEntries } from './desktop-entries.js';
import type { LaunchGuard } from './launch-guard.js';

export interface AppsOptions {
  readonly windows: X11Windows;
  readonly names: AppNames;
  readonly guard: LaunchGuard;
  readonly guarded: Guarded;
  /** Environment of everything started on this display. */
  readonly env: Readonly<Record<string, string>>;
  readonly dataDirs: readonly string[];
  readonly path: string;
  readonly browsersDir: string;
}

const END_GRACE_MS = 3000;

export class X11Apps implements Apps {
  constructor(private readonly options: AppsOptions) {}

  async list(): Promise<readonly App[]> {
    const [entries, windows] = await Promise.all([this.#entries(), this.options.windows.list()]);
    const running = runningApps(windows, this.options.names);
    const shownIds = new Set(running.map(({ id }) => id));
    const idle = entries.filter(({ id }) => !shownIds.has(id)).map(installedApp);
    return [...running, ...idle.sort((a, b) => a.name.localeCompare(b.name))];
  }

  async launch(request: LaunchRequest, signal: AbortSignal): Promise<LaunchOutcome> {
    const program = await this.#resolve(request.app);
    const before = await this.options.windows.list();
    if (!request.newInstance && !request.debugging && request.urls.length === 0 && request.args.length === 0) {
      const own = before.filter((window) => isOf(window, program));
      if (own[0]?.pid) return { pid: own[0].pid, app: appOf(program, own[0].pid, own), windows: own, alreadyRunning: true, restored: [] };
    }
    const isBrowser = madeOfChromium(program.command([])[0] ?? '') === 'browser';
    // A browser would open its addresses as tabs of whatever window it likes.
    const commands =
      isBrowser && request.urls.length > 0
        ? request.urls.map((url) => withNewWindow(program.command([url])))
        : [program.command(request.urls)];
    const profile = request.debugging && (await makeProfile(this.options.browsersDir, request.debugging.profile));
    const started: Started[] = [];
    for (const command of commands) started.push(await this.#start({ program, command, request, profile }, signal));
    const windows = started.flatMap((each) => each.windows);
    const pid = windows[0]?.pid ?? started[0]?.pid ?? 0;
    const restored = [...new Set(started.flatMap((each) => each.restored))];
    return { pid, app: appOf(program, pid, windows), windows, alreadyRunning: false, restored };
  }

  async #start({ program, command: [command = '', ...words], request, profile }: Start, signal: AbortSignal): Promise<Started> {
    const before = await this.options.windows.list();
    // The server gives the number of a window that just closed to the next program: only with its process does it tell one from the other.
    const known = new Map(before.map(({ id, pid }) => [id, pid]));
    const isNew = ({ id, pid }: Window) => !known.has(id) || known.get(id) !== pid;
    const browser = prepareStart({ command, profile, args: request.args });
    await using guard = await this.options.guard.begin(before);
    const env = { ...this.options.env, ...browser.env, ...request.env, ...guard.env };
    const stdio: ('ignore' | number)[] = ['ignore', 'ignore', 'ignore', ...browser.fds];
    const child = await spawnProcess(command, [...browser.args, ...request.args, ...words], { env, detached: true, stdio })
      .finally(() => browser.started())
      .catch((cause: unknown) => {
        const why = cause instanceof Error ? cause.message : cause;
        throw new DriverError('launch_failed', `${command} could not be started: ${why}.`, { command }, { cause });
      });
    child.unref();
    let exit: { code: number | null } | undefined;
    void child.exited.then((result) => {
      exit = result;
    });
    const belongs = (window: Window): boolean => {
      if (window.pid !== null && (window.pid === browser.runningAs || processTree(child.pid).includes(window.pid))) return true;
      // A wrapper may hand over to another process, or to one that already runs; a browser of our own never does.
      return !request.debugging && isOf(window, program);
    };
    let found: readonly Window[] = [];
    const isOver = async (): Promise<boolean> => {
      found = (await this.options.windows.list()).filter((window) => isNew(window) && belongs(window));
      if (found.length === 0) return exit !== undefined && exit.code !== 0 && exit.code !== null;
      const splashes = await this.options.windows.splashes();
      return found.some(({ id }) => !splashes.has(id));
    };
    const hasEnded = (await poll(isOver, { timeoutMs: request.timeoutMs, intervalMs: 15, signal })) && found.length === 0;
    if (hasEnded) {
      const code = exit?.code;
      throw new DriverError('launch_failed', `${command} ended with code ${code} before it showed a window.`, { command, code });
    }
    const restored = await guard.settle(found.map(({ id }) => id));
    return { pid: child.pid, windows: await this.#asTheyAreNow(found), restored };
  }

  /** A window that has just been shown is still called minimised for a moment. */
  async #asTheyAreNow(windows: readonly Window[]): Promise<readonly Window[]> {
    const now = new Map((await this.options.windows.list()).map((window) => [window.id, window]));
    return windows.map((window) => now.get(window.id) ?? window);
  }

  async kill(pid: number, force: boolean): Promise<void> {
    const tree = processTree(pid);
    const windows = await this.options.windows.list();
    // One of each: what any of them asks before it ends, or whoever reports that it has ended, must not take the person along.
    const shown = tree.flatMap((process) => windows.find((window) => window.pid === process)?.id ?? []);
    const end = () => endProcesses(tree, force ? 0 : END_GRACE_MS);
    await shown.reduceRight((inner, window) => () => this.options.guarded(window, inner), end)();
    if (isAlive(pid)) throw new DriverError('timeout', `pid ${pid} did not end.`);
  }

  async #entries(): Promise<DesktopEntry[]> {
    const entries = await readDesktopEntries(this.options.dataDirs);
    this.options.names.learn(entries);
    return entries;
  }

  async #resolve(name: string): Promise<Program> {
    const entries = await this.#entries();
    if (name.includes('/')) return { ...fromPath(name), entry: entries.find(({ exec }) => exec.split(/\s+/)[0] === name) };
    const wanted = name.toLowerCase().replace(/\.desktop$/, '');
    const match = (pick: (entry: DesktopEntry) => string | undefined) => entries.find((entry) => pick(entry)?.toLowerCase() === wanted);
    const entry =
      match(({ id }) => id) ??
      match((each) => each.name) ??
      match(({ exec }) => programOf(exec)) ??
      match(({ id }) => id.split('.').at(-1));
    if (entry) return { entry, label: entry.name, command: (urls) => execCommand(entry.exec, urls) };
    const file = which(name, this.options.path);
    if (file !== undefined) return { entry: undefined, label: name, command: (urls) => [file, ...urls] };
    const candidates = nearest(
      wanted,
      entries.flatMap((each) => [each.id.toLowerCase(), each.name.toLowerCase()]),
      5,
    );
    throw new DriverError('app_not_found', `No application "${name}" is installed.`, { candidates });
  }
}

interface Start {
  readonly program: Program;
  readonly command: readonly string[];
  readonly request: LaunchRequest;
  readonly profile: BrowserProfile | undefined;
}

interface Started {
  readonly pid: number;
  readonly windows: readonly Window[];
  readonly restored: readonly string[];
}

interface Program {
  readonly entry: DesktopEntry | undefined;
  readonly label: string;
  command(urls: readonly string[]): string[];
}

function fromPath(path: string): Omit<Program, 'entry'> {
  try {
    accessSync(path, constants.X_OK);
  } catch (cause) {
    throw new DriverError('app_not_found', `${path} is not a program that can be run.`, { path }, { cause });
  }
  return { label: path.split('/').at(-1) ?? path, command: (urls) => [path, ...urls] };
}

function isOf(window: Window, { entry, label }: Program): boolean {
  const keys = [entry?.wmClass, entry?.id, entry?.id.split('.').at(-1), entry && programOf(entry.exec), entry?.name, label];
  return keys.some(
    (key) => key !== undefined && (key.toLowerCase() === window.appId || key.toLowerCase() === window.appName.toLowerCase()),
  );
}

/** Before the words of its own command, where every browser takes it. */
const withNewWindow = ([command = '', ...words]: readonly string[]): string[] => [command, '--new-window', ...words];

const appOf = ({ entry, label }: Program, pid: number, windows: readonly Window[]): App => ({
  id: entry?.id ?? label.toLowerCase(),
  name: entry?.name ?? label,
  pid,
  running: true,
  active: windows.some(({ isActive }) => isActive),
  launchPath: entry?.exec ?? null,
  windowIds: windows.map(({ id }) => id),
});

function runningApps(windows: readonly Window[], names: AppNames): App[] {
  const groups = new Map<string, Window[]>();
  for (const window of windows) {
    const key = `${window.pid} ${window.appId}`;
    groups.set(key, [...(groups.get(key) ?? []), window]);
  }
  return [...groups.values()].flatMap((group): App[] => {
    const [first] = group;
    if (!first) return [];
    const entry = names.entryFor({ className: first.appId, instance: first.appId });
    return [
      {
        id: entry?.id ?? first.appId,
        name: first.appName,
        pid: first.pid,
        running: true,
        active: group.some(({ isActive }) => isActive),
        launchPath: entry?.exec ?? null,
        windowIds: group.map(({ id }) => id),
      },
    ];
  });
}

const installedApp = (entry: DesktopEntry): App => ({
  id: entry.id,
  name: entry.name,
  pid: null,
  running: false,
  active: false,
  launchPath: entry.exec,
  windowIds: [],
});
