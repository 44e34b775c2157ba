// Positive controls: every sensor of the sentinel must see a deliberate violation, or a clean report would mean nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desktop, openDesktop } from '../support/desktop.js';
import { fixtureBinary } from '../support/parts/fixture-binaries.js';
import { windowManagers } from '../support/parts/window-managers.js';
import { type SentinelOptions, type SentinelReport, startSentinel, type Watch } from '../support/sentinel.js';
import { disturbances, expectUndisturbed } from '../support/undisturbed.js';
import { until } from '../support/until.js';

let desktop: Desktop;
let other: number;

beforeAll(async () => {
  desktop = await openDesktop();
  desktop.runApp('xterm', ['-geometry', '60x20+700+300', '-T', 'Other']);
  other = await desktop.waitForWindow({ title: '^Other$' });
});
afterAll(() => desktop?.dispose());

async function watching(act: (watch: Watch) => Promise<unknown>, options: SentinelOptions = {}): Promise<SentinelReport> {
  const watch = await startSentinel(desktop, options);
  await act(watch);
  await watch.mark('done');
  return watch.stop();
}

const seenWhile = async (act: (watch: Watch) => Promise<unknown>, options?: SentinelOptions) =>
  disturbances(await watching(act, options)).join('\n');
const xdotool = (...args: string[]) => desktop.run('xdotool', ...args);
const intruder = async (...args: unknown[]) => desktop.run(await fixtureBinary('intruder'), ...args.map(String));

describe('a person who is left alone', () => {
  test('is undisturbed while idle', async () => {
    expectUndisturbed(await watching((watch) => watch.mark('nothing happens')));
  });

  test.each(windowManagers)('is undisturbed while typing under %s, and every character arrives', async (wm) => {
    await using quiet = await openDesktop({ wm });
    const watch = await startSentinel(quiet, { typing: true });
    await until(async () => (await watch.typed()).length > 60, { what: 'sixty characters' });
    const report = await watch.stop();
    expectUndisturbed(report);
    expect(report.receivedText.length).toBeGreaterThan(60);
    expect(Number(report.after.samples)).toBeGreaterThan(50);
  });
});

describe('the sentinel sees windows', () => {
  test('being activated instead of its own', async () => {
    const seen = await seenWhile(() => xdotool('windowactivate', '--sync', String(other)));
    for (const what of ['keyboard focus moved', 'active window changed', 'active window was set', 'focus-out on'])
      expect(seen).toContain(what);
  });

  test('being raised', async () => {
    expect(await seenWhile(() => xdotool('windowraise', String(other)))).toContain('window order changed');
  });

  test('being raised and lowered again in one write', async () => {
    await xdotool('windowraise', String(other));
    expect(await seenWhile(() => intruder('flash-raise', other))).toContain('window order changed');
  });

  test('covering its own', async () => {
    const seen = await seenWhile(async () => {
      await xdotool('windowmove', '--sync', String(other), '60', '80', 'windowraise', String(other));
      await xdotool('windowmove', '--sync', String(other), '700', '300');
    });
    expect(seen).toContain('visibility on');
    expect(seen).toContain('expose on');
  });

  test('getting a hole in their input shape that stays', async () => {
    expect(await seenWhile(() => intruder('hole', other), { shapes: [other] })).toContain('inputShapes is not what it was');
    await intruder('unhole', other);
  });

  test('getting a hole in their input shape that is closed again, as a change that does not disturb', async () => {
    const report = await watching(() => intruder('hole', other).then(() => intruder('unhole', other)), { shapes: [other] });
    expectUndisturbed(report);
    expect(report.changes.map((change) => change.type)).toContain('input-shape-notify');
  });

  test('demanding attention', async () => {
    const demand = ['-id', String(other), '-f', '_NET_WM_STATE', '32a', '-set', '_NET_WM_STATE', '_NET_WM_STATE_DEMANDS_ATTENTION'];
    const seen = await seenWhile(() => desktop.run('xprop', ...demand), { targets: [other] });
    expect(seen).toContain('demands attention');
    expect(seen).toContain('a mark stayed');
    await desktop.run('xprop', '-id', String(other), '-remove', '_NET_WM_STATE');
  });
});

