// A window the person chooses is theirs at once and stays theirs, also while an agent is at work in it or has just started it.
import { describe, expect, test } from 'vitest';
import { startProduct } from '../../harness/product.js';
import { startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import type { WindowManager } from '../../support/parts/window-managers.js';
import { startSentinel, type Watch } from '../../support/sentinel.js';
import { until } from '../../support/until.js';
import { managers, personGetsTo, terminal } from './busy-agent.js';
import { altTab, altTabAtOnce, isInFront, isLeftAlone, listing, pickOnTaskbar, untilItHears } from './persons-way.js';
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

const choices: readonly Choice[] = [
  { how: 'on a taskbar', choose: pickOnTaskbar },
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
    const { end } = await seats.guardAgainstNew('agent');
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
