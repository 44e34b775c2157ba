// Starts the fixture programs, one per toolkit, and reads what they log about the input they receive.
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Desktop } from './desktop.js';
import { oracleOf } from './oracle.js';
import type { Child } from './parts/child.js';
import { startWebFixture } from './parts/chromium.js';
import { type FixtureProgram, fixtureBinary, fixturePath } from './parts/fixture-binaries.js';
import type { Line } from './parts/line-process.js';
import { startWineFixture } from './parts/wine.js';
import { type UntilOptions, until } from './until.js';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The widgets every fixture has; a toolkit without one of them leaves it out of `widgets`. */
export type WidgetName =
  | 'menu'
  | 'entry'
  | 'secret'
  | 'amount'
  | 'button'
  | 'check'
  | 'hint'
  | 'disabled'
  | 'combo'
  | 'slider'
  | 'editor'
  | 'list'
  | 'context'
  | 'canvas'
  | 'source'
  | 'target';

export interface Fixture {
  readonly toolkit: Toolkit;
  readonly title: string;
  /** The process that owns the window. */
  readonly pid: number;
  readonly windowId: number;
  readonly child: Child;
  /** Boxes in window coordinates, as the program last laid them out. */
  widgets(): Partial<Record<WidgetName, Box>>;
  /** The box of a widget that must be there. */
  widget(name: WidgetName): Box;
  /** The middle of a widget in window coordinates. */
  centre(name: WidgetName): { x: number; y: number };
  events(): Line[];
  /** The same from an index on, without going through all that came before. */
  eventsFrom(index: number): Line[];
  /** How many there are by now. */
  eventCount(): number;
  /** Puts the program into the state in which a person would begin this; undefined for programs that are in it always. */
  readonly prepare: ((what: string) => Promise<void>) | undefined;
  /** The first event at or after index `from` that matches. */
  waitForEvent(what: string, match: (event: Line) => boolean, options?: { from?: number } & Partial<UntilOptions>): Promise<Line>;
}

const python = '/usr/bin/python3'; // the toolkits' bindings are Debian packages, so other interpreters on the path do not have them

type Launch = (options: { desktop: Desktop; logFile: string; title: string; args: readonly string[] }) => Promise<Child> | Child;

const pythonFixture =
  (file: string, ...extra: string[]): Launch =>
  ({ desktop, logFile, title, args }) =>
    desktop.runApp(python, [fixturePath('apps', file), logFile, title, ...extra, ...args], { env: { PYTHONDONTWRITEBYTECODE: '1' } });

const binaryFixture =
  (name: FixtureProgram): Launch =>
  async ({ desktop, logFile, title, args }) =>
    desktop.runApp(await fixtureBinary(name), [logFile, title, ...args]);

const office: Launch = ({ desktop, logFile, title, args }) =>
  desktop.runApp(python, [fixturePath('apps', 'libreoffice.py'), logFile, title, `${logFile}.profile`, ...args], {
    env: { PYTHONDONTWRITEBYTECODE: '1' },
    stdio: { stdin: 'pipe' },
  });

const launchers = {
  gtk3: pythonFixture('gtk3.py'),
  gtk4: pythonFixture('gtk4.py'),
  tk: pythonFixture('tk_fixture.py'),
  qt5: pythonFixture('qt.py', 'PyQt5'),
  qt6: pythonFixture('qt.py', 'PyQt6'),
  chromium: startWebFixture,
  xt: binaryFixture('xt'),
  sdl: binaryFixture('sdl'),
  libreoffice: office,
  wine: startWineFixture,
} as const satisfies Record<string, Launch>;

export type Toolkit = keyof typeof launchers;
export const toolkits = Object.keys(launchers) as readonly Toolkit[];

export interface FixtureOptions {
  title?: string;
  args?: readonly string[];
  /** Where the window goes, unless the window manager tiles. Beside the sentinel's usual place unless told. */
  at?: { x: number; y: number };
}

let started = 0;

