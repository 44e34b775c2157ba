// The order of windows is the person's: where they put a window it stays, whatever agents do in it or in others then.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { fixtureBinary } from '../../support/parts/fixture-binaries.js';
import { startLineProcess } from '../../support/parts/line-process.js';
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

/** The person's hand: it raises a window without giving it the focus, as a wheel over a taskbar or a hotkey does. */
async function raiser(desktop: Desktop): Promise<(window: number) => Promise<void>> {
  const mover = startLineProcess(desktop, await fixtureBinary('mover'), []);
  return async (window) => void (await mover.ask(`raise ${window}`, 'done'));
}

test('a window the person raised while an agent acted in another one stays raised when an agent acts in it too', async () => {
  await using desktop = await openDesktop();
  const [target = 0, beside = 0, other = 0, last = 0] = await terminals(desktop, 'Target', 'Beside', 'Other', 'Last');
  const watch = await startSentinel(desktop);
  const raise = await raiser(desktop);
  await using seats = seatsOn(desktop);
  const ends = [await seats.guardAgainst('agent', other)];
  await raise(target);
  ends.push(await seats.guardAgainst('agent', target));
  await raise(last);
  // What the guard does about that is done once it has seen to another restacking.
  await raise(beside);
  for (const end of ends) end();
  await seats.release('agent');
  expect(await oracleOf(desktop).stacking()).toEqual([other, watch.window, target, last, beside]);
  await watch.stop();
});

/** The person has set their window manager up so that a click with Super held raises a window and does nothing else. */
async function raisesOnSuperClick(desktop: Desktop): Promise<void> {
  const folder = join(desktop.env.XDG_CONFIG_HOME ?? '', 'openbox');
  mkdirSync(folder, { recursive: true });
  const binding = '<mousebind button="W-Left" action="Press"><action name="Raise"/></mousebind>';
  const usual = readFileSync('/etc/xdg/openbox/rc.xml', 'utf8');
  writeFileSync(
    join(folder, 'rc.xml'),
    usual.replace('<context name="Frame">', (frame) => `${frame}${binding}`),
  );
  await desktop.run('openbox', '--reconfigure');
}

test('a window the person raises without going to it while an agent acts in it stays raised', async () => {
  await using desktop = await openDesktop();
  await raisesOnSuperClick(desktop);
  const [target = 0, beside = 0, last = 0] = await terminals(desktop, 'Target', 'Beside', 'Last');
  const watch = await startSentinel(desktop);
  const raise = await raiser(desktop);
  await using seats = seatsOn(desktop);
  const { stacking, activeWindow, window: factsOf } = oracleOf(desktop);
  const end = await seats.guardAgainst('agent', target);
  const { x, y } = await factsOf(target);
  await watch.person(`move ${x + 5} ${y + 5}`);
  await desktop.run('xdotool', 'keydown', 'super', 'click', '1', 'keyup', 'super');
  await until(async () => (await stacking()).at(-1) === target, { what: 'it is in front' });
  expect(await activeWindow()).toBe(watch.window);
  // What they do next is not done to it any more.
  const own = await factsOf(watch.window);
  await watch.person(`move ${own.x + 5} ${own.y + 5}`);
  await watch.person('click 1');
  await until(async () => (await stacking()).at(-1) === watch.window, { what: 'their own window is in front' });
  await raise(last);
  // What the guard does about that is done once it has seen to another restacking.
  await raise(watch.window);
  end();
  await seats.release('agent');
  expect(await stacking()).toEqual([beside, target, last, watch.window]);
  await watch.stop();
});

const eager = fileURLToPath(new URL('../../fixtures/apps/eager.py', import.meta.url));

test('a window the person raised after an act stays raised when its program answers that act late with another window', async () => {
  await using desktop = await openDesktop();
  const log = join(desktop.dir, 'eager.log');
  const program = desktop.runApp('/usr/bin/python3', [eager, log]);
  const target = await desktop.waitForWindow({ title: '^Eager$' });
  await until(() => readFileSync(log, 'utf8').includes('asked'), { what: 'it has asked for the focus, before the person takes it' });
  const [beside = 0] = await terminals(desktop, 'Beside');
  const watch = await startSentinel(desktop);
  const raise = await raiser(desktop);
  await using seats = seatsOn(desktop);
  (await seats.guardAgainst('agent', target))();
  await seats.release('agent');
  await raise(target);
  // Answers come in order: after the second one the guard has heard of the raise and looked at it.
  await seats.list();
  await seats.list();
  process.kill(program.pid, 'SIGUSR1');
  const another = await desktop.waitForWindow({ title: '^Another$' });
  const order = () => oracleOf(desktop).stacking();
  const isBehind = async () => (await order()).indexOf(another) < (await order()).indexOf(watch.window);
  await until(isBehind, { what: 'the new window is behind the person’s' });
  expect((await order()).filter((each) => each !== another)).toEqual([beside, watch.window, target]);
  await watch.stop();
});
