// The person at the desktop: a focused window that logs all it gets, somebody typing into it, and a monitor beside them.
import type { Desktop } from './desktop.js';
import { oracleOf } from './oracle.js';
import { fixtureBinary } from './parts/fixture-binaries.js';
import { type Line, type LineProcess, startLineProcess } from './parts/line-process.js';
import { until } from './until.js';

export interface SentinelOptions {
  /** Type continuously and move the pointer until stopped. */
  typing?: boolean;
  intervalMs?: number;
  /** Where the window is, unless the window manager decides that. */
  at?: { x: number; y: number; width: number; height: number };
  title?: string;
  /** Names or classes of windows whose order does not matter. */
  ignore?: readonly string[];
  /** Windows whose input shape must be the same again at the end. */
  shapes?: readonly number[];
  /** Windows whose state (attention, above, …) is watched. */
  targets?: readonly number[];
}

export interface SentinelReport {
  /** Id of the person's window. */
  window: number;
  /** Everything the person's window received while watched. */
  events: readonly Line[];
  /** Everything the monitor noticed, marks included. */
  changes: readonly Line[];
  before: Line;
  after: Line;
  /** What the person typed, and what arrived from the person's keyboard. */
  sentText: string;
  receivedText: string;
  sentMotions: number;
  sentClicks: number;
  windowManagerAlive: boolean;
}

export interface Watch {
  readonly window: number;
  /** Starts a named phase in the report. */
  mark(label: string): Promise<void>;
  /** Lets the person do one thing: `move X Y`, `click BUTTON`, `key KEYSYM`, `down KEYSYM`, `up KEYSYM`, `chord LEADING KEYSYM`. */
  person(command: string): Promise<void>;
  /** The characters the person has typed so far, as the sentinel received them. */
  typed(): Promise<string>;
  /** How many clicks of the person's have arrived whole. */
  clicks(): Promise<number>;
  stop(): Promise<SentinelReport>;
}

const defaultPlace = { x: 40, y: 60, width: 480, height: 360 };

export async function startSentinel(desktop: Desktop, options: SentinelOptions = {}): Promise<Watch> {
  const started: LineProcess[] = [];
  try {
    return await beginWatch(desktop, options, started);
  } catch (error) {
    // Somebody who failed to begin must not go on typing into the window of the next attempt.
    await Promise.all(started.map(({ child }) => child.kill()));
    throw error;
  }
}

async function beginWatch(desktop: Desktop, options: SentinelOptions, started: LineProcess[]): Promise<Watch> {
  const { typing = false, intervalMs = 12, at = defaultPlace, title = 'Sentinel', ignore = [], shapes = [], targets = [] } = options;
  const start = async (name: 'sentinel' | 'person' | 'monitor', args: readonly string[]): Promise<LineProcess> => {
    const process = startLineProcess(desktop, await fixtureBinary(name), [...args]);
    started.push(process);
    return process;
  };
  const sentinel = await start('sentinel', [...[at.x, at.y, at.width, at.height].map(String), title]);
  const window = Number((await sentinel.next('the sentinel window', (line) => line.type === 'ready')).window);
  await takeFocus(desktop, sentinel, window);
  const corner = await cornerOf(desktop, window);
  const person = await start('person', []);
  await person.ask(`move ${corner.x} ${corner.y}`, 'sent');
  const { pointer } = oracleOf(desktop);
  await until(async () => isAt(await pointer(), corner), { what: 'the person’s pointer is in their window' });
  await person.ask('key x', 'sent'); // the keyboard's first key switches devices: that must not count as a change
  await settle(sentinel);
  const monitorArgs = [...ignore.flatMap((name) => ['--ignore', name]), ...shapes.flatMap((id) => ['--shape', String(id)])];
  const attention = [window, ...targets].flatMap((id) => ['--attention', String(id)]);
  const monitor = await start('monitor', [...monitorArgs, ...attention]);
  await monitor.next('the monitor', (line) => line.type === 'ready');
  if (typing) {
    monitor.send(`box ${corner.x - reach} ${corner.y - reach} ${2 * reach + 1} ${2 * reach + 1}`);
    person.send(`start ${intervalMs} ${corner.x} ${corner.y} ${reach}`);
    await until(() => typedText(sentinel.lines).length > 3, { what: 'the person types into the sentinel' });
  }
  const before = await monitor.ask('start', 'baseline');
  const eventsFrom = sentinel.lines.length;
  return {
    window,
    mark: async (label) => void (await monitor.ask(`mark ${label}`, 'mark')),
    person: async (command) => void (await person.ask(command, 'sent')),
    typed: async () => {
      await settle(sentinel);
      return typedText(sentinel.lines);
    },
    clicks: async () => {
      await settle(sentinel);
      return sentinel.lines.slice(eventsFrom).filter(isPersonsRelease).length;
    },
    stop: () => finish(desktop, { window, sentinel, person, monitor, before, eventsFrom }),
  };
}