export async function startFixture(desktop: Desktop, toolkit: Toolkit, options: FixtureOptions = {}): Promise<Fixture> {
  const { title = `Fixture ${toolkit}`, args = [], at = { x: 600, y: 40 } } = options;
  const { child, read, latestLayout } = await launch(desktop, toolkit, title, args).catch((error) => {
    if (!(error instanceof Ended && dieWhileStarting.includes(toolkit))) throw error;
    console.warn(`${toolkit} died while it started, and is started once more: ${error.message}`);
    return launch(desktop, toolkit, title, args);
  });
  const eventsFrom = (index: number) => read().slice(index);
  const windowId = await desktop.waitForWindow({ title: `^${title}$` });
  await moveWindow(desktop, windowId, at);
  const pid = Number((await desktop.run('xdotool', 'getwindowpid', String(windowId)).catch(() => '')).trim()) || child.pid;
  const widgets = () => latestLayout()?.widgets as Partial<Record<WidgetName, Box>>;
  const widget = (name: WidgetName) => {
    const box = widgets()[name];
    if (!box) throw new Error(`the ${toolkit} fixture has no ${name}`);
    return box;
  };
  return {
    toolkit,
    title,
    pid,
    windowId,
    child,
    widgets,
    widget,
    centre: (name) => {
      const { x, y, width, height } = widget(name);
      return { x: x + Math.floor(width / 2), y: y + Math.floor(height / 2) };
    },
    events: () => eventsFrom(0),
    eventsFrom,
    eventCount: () => read().length,
    prepare: child.process.stdin ? (what) => prepare(child, eventsFrom, what) : undefined,
    waitForEvent: (what, match, { from = 0, ...wait } = {}) => until(() => eventsFrom(from).find(match), { what, intervalMs: 5, ...wait }),
  };
}

/** Seldom, and of themselves: what a test is about has not begun by then. */
const dieWhileStarting: readonly Toolkit[] = ['libreoffice'];

/** Resolves once the program has said that it is ready. */
async function launch(desktop: Desktop, toolkit: Toolkit, title: string, args: readonly string[]) {
  const logFile = join(desktop.dir, `${toolkit}-${++started}.jsonl`);
  const child = await launchers[toolkit]({ desktop, logFile, title, args });
  const read = logReader(logFile);
  const latestLayout = latest(read, (event) => event.type === 'READY' || event.type === 'geometry');
  try {
    await untilSaid(child, latestLayout, `${toolkit} fixture is ready`);
  } catch (error) {
    await child.kill();
    throw error;
  }
  return { child, read, latestLayout };
}

async function prepare(child: Child, eventsFrom: (index: number) => Line[], what: string): Promise<void> {
  const from = eventsFrom(0).length;
  child.process.stdin?.write(`${what}\n`);
  const isPrepared = () => eventsFrom(from).find(({ type }) => type === 'prepared');
  await untilSaid(child, isPrepared, `the program is ready for ${what}`);
}

const widestFrame = 60;

/** Moves a window and waits until it is there, give or take the frame around it. */
export async function moveWindow(desktop: Desktop, windowId: number, { x, y }: { x: number; y: number }): Promise<void> {
  if (desktop.wm === 'i3') return;
  await desktop.run('xdotool', 'windowmove', String(windowId), String(x), String(y));
  const { window } = oracleOf(desktop);
  const isThere = async () => {
    const now = await window(windowId);
    return Math.abs(now.x - x) <= widestFrame && Math.abs(now.y - y) <= widestFrame;
  };
  await until(isThere, { what: `window ${windowId} moves to ${x},${y}`, intervalMs: 20 });
}

class Ended extends Error {}

/** Whoever has ended is not waited for. */
async function untilSaid(child: Child, said: () => Line | undefined, what: string): Promise<void> {
  await until(() => said() ?? !child.isAlive(), { what, timeoutMs: 60_000, intervalMs: 20 });
  if (!said()) throw new Ended(`the fixture ended: ${child.log().slice(-4000)}`);
}

/** The last line that matches, which is looked for among the new ones only. */
function latest(read: () => readonly Line[], match: (line: Line) => boolean): () => Line | undefined {
  let seen = 0;
  let found: Line | undefined;
  return () => {
    const lines = read();
    found = lines.slice(seen).findLast(match) ?? found;
    seen = lines.length;
    return found;
  };
}

/** Reads only what was added since it was last asked: logs of long runs grow to many thousands of lines. */
function logReader(file: string): () => readonly Line[] {
  const lines: Line[] = [];
  const buffer = Buffer.alloc(65_536);
  let position = 0;
  let rest = Buffer.alloc(0); // what follows the last newline is still being written
  return () => {
    if (!existsSync(file)) return lines;
    const handle = openSync(file, 'r');
    try {
      for (let read = readSync(handle, buffer, 0, buffer.length, position); read > 0; ) {
        position += read;
        rest = Buffer.concat([rest, buffer.subarray(0, read)]);
        read = readSync(handle, buffer, 0, buffer.length, position);
      }
    } finally {
      closeSync(handle);
    }
    const end = rest.lastIndexOf(0x0a);
    if (end >= 0) for (const text of rest.toString('utf8', 0, end).split('\n')) if (text) lines.push(JSON.parse(text) as Line);
    rest = rest.subarray(end + 1);
    return lines;
  };
}
