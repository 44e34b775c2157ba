// For a moment we are asked in a window manager's stead: one window is declined, and nobody else may notice.
import { expect, test } from 'vitest';
import { OwnRedirect } from '../../../src/backends/x11/seat/wm/own-redirect.js';
import {
  ChangeProperty,
  ChangeWindowAttributes,
  CirculateWindow,
  ConfigureWindow,
  CreateWindow,
  connectX11,
  coreEvents,
  EventMask,
  MapWindow,
  SendEvent,
  StackMode,
  UnmapWindow,
  type X11Connection,
} from '../../../src/wire/x11/index.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { fixtureBinary } from '../../support/parts/fixture-binaries.js';
import { startLineProcess } from '../../support/parts/line-process.js';
import { until } from '../../support/until.js';

const [WM_NAME, STRING] = [39, 31];

function makeWindow(x: X11Connection, name: string, at = 0): number {
  const window = x.ids.allocate();
  x.send(CreateWindow, { window, parent: x.root, x: at, y: at, width: 100, height: 80 });
  x.send(ChangeProperty, { window, property: WM_NAME, type: STRING, format: 8, data: Buffer.from(name) });
  return window;
}

/** Name, size and place of each window, front to back, as another client sees them. */
async function arrangement({ run }: Desktop): Promise<string[]> {
  const printed = await run('xwininfo', '-root', '-children');
  return [...printed.matchAll(/"(\w+)": .*?(\d+x\d+\+\S+)/g)].map(([, name, place]) => `${name} ${place}`);
}

const ended = (desktop: Desktop) => until(async () => !(await oracleOf(desktop).isManaged()), { what: 'nobody is asked any more' });
const connect = ({ display }: Desktop) => connectX11({ display });
const begin = async (desktop: Desktop, target = 0) => OwnRedirect.begin(await connect(desktop), target);

/** What a program may ask for, chosen by a number. */
function ask(x: X11Connection, windows: readonly number[], number: number): void {
  const [window = 0, sibling = 0] = [windows[number % windows.length], windows[(number + 1) % windows.length]];
  const place = { x: (number * 37) % 500, y: (number * 53) % 400 };
  const asks = [
    () => x.send(ConfigureWindow, { window, values: place }),
    () => x.send(ConfigureWindow, { window, values: { width: 50 + (number % 90), height: 60, borderWidth: number % 4 } }),
    () => x.send(ConfigureWindow, { window, values: { stackMode: StackMode.Above } }),
    () => x.send(ConfigureWindow, { window, values: { ...place, sibling, stackMode: StackMode.Below } }),
    () => x.send(ConfigureWindow, { window, values: { stackMode: StackMode.Opposite } }),
  ];
  asks[(number * 7) % asks.length]?.();
}

async function outcome(redirects: boolean): Promise<string[]> {
  await using desktop = await openDesktop({ wm: 'none' });
  const program = await connect(desktop);
  const windows = Array.from({ length: 6 }, (_, index) => makeWindow(program, `w${index}`, index * 30));
  const many = Array.from({ length: 5000 }, (_, number) => () => ask(program, windows, number));
  const show = windows.map((window) => () => program.send(MapWindow, { window }));
  // Which window is meant is decided when it is asked for, so all before it must be done by then.
  const circulate = [0, 1, 1].map((direction) => [() => program.send(CirculateWindow, { window: program.root, direction })]);
  for (const requests of [[...show, ...many], ...circulate]) {
    const redirect = redirects ? await begin(desktop) : undefined;
    expect(await oracleOf(desktop).isManaged()).toBe(redirects);
    for (const request of requests) request();
    await program.sync();
    redirect?.end();
    await ended(desktop);
  }
  expect((await oracleOf(desktop).window(windows[0] ?? 0)).mapState).toBe('IsViewable');
  return await arrangement(desktop);
}

test('all others get what they ask for', async () => {
  const usual = await outcome(false);
  expect(usual).toHaveLength(6);
  expect(await outcome(true)).toEqual(usual);
});

test('they get it in the order they ask for it, also while it begins and ends', async () => {
  await using desktop = await openDesktop({ wm: 'none' });
  const program = startLineProcess(desktop, await fixtureBinary('marcher'), []);
  await program.next('it is under way', ({ type }) => type === 'ready');
  for (let round = 0; round < 40; round++) {
    (await begin(desktop))?.end();
    await ended(desktop);
  }
  expect(await program.ask('stop', 'marched')).toMatchObject({ back: 0, isThere: true });
});

test('one window does not come to the front, and changes its place and size as it likes', async () => {
  await using desktop = await openDesktop({ wm: 'none' });
  const program = await connect(desktop);
  const [target, other] = [makeWindow(program, 'target'), makeWindow(program, 'other')];
  for (const window of [target, other]) await program.checked(MapWindow, { window });
  const redirect = await begin(desktop, target);
  expect(await redirect?.isAsked(0)).toBe(false);
  program.send(ConfigureWindow, { window: target, values: { width: 120, stackMode: StackMode.Above } });
  program.send(ConfigureWindow, { window: target, values: { x: 33 } });
  program.flush();
  expect(await redirect?.isAsked(5000)).toBe(true);
  await until(async () => (await arrangement(desktop)).includes('target 120x80+33+0'), { what: 'its place and size' });
  expect(await arrangement(desktop)).toEqual(['other 100x80+0+0', 'target 120x80+33+0']);
  redirect?.end();
  await ended(desktop);
  await program.checked(ConfigureWindow, { window: target, values: { stackMode: StackMode.Above } });
  expect(await arrangement(desktop)).toEqual(['target 120x80+33+0', 'other 100x80+0+0']);
});

test('a window that is shown and hidden in one breath is hidden in the end', async () => {
  await using desktop = await openDesktop({ wm: 'none' });
  const program = await connect(desktop);
  const [flash, last] = [makeWindow(program, 'flash'), makeWindow(program, 'last')];
  const redirect = await begin(desktop);
  program.send(MapWindow, { window: flash });
  program.send(UnmapWindow, { window: flash });
  // As clients have to tell a window manager.
  const event = program.encodeEvent(coreEvents.UnmapNotify, { event: program.root, window: flash, fromConfigure: false });
  program.send(SendEvent, { destination: program.root, eventMask: EventMask.SubstructureRedirect | EventMask.SubstructureNotify, event });
  program.send(MapWindow, { window: last });
  program.flush();
  const { window } = oracleOf(desktop);
  await until(async () => (await window(last)).mapState === 'IsViewable', { what: 'what came after is shown' });
  expect((await window(flash)).mapState).toBe('IsUnMapped');
  redirect?.end();
});

test('there is one at a time, and none beside a window manager', async () => {
  await using desktop = await openDesktop({ wm: 'none' });
  const first = await begin(desktop);
  expect(await OwnRedirect.isFree(await connect(desktop))).toBe(false);
  const second = begin(desktop);
  first?.end();
  expect(await second).toBeDefined();
  (await second)?.end();
  await ended(desktop);
  const manager = await connect(desktop);
  await manager.checked(ChangeWindowAttributes, { window: manager.root, values: { eventMask: EventMask.SubstructureRedirect } });
  expect(await begin(desktop)).toBeUndefined();
});