describe('the sentinel sees the person lose', () => {
  test('the pointer, by its position and by its events', async () => {
    const seen = await seenWhile(() => xdotool('mousemove', '900', '700'));
    expect(seen).toContain('pointer moved');
    expect(seen).toContain('leave on');
  });

  test('the pointer while moving it', async () => {
    const steal = async (watch: Watch) => {
      await xdotool('mousemove', '900', '700');
      await until(async () => (await watch.typed()).length > 30, { what: 'the person goes on typing' });
    };
    const seen = await seenWhile(steal, { typing: true });
    expect(seen).toContain('leave on');
  });

  test('the focus for less than a sample', async () => {
    expect(await seenWhile(() => intruder('flash-focus', other))).toContain('focus-out on');
  });

  test.each([
    ['clipboard', 'clipboard changed owner'],
    ['primary', 'selection changed owner'],
  ])('the %s', async (selection, meaning) => {
    const seen = await seenWhile(async () => {
      desktop.runApp('sh', ['-c', `printf stolen | xclip -selection ${selection} -quiet`]);
      await until(() => desktop.run('xclip', '-selection', selection, '-o').then((text) => text === 'stolen'), { what: 'it is taken' });
    });
    expect(seen).toContain(meaning);
    expect(seen).toContain('selection or clipboard was taken');
  });

  test.each([
    ['what their window is called', ['xprop', '-f', 'WM_NAME', '8s', '-set', 'WM_NAME', 'Renamed', '-id'], 'property changed'],
    [
      'what state their window is in',
      ['xprop', '-f', '_NET_WM_STATE', '32a', '-set', '_NET_WM_STATE', '_NET_WM_STATE_ABOVE', '-id'],
      'state of the person',
    ],
  ])('%s', async (_what, [command = '', ...args], meaning) => {
    expect(await seenWhile(({ window }) => desktop.run(command, ...args, String(window)))).toContain(meaning);
  });

  test('a lock key', async () => {
    expect(await seenWhile(() => xdotool('key', 'Num_Lock'))).toContain('keyboard locks changed');
    await xdotool('key', 'Num_Lock');
  });

  test('the keymap', async () => {
    const seen = await seenWhile(() => desktop.run('setxkbmap', 'de'));
    expect(seen).toContain('keymapHash is not what it was');
    expect(seen).toContain('keymap changed');
    await desktop.run('setxkbmap', 'us');
  });

  test('the layout they have chosen, and a latch', async () => {
    await desktop.run('setxkbmap', 'us,de');
    expect(await seenWhile(() => intruder('layout', 1))).toContain('keyboard layout changed');
    await intruder('layout', 0);
    expect(await seenWhile(() => intruder('latch', 1))).toContain('keyboard latches changed');
    await intruder('latch', 0);
    await desktop.run('setxkbmap', 'us');
  });

  test.each([
    ['the repeat of keys', ['r', 'off'], ['r', 'on'], 'repeat is not'],
    ['the repeat of one key', ['-r', '38'], ['r', '38'], 'repeatHash is not'],
    ['the time until the screen goes dark', ['s', '1234'], ['s', '600'], 'saverTimeout is not'],
    ['a screen that is lit', ['s', 'activate'], ['s', 'reset'], 'saver is not'],
  ])('%s', async (_what, lost, back, meaning) => {
    expect(await seenWhile(() => desktop.run('xset', ...lost))).toContain(meaning);
    await desktop.run('xset', ...back);
  });

  test('a window manager that dies', async () => {
    await using mortal = await openDesktop();
    const watch = await startSentinel(mortal);
    await mortal.wmProcess?.kill();
    expect(disturbances(await watch.stop()).join('\n')).toContain('the window manager died');
  });
});

describe('the sentinel sees input', () => {
  test('of somebody else on the keyboard of the person', async () => {
    expect(await seenWhile(() => xdotool('key', 'z'), { typing: true })).toContain('typed text differs');
  });

  test('of somebody else on the buttons of the person', async () => {
    expect(await seenWhile(() => xdotool('click', '1'))).toContain('clicks the person did not make');
  });

  test.each([
    ['a button', 'mouse', '1', 'buttons is not what it was'],
    ['a key', 'key', 'F9', 'keysDown is not what it was'],
  ])('that leaves %s down', async (_what, device, which, meaning) => {
    expect(await seenWhile(() => xdotool(`${device}down`, which))).toContain(meaning);
    await xdotool(`${device}up`, which);
  });

  test('sent to its window', async () => {
    expect(await seenWhile((watch) => intruder('send-key', watch.window))).toContain('synthetic event');
  });

  test('of a second pointer and keyboard', async () => {
    const report = await watching(() => intruder('second-hand', 280, 240));
    const leaked = report.events.filter((event) => event.protocol === 'xi2' && Number(event.device) > 3).map((event) => event.type);
    expect(new Set(leaked)).toEqual(new Set(['enter', 'motion', 'button-press', 'button-release', 'key-press', 'key-release']));
    expect(disturbances(report).join('\n')).toContain('event of another device');
    expect(report.changes.map((change) => change.type)).toContain('hierarchy');
  });
});
