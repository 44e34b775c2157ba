// A window the person chooses is theirs at once and stays theirs, also while an agent is at work in it or has just started it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { startSentinel, type Watch } from '../../support/sentinel.js';
import { until } from '../../support/until.js';
import { seatsOn } from './seat-lab.js';

interface Choice {
  readonly how: string;
  choose(desktop: Desktop, watch: Watch, window: number): Promise<unknown>;
}

const choices: readonly Choice[] = [
  { how: 'on a taskbar', choose: (desktop, _, window) => desktop.run('xdotool', 'windowactivate', String(window)) },
  {
    how: 'with a click in it',
    choose: async (desktop, watch, window) => {
      const { x, y, width, height } = await oracleOf(desktop).window(window);
      await watch.person(`move ${x + Math.round(width / 2)} ${y + Math.round(height / 2)}`);
      await watch.person('click 1');
    },
  },
  {
    how: 'with Alt+Tab',
    choose: (desktop) => desktop.run('xdotool', 'keydown', 'alt', 'sleep', '0.1', 'key', 'Tab', 'sleep', '0.1', 'keyup', 'alt'),
  },
];

const cases = (['openbox', 'xfwm4', 'metacity'] as const).flatMap((wm) => choices.map((choice) => ({ wm, ...choice })));

const eager = fileURLToPath(new URL('../../fixtures/apps/eager.py', import.meta.url));

const terminal = (desktop: Desktop) => {
  desktop.runApp('xterm', ['-title', 'Chosen', '-geometry', '40x10+600+100', '-e', 'sleep', '600']);
  return desktop.waitForWindow({ title: '^Chosen$' });
};

async function personGetsTo(desktop: Desktop, window: number): Promise<void> {
  const { activeWindow, focusedWindow } = oracleOf(desktop);
  await until(async () => (await activeWindow()) === window, { what: 'the person is in the window' });
  await until(async () => (await focusedWindow()) === window, { what: 'and so is their keyboard' });
}

/** Nothing took it from them in between, or afterwards. */
async function expectToStay(desktop: Desktop, watch: Watch, window: number): Promise<void> {
  const { after, changes } = await watch.stop();
  expect([after.focus, after.active]).toEqual([window, window]);
  expect(changes.filter(({ type }) => type === 'focus')).toHaveLength(1);
  expect((await oracleOf(desktop).stacking()).at(-1)).toBe(window);
}

describe.each(cases)('under $wm the person gets $how', ({ wm, choose }) => {
  test('a window that has just been started for them', async () => {
    await using desktop = await openDesktop({ wm });
    const watch = await startSentinel(desktop);
    await using seats = seatsOn(desktop);
    const end = await seats.guardAgainstNew('agent');
    const window = await terminal(desktop);
    const { activeWindow, stacking } = oracleOf(desktop);
    const isBehind = async () => (await activeWindow()) === watch.window && (await stacking()).at(-1) === watch.window;
    await until(isBehind, { what: 'they are still where they were' });
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
    await using seats = seatsOn(desktop);
    const end = await seats.guardAgainst('agent', window);
    await choose(desktop, watch, window);
    await personGetsTo(desktop, window);
    end();
    await seats.release('agent');
    await expectToStay(desktop, watch, window);
  });
});

describe.each(['openbox', 'metacity'] as const)('under %s', (wm) => {
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
    const { activeWindow, stacking } = oracleOf(desktop);
    const isBehind = async () =>
      (await stacking()).indexOf(another) < (await stacking()).indexOf(window) && (await activeWindow()) === window;
    await until(isBehind, { what: 'what came of the act is behind the person’s window' });
    end();
    await seats.release('agent');
    const { after } = await watch.stop();
    expect([after.focus, after.active]).toEqual([window, window]);
  });
});
