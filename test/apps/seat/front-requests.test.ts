// Why a browser's drop is refused under some window managers: they grant what a window asks for by itself, whatever they were told of the person.
import { expect, test } from 'vitest';
import { serverTime } from '../../../src/backends/x11/seat/hand/server-time.js';
import { CreateWindow, connectX11, coreEvents, EventMask, MapWindow, SendEvent, writeWords } from '../../../src/wire/x11/index.js';
import { openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import type { WindowManager } from '../../support/parts/window-managers.js';
import { until } from '../../support/until.js';

const FROM_APPLICATION = 1;
const CARDINAL = 6;
const aMinuteMs = 60_000;

interface Told {
  /** When the person last used their window, from now. */
  readonly usedMs: number;
  /** When the other window asks, from now. */
  readonly asksMs: number;
}

async function openTwo(wm: WindowManager) {
  const desktop = await openDesktop({ wm });
  const oracle = oracleOf(desktop);
  const x = await connectX11({ display: desktop.display, xauthority: desktop.env.XAUTHORITY });
  const open = async (): Promise<number> => {
    const window = x.ids.allocate();
    x.send(CreateWindow, { window, parent: x.root, x: 40, y: 40, width: 1000, height: 700 });
    await x.checked(MapWindow, { window });
    await until(async () => (await oracle.windows()).includes(window), { what: 'it is managed' });
    return window;
  };
  const [other, person] = [await open(), await open()];
  const isActive = async (window: number) => (await oracle.activeWindow()) === window;
  /** As their taskbar does. */
  const choose = async (window: number) => {
    await desktop.run('xdotool', 'windowactivate', String(window));
    await until(() => isActive(window), { what: 'it is active' });
  };
  const ask = async ({ usedMs, asksMs }: Told) => {
    const [used, activating] = await Promise.all([x.atoms.intern('_NET_WM_USER_TIME'), x.atoms.intern('_NET_ACTIVE_WINDOW')]);
    const time = await serverTime(x, other);
    writeWords(x, person, used, CARDINAL, [time + usedMs]);
    const data = [FROM_APPLICATION, time + asksMs, 0, 0, 0];
    const event = x.encodeEvent(coreEvents.ClientMessage, { format: 32, window: other, type: activating, data });
    const eventMask = EventMask.SubstructureNotify | EventMask.SubstructureRedirect;
    x.send(SendEvent, { destination: x.root, eventMask, event });
    await x.sync();
  };
  const dispose = async () => {
    await x.close();
    await desktop.dispose();
  };
  return { other, person, oracle, choose, ask, isActive, [Symbol.asyncDispose]: dispose };
}

const cases: readonly (readonly [string, Told])[] = [
  ['a minute before the person used theirs', { usedMs: 0, asksMs: -aMinuteMs }],
  ['while the person is said to use theirs later than now', { usedMs: 1000, asksMs: -1 }],
];

test.each(['openbox', 'xfwm4', 'fluxbox', 'i3'] as const)('%s gives what asks for it the front or the keyboard', async (wm) => {
  await using two = await openTwo(wm);
  for (const [what, told] of cases) {
    await two.choose(two.person);
    await two.ask(told);
    // Xfwm4 raises it and focuses as of the time it asked for, which the server may decline.
    const isInFront = async () => wm === 'xfwm4' && (await two.oracle.stacking()).at(-1) === two.other;
    await until(async () => (await two.isActive(two.other)) || (await isInFront()), { what: `having asked ${what}` });
  }
});

test.each(['kwin_x11', 'metacity', 'mutter'] as const)('%s marks it instead, unless the person chooses it', async (wm) => {
  await using two = await openTwo(wm);
  const isMarked = async () => ((await two.oracle.property(two.other, '_NET_WM_STATE')) ?? '').includes('DEMANDS_ATTENTION');
  for (const [what, told] of cases) {
    await two.choose(two.person);
    await two.ask(told);
    await until(isMarked, { what: `marked, having asked ${what}` });
    expect(await two.isActive(two.person)).toBe(true);
    expect((await two.oracle.stacking()).at(-1)).toBe(two.person);
    await two.choose(two.other);
  }
});
