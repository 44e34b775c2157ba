// A person whose last window is gone is where these window managers put them: what they type goes to nobody, not to what is under their pointer.
import { expect, test } from 'vitest';
import { openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { startSentinel } from '../../support/sentinel.js';
import { until } from '../../support/until.js';
import { terminal } from './busy-agent.js';
import { seatsOn } from './seat-lab.js';

const WITH_THE_POINTER = 1;

test.each(['xfwm4', 'metacity'] as const)(
  'a person who closes their last window beside an agent under %s is where that puts them',
  async (wm) => {
    await using desktop = await openDesktop({ wm });
    const { focusedWindow, activeWindow, property } = oracleOf(desktop);
    const close = async () => {
      const watch = await startSentinel(desktop);
      await watch.stop();
      await until(async () => (await activeWindow()) === 0, { what: 'nobody is active' });
    };
    const target = await terminal(desktop);
    await desktop.run('xdotool', 'windowminimize', String(target));
    await until(async () => ((await property(target, '_NET_WM_STATE')) ?? '').includes('HIDDEN'), { what: 'it is hidden' });
    await close();
    await until(async () => (await focusedWindow()) !== WITH_THE_POINTER, { what: 'it puts them somewhere' });
    const alone = await focusedWindow();
    await using seats = seatsOn(desktop);
    const watch = await startSentinel(desktop);
    const end = await seats.guardAgainst('agent', target);
    await watch.stop();
    await until(async () => (await activeWindow()) === 0, { what: 'nobody is active' });
    await until(async () => (await focusedWindow()) === alone, { what: 'they are there' });
    end();
    expect(await focusedWindow()).toBe(alone);
  },
);
