// The order of windows is the person's: where they put a window it stays, whatever agents do in it or in others then.
import { expect, test } from 'vitest';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { startSentinel } from '../../support/sentinel.js';
import { until } from '../../support/until.js';
import { seatsOn } from './seat-lab.js';

async function terminals(desktop: Desktop, ...titles: string[]): Promise<number[]> {
  const windows: number[] = [];
  for (const title of titles) {
    desktop.runApp('xterm', ['-title', title, '-geometry', `40x10+${600 + 40 * windows.length}+100`, '-e', 'sleep', '600']);
    windows.push(await desktop.waitForWindow({ title: `^${title}$` }));
  }
  return windows;
}

/** Without giving it the focus, as a wheel over a taskbar or a hotkey does. */
async function raise(desktop: Desktop, window: number): Promise<void> {
  await desktop.run('xdotool', 'windowraise', String(window));
  await until(async () => (await oracleOf(desktop).stacking()).at(-1) === window, { what: 'it is raised' });
}

test('a window the person raised while an agent acted in another one stays raised when an agent acts in it too', async () => {
  await using desktop = await openDesktop();
  const [target = 0, beside = 0, other = 0, last = 0] = await terminals(desktop, 'Target', 'Beside', 'Other', 'Last');
  const watch = await startSentinel(desktop);
  await using seats = seatsOn(desktop);
  const ends = [await seats.guardAgainst('agent', other)];
  await raise(desktop, target);
  ends.push(await seats.guardAgainst('agent', target));
  await raise(desktop, last);
  // What the guard does about that is done once it has seen to another restacking.
  await raise(desktop, beside);
  for (const end of ends) end();
  await seats.release('agent');
  expect(await oracleOf(desktop).stacking()).toEqual([other, watch.window, target, last, beside]);
  await watch.stop();
});
