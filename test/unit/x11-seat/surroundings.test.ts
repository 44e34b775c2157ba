import { describe, expect, test } from 'vitest';
import { toolkitOfClass, toolkitOfMaps } from '../../../src/backends/x11/seat/toolkit/detect.js';
import { traitsOf } from '../../../src/backends/x11/seat/toolkit/traits.js';
import { restacksFor } from '../../../src/backends/x11/seat/wm/stacking.js';
import { wmTraitsOf } from '../../../src/backends/x11/seat/wm/wm-traits.js';

describe('the toolkit of a program', () => {
  test.each([
    ['/usr/lib/x86_64-linux-gnu/libgtk-3.so.0.2404.30', 'gtk3'],
    ['/usr/lib/x86_64-linux-gnu/libgtk-4.so.1.800.3', 'gtk4'],
    ['/usr/lib/x86_64-linux-gnu/libQt5Gui.so.5.15.8', 'qt5'],
    ['/usr/lib/x86_64-linux-gnu/libQt6Gui.so.6.4.2', 'qt6'],
    ['/usr/lib/x86_64-linux-gnu/libtk8.6.so', 'tk'],
    ['/usr/lib/jvm/java-17/lib/libawt_xawt.so', 'swing'],
    ['/usr/lib/x86_64-linux-gnu/libSDL2-2.0.so.0.2600.5', 'sdl'],
    ['/usr/lib/chromium/chromium', 'chromium'],
    ['/usr/lib/x86_64-linux-gnu/wine/x86_64-unix/winex11.so', 'wine'],
  ])('%s is %s', (line, toolkit) => {
    expect(toolkitOfMaps(`7f00-7f01 r--p 00000000 08:01 42 /usr/lib/libc.so.6\n7f02-7f03 r--p 00000000 08:01 43 ${line}\n`)).toBe(toolkit);
  });

  test('is what a browser or an office suite is, not what it borrows', () => {
    expect(toolkitOfMaps('x /usr/lib/libgtk-3.so.0\nx /usr/lib/chromium/chromium\n')).toBe('chromium');
    expect(toolkitOfMaps('x /usr/lib/libQt5Gui.so.5\nx /usr/lib/libreoffice/program/libvclplug_gtk3lo.so\n')).toBe('libreoffice_gtk3');
    expect(toolkitOfMaps('x /prefix/app/chrome_100_percent.pak\nx /usr/lib/wine/x86_64-unix/winex11.drv.so\n')).toBe('wine');
    expect(toolkitOfMaps('x /usr/lib/libX11.so.6\n')).toBeUndefined();
  });

  test('is guessed from the window class when the kernel does not tell', () => {
    expect(toolkitOfClass('sun-awt-X11-XFramePeer', 'app')).toBe('swing');
    expect(toolkitOfClass('notepad.exe', 'notepad.exe')).toBe('wine');
    expect(toolkitOfClass('xterm', 'XTerm')).toBe('plain');
  });

  test('has traits under its own name', () => {
    for (const [name, { toolkit }] of Object.entries(traitsOf)) expect(toolkit).toBe(name);
  });
});

test('window managers are known by the names they give themselves', () => {
  expect(wmTraitsOf('Openbox').guard).toBe('acts');
  expect(wmTraitsOf('KWin').guard).toBe('new_window');
  expect(wmTraitsOf('i3')).toMatchObject({ guard: 'acts', hears: 'requests', heedsRoot: true });
  expect(wmTraitsOf('Mutter').guard).toBe('new_window');
  expect(wmTraitsOf('Metacity')).toEqual({
    guard: 'acts',
    grabsKeysOnWindows: true,
    noticesGrabs: false,
    hears: 'frame',
    asksLate: false,
    focusesLate: false,
    focusesAfterClick: false,
    heedsRoot: true,
    hasFreeFrames: false,
    followsPointer: false,
    takesRestackMessages: true,
    restacksOnScreenOnly: false,
    refusesWhatIsOlder: true,
    declinesRequests: true,
    declinesHotkeys: true,
  });
  expect(wmTraitsOf('Openbox').takesRestackMessages).toBe(false);
});

describe('the order of windows is given back', () => {
  const [other, target, person, fresh] = [1, 2, 3, 4];
  const agentsBegan =
    (order: number[], windows = [target, fresh]) =>
    (window: number) =>
      windows.includes(window) ? { order, person } : undefined;

  test('by putting a target that rose under what was above it', () => {
    const before = agentsBegan([target, other, person]);
    expect(restacksFor([other, person, target], before)).toEqual([{ window: target, below: other }]);
  });

  test('by putting a new window under the person’s', () => {
    expect(restacksFor([target, person, fresh], agentsBegan([target, person]))).toEqual([{ window: fresh, below: person }]);
  });

  test('without touching what the person moved', () => {
    expect(restacksFor([target, person, other], agentsBegan([target, other, person]))).toEqual([]);
  });
});
