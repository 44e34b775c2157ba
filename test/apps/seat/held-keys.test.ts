// The person's pointer stays held while they hold Alt or the like, and is theirs before any key they press then is heard of.
import { expect, test } from 'vitest';
import { openDesktop } from '../../support/desktop.js';
import { fixtureBinary } from '../../support/parts/fixture-binaries.js';
import { startLineProcess } from '../../support/parts/line-process.js';
import { startSentinel } from '../../support/sentinel.js';
import { until } from '../../support/until.js';
import { managers, personGetsTo, terminal } from './busy-agent.js';
import { openHolder, takeIn } from './pointer-holder.js';

const others = ['a', 'F9', 'Shift_L', 'c'];

test.each(['Alt_L', 'Control_L', 'Super_L'])('keys that the person presses while they hold %s arrive', async (key) => {
  await using desktop = await openDesktop();
  await using holder = await openHolder(desktop);
  const watch = await startSentinel(desktop);
  await holder.hold();
  await watch.person(`down ${key}`);
  for (const other of others) {
    await until(async () => (await takeIn(desktop)) === 'refused', { what: `it is held although ${key} is` });
    await watch.person(`key ${other}`);
    await until(async () => (await takeIn(desktop)) === 'taken', { what: `it is let go for ${other}` });
  }
  await until(async () => (await takeIn(desktop)) === 'refused', { what: 'it is held again' });
  await watch.person(`up ${key}`);
  await until(async () => (await takeIn(desktop)) === 'taken', { what: 'it is let go when the key is' });
  const { events } = await watch.stop();
  const pressed = events.filter(({ type }) => type === 'key-press').map(({ keysym }) => keysym);
  expect(pressed).toEqual([key, ...others]);
  expect(events.filter(({ type }) => type === 'key-release')).toHaveLength(pressed.length);
  // Keys that wait must not be seen to: a keyboard that is held tells its window that it lost the focus.
  expect(events.filter(({ type }) => type === 'focus-out')).toEqual([]);
});

test('a hotkey that opens a menu always finds the pointer free', async () => {
  await using desktop = await openDesktop({ wm: 'none' });
  await using holder = await openHolder(desktop);
  const watch = await startSentinel(desktop);
  const { next, lines } = startLineProcess(desktop, await fixtureBinary('hotkey'), ['F9']);
  await next('the hotkey is there', ({ type }) => type === 'ready');
  await holder.hold();
  await watch.person('down Alt_L');
  for (let time = 1; time <= 10; time++) {
    await until(async () => (await takeIn(desktop)) === 'refused', { what: 'it is held although Alt is' });
    await watch.person('key F9');
    await until(() => lines.length > time, { what: 'the hotkey is heard' });
  }
  expect(lines.slice(1).map(({ type }) => type)).toEqual(Array(10).fill('taken'));
});

test.each(managers.filter((wm) => wm !== 'i3'))('under %s the person chooses windows with Alt+Tab', async (wm) => {
  await using desktop = await openDesktop({ wm });
  const watch = await startSentinel(desktop);
  const other = await terminal(desktop);
  await personGetsTo(desktop, other);
  await using holder = await openHolder(desktop);
  await holder.hold();
  for (const window of [watch.window, other, watch.window, other]) {
    await watch.person('down Alt_L');
    await until(async () => (await takeIn(desktop)) === 'refused', { what: 'it is held although Alt is' });
    await desktop.run('xdotool', 'key', 'Tab', 'sleep', '0.02', 'keyup', 'alt');
    await personGetsTo(desktop, window);
  }
});
