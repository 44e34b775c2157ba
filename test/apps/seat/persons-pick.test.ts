// What the person picks on their taskbar they get at once, also while agents are at work in it or start it.
import { describe, test } from 'vitest';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { startSentinel } from '../../support/sentinel.js';
import { until } from '../../support/until.js';
import { seatsOn } from './seat-lab.js';

/** As a taskbar does. */
async function pick(desktop: Desktop, window: number): Promise<void> {
  await desktop.run('xdotool', 'windowactivate', String(window));
}

async function isPersonIn(desktop: Desktop, window: number): Promise<void> {
  const { activeWindow, focusedWindow } = oracleOf(desktop);
  await until(async () => (await activeWindow()) === window, { what: 'the person is in the window' });
  await until(async () => (await focusedWindow()) === window, { what: 'and so is their keyboard' });
}

const terminal = (desktop: Desktop) => {
  desktop.runApp('xterm', ['-title', 'Picked', '-geometry', '40x10+600+100', '-e', 'sleep', '600']);
  return desktop.waitForWindow({ title: '^Picked$' });
};

describe.each(['openbox', 'xfwm4', 'metacity'] as const)('under %s the person gets', (wm) => {
  test('a window that has just been started for them', async () => {
    await using desktop = await openDesktop({ wm });
    const watch = await startSentinel(desktop);
    await using seats = seatsOn(desktop);
    const end = await seats.guardAgainstNew('agent');
    const window = await terminal(desktop);
    await until(async () => (await oracleOf(desktop).activeWindow()) === watch.window, { what: 'they are still where they were' });
    await pick(desktop, window);
    await isPersonIn(desktop, window);
    end();
    await watch.stop();
  });

  test('a window an agent is at work in', async () => {
    await using desktop = await openDesktop({ wm });
    const window = await terminal(desktop);
    const watch = await startSentinel(desktop);
    await using seats = seatsOn(desktop);
    const end = await seats.guardAgainst('agent', window);
    await pick(desktop, window);
    await isPersonIn(desktop, window);
    end();
    await watch.stop();
  });
});