const reach = 4;

/** Whoever types there moves it that far. */
const isAt = (a: Spot, b: Spot): boolean => Math.abs(a.x - b.x) <= reach && Math.abs(a.y - b.y) <= reach;

interface Spot {
  readonly x: number;
  readonly y: number;
}

interface Parts {
  window: number;
  sentinel: LineProcess;
  person: LineProcess;
  monitor: LineProcess;
  before: Line;
  eventsFrom: number;
}

async function finish(desktop: Desktop, { window, sentinel, person, monitor, before, eventsFrom }: Parts): Promise<SentinelReport> {
  const sent = await person.ask('stop', 'sent');
  await settle(sentinel);
  const after = await monitor.ask('stop', 'summary');
  const report: SentinelReport = {
    window,
    events: sentinel.lines.slice(eventsFrom).filter((line) => line.type !== 'sync'),
    changes: monitor.lines.slice(monitor.lines.indexOf(before) + 1, monitor.lines.indexOf(after)),
    before,
    after,
    sentText: String(sent.text),
    receivedText: typedText(sentinel.lines),
    sentMotions: Number(sent.motions),
    sentClicks: Number(sent.clicks),
    windowManagerAlive: desktop.wmProcess?.isAlive() ?? true,
  };
  await Promise.all([sentinel, person, monitor].map(({ child }) => child.kill()));
  return report;
}

const personKeyboard = 3;
const personPointer = 2;

const isPersonsRelease = ({ type, protocol, device }: Line): boolean =>
  type === 'button-release' && protocol === 'xi2' && device === personPointer;

function typedText(lines: readonly Line[]): string {
  const keys = lines.filter((line) => line.type === 'key-press' && line.protocol === 'xi2' && line.device === personKeyboard);
  return keys.map((line) => String(line.text)).join('');
}

let syncs = 0;

async function settle(sentinel: LineProcess): Promise<void> {
  const token = String(++syncs);
  sentinel.send(`sync ${token}`);
  await sentinel.next('the sentinel answers', (line) => line.type === 'sync' && line.token === token);
}

async function takeFocus(desktop: Desktop, sentinel: LineProcess, window: number): Promise<void> {
  await sentinel.next('the sentinel is mapped', (line) => line.type === 'map');
  await desktop.waitForWindow({ pid: sentinel.child.pid });
  // Busy after its start, mutter would come to what it is asked for now only in the middle of an agent's act.
  if (desktop.wm === 'mutter') await desktop.run(await fixtureBinary('wm-probe'), 'handled');
  sentinel.send('focus');
  const { focusedWindow, activeWindow } = oracleOf(desktop);
  await until(async () => (await focusedWindow()) === window, { what: 'the sentinel has the focus', intervalMs: 30 });
  if (desktop.wm === 'none') return;
  await until(async () => (await activeWindow()) === window, { what: 'the sentinel is the active window', intervalMs: 30 });
}

/** Where the person keeps the pointer: near a corner, as other windows may float above the middle. */
async function cornerOf(desktop: Desktop, window: number): Promise<Spot> {
  const { x, y, height } = await oracleOf(desktop).window(window);
  return { x: x + cornerInset, y: y + height - cornerInset };
}

const cornerInset = 20;
