// A window the person chooses is theirs at once and stays theirs, also while an agent is at work in it or has just started it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { startProduct } from '../../harness/product.js';
import { startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import type { WindowManager } from '../../support/parts/window-managers.js';
import { startSentinel, type Watch } from '../../support/sentinel.js';
import { until } from '../../support/until.js';
import { busyAgent, managers, personGetsTo, terminal } from './busy-agent.js';
import { seatsOn } from './seat-lab.js';

interface Choice {
  readonly how: string;
  /** Where that takes a person to a window; everywhere unless it says. */
  readonly under?: readonly WindowManager[];
  choose(desktop: Desktop, watch: Watch, window: number): Promise<unknown>;
}

async function moveInto(desktop: Desktop, watch: Watch, window: number): Promise<void> {
  const { x, y, width, height } = await oracleOf(desktop).window(window);
  await watch.person(`move ${x + Math.round(width / 2)} ${y + Math.round(height / 2)}`);
}

const altTab = (desktop: Desktop) => desktop.run('xdotool', 'keydown', 'alt', 'sleep', '0.1', 'key', 'Tab', 'sleep', '0.1', 'keyup', 'alt');

/** Openbox needs a moment: it stays in its list when they let go of Alt before it has come to Tab, also with no agent anywhere. */
const altTabAtOnce = (desktop: Desktop, watch: Watch) =>
  desktop.wm === 'openbox' ? desktop.run('xdotool', 'key', '--delay', '0', 'alt+Tab') : watch.person('chord Alt_L Tab');

const listing = managers.filter((wm) => wm !== 'i3');

const choices: readonly Choice[] = [
  { how: 'on a taskbar', choose: (desktop, _, window) => desktop.run('xdotool', 'windowactivate', String(window)) },
  {
    how: 'with a click in it',
    choose: async (desktop, watch, window) => {
      await moveInto(desktop, watch, window);
      await watch.person('click 1');
    },
  },
  { how: 'by moving the pointer into it', under: ['i3'], choose: moveInto },
  { how: 'with Alt+Right', under: ['i3'], choose: (desktop) => desktop.run('xdotool', 'key', 'alt+Right') },
  { how: 'with Alt+Tab', under: listing, choose: (desktop) => altTab(desktop) },
  { how: 'with Alt+Tab without any pause', under: listing, choose: altTabAtOnce },
];

const cases = managers.flatMap((wm) => choices.filter(({ under = managers }) => under.includes(wm)).map((choice) => ({ wm, ...choice })));

const eager = fileURLToPath(new URL('../../fixtures/apps/eager.py', import.meta.url));

/** Whether the person sees one window in front of the other, asked of the server: fluxbox does not list what others moved. */
async function isInFront(desktop: Desktop, window: number, other: number): Promise<boolean> {
  const tree = await desktop.run('xwininfo', '-root', '-tree');
  const place = (id: number) => tree.indexOf(` 0x${id.toString(16)} `);
  return place(window) < place(other);
}

/** They are in one window, with the other behind it; side by side under i3, nothing is behind anything. */
async function isLeftAlone(desktop: Desktop, window: number, other: number): Promise<boolean> {
  if ((await oracleOf(desktop).activeWindow()) !== window) return false;
  return desktop.wm === 'i3' || isInFront(desktop, window, other);
}

/** Mutter hears keys and clicks only a while after it has begun to manage windows, with no agent anywhere. */
async function untilItHears(desktop: Desktop, watch: Watch): Promise<void> {
  if (desktop.wm !== 'mutter') return;
  const isLarge = async () => (await oracleOf(desktop).property(watch.window, '_NET_WM_STATE'))?.includes('MAXIMIZED') ?? false;
  for (const large of [true, false]) {
    const press = async () => {
      await desktop.run('xdotool', 'key', 'alt+F10');
      return until(async () => (await isLarge()) === large, { what: 'it answers', timeoutMs: 200 }).catch(() => false);
    };
    await until(press, { what: 'the window manager hears the person' });
  }
}

/** Nothing took it from them in between, or afterwards. */
async function expectToStay(desktop: Desktop, watch: Watch, window: number): Promise<void> {
  if (desktop.wm !== 'i3') expect(await isInFront(desktop, window, watch.window)).toBe(true);
  const { after, changes } = await watch.stop();
  expect([after.focus, after.active]).toEqual([window, window]);
  expect(changes.filter(({ type }) => type === 'focus')).toHaveLength(1);
}

describe.each(cases)('under $wm the person gets $how', ({ wm, choose }) => {
  test('a window that has just been started for them', async () => {
    await using desktop = await openDesktop({ wm });
    const watch = await startSentinel(desktop);
    await untilItHears(desktop, watch);
    await using seats = seatsOn(desktop);
    const end = await seats.guardAgainstNew('agent');
    const window = await terminal(desktop);
    await until(() => isLeftAlone(desktop, watch.window, window), { what: 'they are still where they were' });
    await choose(desktop, watch, window);
    await personGetsTo(desktop, window);
    end();
    await seats.release('agent');
    await expectToStay(desktop, watch, window);
  });

  test('a window an agent is at work in', async () => {
    await using desktop = await openDesktop({ wm });
    const window = await terminal(desktop);
    const watch = await startSentinel(desktop);
    await untilItHears(desktop, watch);
    await using seats = seatsOn(desktop);
    const end = await seats.guardAgainst('agent', window);
    await choose(desktop, watch, window);
    await personGetsTo(desktop, window);
    end();
    await seats.release('agent');
    await expectToStay(desktop, watch, window);
  });
});

test.each(listing)(
  'under %s the person goes to and fro with Alt+Tab and a taskbar as often as they like beside an agent that is always at work',
  async (wm) => {
    await using desktop = await openDesktop({ wm });
    const window = await terminal(desktop);
    const watch = await startSentinel(desktop);
    await untilItHears(desktop, watch);
    await using seats = seatsOn(desktop);
    await using _ = await busyAgent(desktop, seats, window);
    for (let times = 0; times < 3; times++) {
      await altTab(desktop);
      await personGetsTo(desktop, window);
      await desktop.run('xdotool', 'windowactivate', String(watch.window));
      await personGetsTo(desktop, watch.window);
    }
  },
);

// GTK 4 is lent the agent's keyboard for its menus.
describe.each(cases.filter(({ wm, how }) => ['openbox', 'metacity', 'kwin_x11'].includes(wm) && how !== 'on a taskbar'))(
  'under $wm the person gets $how',
  ({ wm, choose }) => {
    test('a window of GTK 4 in which an agent has a menu open', async () => {
      await using desktop = await openDesktop({ wm });
      const app = await startFixture(desktop, 'gtk4');
      const watch = await startSentinel(desktop, { at: { x: 300, y: 80, width: 260, height: 260 } });
      await using product = startProduct(desktop);
      await product.call('right_click', { ...product.at(app), ...app.centre('context') });
      await app.waitForEvent('the menu', ({ type }) => type === 'menu-opened');
      await choose(desktop, watch, app.windowId);
      await personGetsTo(desktop, app.windowId);
    });
  },
);

const places = [
  { where: 'behind theirs', at: { x: 580, y: 80, width: 480, height: 360 } },
  { where: 'beside theirs', at: { x: 40, y: 60, width: 480, height: 360 } },
];

describe.each(places)('Alt+Tab without any pause takes the person to the window $where', ({ at }) => {
  test.each(listing)('that an agent is always at work in under %s', async (wm) => {
    await using desktop = await openDesktop({ wm });
    const window = await terminal(desktop);
    const watch = await startSentinel(desktop, { at });
    await untilItHears(desktop, watch);
    await using seats = seatsOn(desktop);
    await using agent = await busyAgent(desktop, seats, window);
    for (let times = 0; times < 6; times++) {
      await agent.acts(5);
      await altTabAtOnce(desktop, watch);
      await personGetsTo(desktop, window);
      await agent.acts(5);
      await desktop.run('xdotool', 'windowactivate', String(watch.window));
      await personGetsTo(desktop, watch.window);
    }
  });

  test.each(listing)('that they used last while an agent is always at work in another under %s', async (wm) => {
    await using desktop = await openDesktop({ wm });
    const another = await terminal(desktop, 'Another', '+100+500');
    const window = await terminal(desktop);
    const watch = await startSentinel(desktop, { at });
    await untilItHears(desktop, watch);
    await using seats = seatsOn(desktop);
    await using agent = await busyAgent(desktop, seats, another);
    // Fluxbox stays in its list when they are that fast, also with no agent anywhere, and goes on in it with the next Tab.
    for (const next of wm === 'fluxbox' ? [window] : [window, watch.window, window, watch.window]) {
      await agent.acts(5);
      await altTabAtOnce(desktop, watch);
      await personGetsTo(desktop, next);
    }
  });
});

/**
 * An agent waits 2 s for a person who holds Alt, and begins just when they let go after the longer pauses.
 * Mutter alone has no list: each Tab takes them on at once.
 */
const slowly = listing
  .filter((wm) => wm !== 'mutter')
  .flatMap((wm) => (wm === 'metacity' || wm === 'openbox' ? [0.15, 0.4] : [0.15]).map((pause) => ({ wm, pause })));

test.each(slowly)(
  'under $wm two Tabs with $pause s between the keys take the person to the window before the last beside an agent that is always at work',
  async ({ wm, pause }) => {
    await using desktop = await openDesktop({ wm });
    const another = await terminal(desktop, 'Another', '+100+500');
    const window = await terminal(desktop);
    const watch = await startSentinel(desktop);
    await untilItHears(desktop, watch);
    await using seats = seatsOn(desktop);
    await using agent = await busyAgent(desktop, seats, another);
    const tab = ['sleep', String(pause), 'keydown', 'Tab', 'sleep', String(pause), 'keyup', 'Tab'];
    for (const next of [another, window, watch.window, another, window, watch.window]) {
      await agent.acts(5);
      await desktop.run('xdotool', 'keydown', 'alt', ...tab, ...tab, 'sleep', String(pause), 'keyup', 'alt');
      await personGetsTo(desktop, next);
      await agent.acts(5);
      await personGetsTo(desktop, next);
    }
  },
);

test.each(listing)('under %s the person goes to and fro with Alt+Tab as often as they like while a program is started', async (wm) => {
  await using desktop = await openDesktop({ wm });
  const window = await terminal(desktop);
  const watch = await startSentinel(desktop);
  await untilItHears(desktop, watch);
  await using seats = seatsOn(desktop);
  const end = await seats.guardAgainstNew('agent');
  for (const next of [window, watch.window, window, watch.window]) {
    await altTab(desktop);
    await personGetsTo(desktop, next);
  }
  end();
});

describe.each(managers)('under %s', (wm) => {
  test('a person who moves on to another window during an act is left alone there by what still comes of the act', async () => {
    await using desktop = await openDesktop({ wm });
    const log = join(desktop.dir, 'eager.log');
    const program = desktop.runApp('/usr/bin/python3', [eager, log]);
    const target = await desktop.waitForWindow({ title: '^Eager$' });
    await until(() => readFileSync(log, 'utf8').includes('asked'), { what: 'it has asked for the focus, before the person takes it' });
    const window = await terminal(desktop);
    const watch = await startSentinel(desktop);
    await using seats = seatsOn(desktop);
    const end = await seats.guardAgainst('agent', target);
    await desktop.run('xdotool', 'windowactivate', String(window));
    await personGetsTo(desktop, window);
    process.kill(program.pid, 'SIGUSR1');
    const another = await desktop.waitForWindow({ title: '^Another$' });
    await until(() => isLeftAlone(desktop, window, another), { what: 'what came of the act is behind the person’s window' });
    end();
    await seats.release('agent');
    const { after } = await watch.stop();
    expect([after.focus, after.active]).toEqual([window, window]);
  });
});

test('under i3, where the pointer leads the keyboard, a window that comes to lie under theirs and asks for it does not get it', async () => {
  await using desktop = await openDesktop({ wm: 'i3' });
  const watch = await startSentinel(desktop);
  const rests = { x: 900, y: 400 };
  await watch.person(`move ${rests.x} ${rests.y}`);
  await using seats = seatsOn(desktop);
  const end = await seats.guardAgainstNew('agent');
  await terminal(desktop, 'Right');
  const log = join(desktop.dir, 'eager.log');
  desktop.runApp('/usr/bin/python3', [eager, log]);
  const window = await desktop.waitForWindow({ title: '^Eager$' });
  const isUnderPointer = async () => {
    const { x, width } = await oracleOf(desktop).window(window);
    return x <= rests.x && rests.x < x + width;
  };
  expect(await isUnderPointer()).toBe(false);
  const left = await terminal(desktop, 'Left');
  await until(isUnderPointer, { what: 'it has made room for another one' });
  await until(() => readFileSync(log, 'utf8').includes('asked'), { what: 'it has asked for the focus' });
  await until(() => isLeftAlone(desktop, watch.window, left), { what: 'the person’s window is the active one' });
  const { changes } = await watch.stop();
  end();
  expect(changes.filter(({ type }) => type === 'focus')).toEqual([]);
});
