// A window the person clicks into is theirs although an agent has just acted there, and has a keyboard of its own in it yet.
import { expect, test } from 'vitest';
import { oracleOf } from '../../support/oracle.js';
import { until } from '../../support/until.js';
import { managers } from './busy-agent.js';
import { click, type Lab, openLab } from './seat-lab.js';

/** Its program may keep the keyboard in a part of it. */
const partOfId = 12;

/** The window manager says so too, and it stays so after the agent has left. */
async function expectPersonIn({ app, desktop, seats }: Lab): Promise<void> {
  const { activeWindow, focusedWindow } = oracleOf(desktop);
  const isIn = async () => (await activeWindow()) === app.windowId && (await focusedWindow()) >>> partOfId === app.windowId >>> partOfId;
  await until(isIn, { what: 'the person is in the window' });
  await seats.release('agent');
  expect(await isIn()).toBe(true);
}

/** GTK 4 is lent the agent's keyboard for its menus, and one that hides another is in windows of Qt. */
const cases = managers.flatMap((wm) => (['gtk4', 'qt5'] as const).map((toolkit) => ({ wm, toolkit })));

test.each(cases)('under $wm a person who clicks into a window of $toolkit right after an agent did is in it', async ({ wm, toolkit }) => {
  await using lab = await openLab(toolkit, { wm });
  const { app, desktop } = lab;
  const watch = await lab.person({ typing: false, at: { x: 40, y: 60, width: 260, height: 260 } });
  const { x, y } = await oracleOf(desktop).window(app.windowId);
  const spot = app.centre('canvas');
  for (let times = 0; times < 2; times++) {
    await lab.perform(click(lab.at('entry')));
    await watch.person(`move ${x + spot.x} ${y + spot.y}`);
    await watch.person('click 1');
    await expectPersonIn(lab);
    await desktop.run('xdotool', 'windowactivate', String(watch.window));
    await until(async () => (await oracleOf(desktop).activeWindow()) === watch.window, { what: 'they go back' });
  }
});
