// A person who went on to another window, or whose pointer rests where one comes to lie, is left alone by what still comes of an act.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { startSentinel } from '../../support/sentinel.js';
import { until } from '../../support/until.js';
import { managers, personGetsTo, terminal } from './busy-agent.js';
import { isLeftAlone } from './persons-way.js';
import { click, openLab, seatsOn } from './seat-lab.js';

const eager = fileURLToPath(new URL('../../fixtures/apps/eager.py', import.meta.url));

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
    const end = await seats.guardProgram('agent', target);
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
  const { end } = await seats.guardAgainstNew('agent');
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

test('under i3 a person gets with their pointer to a window that came to lie where the devices of an agent rest', async () => {
  await using lab = await openLab('qt5', { wm: 'i3' });
  const { desktop, app } = lab;
  // This toolkit takes two keyboards, each with a pointer of its own.
  await lab.perform(click(lab.at('button')));
  await lab.seats.release('agent');
  const window = await terminal(desktop);
  const { x, y, width, height } = await oracleOf(desktop).window(window);
  const corner = { x: desktop.size.width - 1, y: desktop.size.height - 1 }; // where they rest, but for its border
  expect([x + width, y + height]).toEqual([expect.closeTo(corner.x, -1), expect.closeTo(corner.y, -1)]);
  const moveInto = async (to: number) => {
    const place = await oracleOf(desktop).window(to);
    await desktop.run('xdotool', 'mousemove', String(place.x + 100), String(place.y + 100));
    await personGetsTo(desktop, to);
  };
  await moveInto(app.windowId);
  await moveInto(window);
});
