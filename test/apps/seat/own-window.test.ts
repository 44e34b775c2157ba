// A window the person opens themselves while an agent acts: their keyboard goes into it, as if nobody else were there.
import { expect, test } from 'vitest';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { fixtureBinary } from '../../support/parts/fixture-binaries.js';
import { type Line, type LineProcess, startLineProcess } from '../../support/parts/line-process.js';
import { until } from '../../support/until.js';
import { busyAgent, managers, personGetsTo, terminal } from './busy-agent.js';
import { click, type Lab, openLab, seatsOn } from './seat-lab.js';

const personKeyboard = 3;
const typedInto = (lines: readonly Line[]): string =>
  lines
    .filter((line) => line.type === 'key-press' && line.protocol === 'xi2' && line.device === personKeyboard)
    .map(({ text }) => text)
    .join('');

/** The agent clicks without a pause for as long as the work takes, and has stopped when this ends. */
async function whileActing(lab: Lab, work: () => Promise<void>): Promise<void> {
  let isOver = false;
  const acting = (async () => {
    for (let count = 0; !isOver; count++) await lab.perform(click(lab.at('canvas', (count % 5) * 20 - 40)));
  })();
  const worked = (async () => {
    try {
      await lab.app.waitForEvent('the agent at work', ({ type, widget }) => type === 'press' && widget === 'canvas');
      await work();
    } finally {
      isOver = true;
    }
  })();
  await Promise.allSettled([acting, worked]);
  await Promise.all([acting, worked]);
}

test('what the person types goes on in each window they open while an agent acts, and nothing of it is lost', async () => {
  await using lab = await openLab('gtk3');
  const watch = await lab.person();
  const { focusedWindow, activeWindow } = oracleOf(lab.desktop);
  const opened: LineProcess[] = [];
  await whileActing(lab, async () => {
    for (const title of ['Second', 'Third', 'Fourth', 'Fifth', 'Sixth']) {
      const fresh = startLineProcess(lab.desktop, await fixtureBinary('sentinel'), ['40', '480', '400', '200', title]);
      const window = Number((await fresh.next('the person’s new window', ({ type }) => type === 'ready')).window);
      await until(() => typedInto(fresh.lines).length > 20, { what: `the person types into the ${title}` });
      const isTheirs = async () => (await activeWindow()) === window && (await focusedWindow()) === window;
      await until(isTheirs, { what: `the ${title} is active and focused` });
      opened.push(fresh);
    }
  });
  const report = await watch.stop();
  expect(report.receivedText + opened.map(({ lines }) => typedInto(lines)).join('')).toBe(report.sentText);
  expect(report.changes.filter(({ type }) => type === 'focus')).toHaveLength(opened.length);
});

async function openOwn(desktop: Desktop) {
  const { child, next } = startLineProcess(desktop, await fixtureBinary('sentinel'), ['40', '60', '480', '360', 'Own']);
  const window = async () => {
    await next('it is shown', ({ type }) => type === 'map');
    return Number((await next('the person’s window', ({ type }) => type === 'ready')).window);
  };
  return { close: () => child.kill(), window };
}

const OFTEN = 6;
/** Whatever is still on its way after a window has closed has come by then. */
const MANY_ACTS = 100;

test.each(managers)('under %s a person who closes their window and opens another beside a busy agent is in the new one', async (wm) => {
  await using desktop = await openDesktop({ wm });
  const left = await terminal(desktop);
  let own = await openOwn(desktop);
  await desktop.run('xdotool', 'windowactivate', String(await own.window()));
  await personGetsTo(desktop, await own.window());
  await using seats = seatsOn(desktop);
  await using agent = await busyAgent(desktop, seats, left);
  for (let times = 0; times < OFTEN; times++) {
    await agent.acts(3);
    const [opened] = await Promise.all([openOwn(desktop), own.close()]);
    await agent.acts(MANY_ACTS);
    await personGetsTo(desktop, await opened.window());
    own = opened;
  }
});

const SHADED = '_NET_WM_STATE_SHADED';
const POINTER_ROOT = 1;

test.each(['openbox', 'xfwm4', 'metacity', 'kwin_x11', 'fluxbox'] as const)(
  'under %s a person who rolls their window up beside a busy agent stays there, and types on once it is unrolled',
  async (wm) => {
    await using desktop = await openDesktop({ wm });
    const left = await terminal(desktop);
    const own = await openOwn(desktop);
    const window = await own.window();
    await desktop.run('xdotool', 'windowactivate', String(window));
    await personGetsTo(desktop, window);
    await using seats = seatsOn(desktop);
    await using agent = await busyAgent(desktop, seats, left);
    const { activeWindow, focusedWindow, property } = oracleOf(desktop);
    const roll = async (asked: 'add' | 'remove') => {
      await agent.acts(3);
      await desktop.run(await fixtureBinary('window-state'), String(window), asked, SHADED);
      const isDone = async () => ((await property(window, '_NET_WM_STATE')) ?? '').includes(SHADED) === (asked === 'add');
      await until(isDone, { what: `the window manager answers ${asked}` });
      await agent.acts(MANY_ACTS);
      expect(await activeWindow()).toBe(window);
      // Where their pointer is, their keys would go otherwise.
      expect(await focusedWindow()).toBeGreaterThan(POINTER_ROOT);
    };
    for (let times = 0; times < 3; times++) {
      await roll('add');
      await roll('remove');
    }
    await personGetsTo(desktop, window);
  },
);
