// Several owners act at once in several windows, beside the person.
import { test } from 'vitest';
import { windowPoint } from '../../../src/model/geometry.js';
import type { GestureStep } from '../../../src/model/gesture.js';
import { startFixture } from '../../support/apps.js';
import { openDesktop } from '../../support/desktop.js';
import { startSentinel } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';
import { click, combo, openLab, seatsOn, type } from './seat-lab.js';

test('two agents type into two programs at the same time, and every character goes where it belongs', async () => {
  await using desktop = await openDesktop({ size: { width: 1800, height: 900 } });
  const first = await startFixture(desktop, 'gtk3', { at: { x: 560, y: 40 } });
  const second = await startFixture(desktop, 'qt5', { at: { x: 1150, y: 40 } });
  const watch = await startSentinel(desktop, { typing: true });
  await using seats = seatsOn(desktop);
  const texts = { first: 'abcdefgh'.repeat(25), second: 'STUVWXYZ'.repeat(25) };
  const into = (owner: string, app: typeof first, text: string) => {
    const { x, y } = app.centre('entry');
    const steps = [...click(windowPoint(x, y)), type(text)];
    return seats.perform(
      owner,
      { windowId: app.windowId, anchor: windowPoint(5, 5), mayOpenPopup: false, steps },
      AbortSignal.timeout(20_000),
    );
  };
  await Promise.all([into('one', first, texts.first), into('two', second, texts.second)]);
  const last = (app: typeof first) => app.events().findLast((event) => event.type === 'text')?.text;
  await until(() => last(first) === texts.first && last(second) === texts.second, { what: 'both texts' });
  await Promise.all([seats.release('one'), seats.release('two')]);
  expectUndisturbed(await watch.stop());
});

test('a program that opens a window on an agent’s click does not take the focus of the person', async () => {
  await using lab = await openLab('gtk3');
  const watch = await lab.person();
  const from = lab.app.events().length;
  await lab.perform(click(lab.at('menu')));
  await lab.app.waitForEvent('the menu', (event) => event.type === 'menu-opened', { from });
  await lab.perform([...combo('down'), ...combo('return')]);
  await lab.app.waitForEvent('the window', (event) => event.type === 'window', { from });
  const active = async () => Number(/0x[0-9a-f]+/.exec(await lab.desktop.run('xprop', '-root', '_NET_ACTIVE_WINDOW'))?.[0]);
  await until(async () => (await active()) === watch.window, { what: 'the person’s window is active' });
  await lab.seats.release('agent');
  const report = await watch.stop();
  // The window manager calls the new window active for a moment; the keyboard and the order of windows stay.
  expectUndisturbed(report, { allow: [/^window order changed/, /^active window/, /^synthetic event.*focus-in/] });
});

test('two agents whose programs open windows at the same time take nothing from the person', async () => {
  await using desktop = await openDesktop({ size: { width: 1800, height: 900 } });
  const apps = [
    await startFixture(desktop, 'gtk3', { title: 'First', at: { x: 560, y: 40 } }),
    await startFixture(desktop, 'gtk3', { title: 'Second', at: { x: 1150, y: 40 } }),
  ];
  const watch = await startSentinel(desktop, { typing: true });
  await using seats = seatsOn(desktop);
  const openWindow = async (app: (typeof apps)[number]) => {
    const from = app.events().length;
    const { x, y } = app.centre('menu');
    const perform = (steps: readonly GestureStep[]) => {
      const gesture = { windowId: app.windowId, anchor: windowPoint(x, y), mayOpenPopup: true, steps };
      return seats.perform(app.title, gesture, AbortSignal.timeout(20_000));
    };
    await perform(click(windowPoint(x, y)));
    await app.waitForEvent('the menu', (event) => event.type === 'menu-opened', { from });
    await perform([...combo('down'), ...combo('return')]);
    await app.waitForEvent('the window', (event) => event.type === 'window', { from });
  };
  await Promise.all(apps.map(openWindow));
  const active = async () => Number(/0x[0-9a-f]+/.exec(await desktop.run('xprop', '-root', '_NET_ACTIVE_WINDOW'))?.[0]);
  await until(async () => (await active()) === watch.window, { what: 'the person’s window is active' });
  await Promise.all(apps.map(({ title }) => seats.release(title)));
  expectUndisturbed(await watch.stop(), { allow: [/^window order changed/, /^active window/, /^synthetic event.*focus-in/] });
});
