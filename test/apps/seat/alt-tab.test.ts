// The window manager's own list of windows takes the person where they meant to go beside an agent that never rests.
import { describe, test } from 'vitest';
import { openDesktop } from '../../support/desktop.js';
import { startSentinel } from '../../support/sentinel.js';
import { busyAgent, personGetsTo, terminal } from './busy-agent.js';
import { altTab, altTabAtOnce, listing, untilItHears } from './persons-way.js';
import { seatsOn } from './seat-lab.js';

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
  const { end } = await seats.guardAgainstNew('agent');
  for (const next of [window, watch.window, window, watch.window]) {
    await altTab(desktop);
    await personGetsTo(desktop, next);
  }
  end();
});
