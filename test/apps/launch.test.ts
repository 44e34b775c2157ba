import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { startProduct } from '../harness/product.js';
import { openDesktop } from '../support/desktop.js';
import { oracleOf } from '../support/oracle.js';
import { startSentinel } from '../support/sentinel.js';
import { until } from '../support/until.js';
import { managers } from './seat/busy-agent.js';
import { seatsOn } from './seat/seat-lab.js';

const MANY = 8;
const splash = fileURLToPath(new URL('../fixtures/apps/splash.py', import.meta.url));

describe('launching in the background', () => {
  test.each(['gnome-calculator', 'kcalc', 'xterm', 'xcalc'])('%s starts behind the person’s window, and is found again', async (name) => {
    await using desktop = await openDesktop();
    await using product = startProduct(desktop);
    const oracle = oracleOf(desktop);
    const watch = await startSentinel(desktop, { typing: true });
    const launched = await product.call('launch_app', { name, timeout_ms: 30_000 });
    const windowId = launched.windows[0]?.window_id ?? 0;
    expect(launched).toMatchObject({ already_running: false, pid: expect.any(Number) });
    await until(async () => (await oracle.focusedWindow()) === watch.window, { what: 'the person has the focus' });
    expect(await oracle.activeWindow()).toBe(watch.window);
    const order = await oracle.stacking();
    expect(order.indexOf(windowId)).toBeGreaterThanOrEqual(0);
    expect(order.indexOf(windowId)).toBeLessThan(order.indexOf(watch.window));
    const report = await watch.stop();
    expect(report.receivedText).toBe(report.sentText);
    expect(launched.interference).toMatchObject({ focus: 'unchanged', stacking: 'unchanged' });
    const again = await product.call('launch_app', { name });
    expect(again).toMatchObject({ already_running: true, pid: launched.pid });
  });

  test('what shows a picture of itself while it starts has started when its real window is there, behind the person’s', async () => {
    await using desktop = await openDesktop();
    await using product = startProduct(desktop);
    const watch = await startSentinel(desktop, { typing: true });
    const launched = await product.call('launch_app', { launch_path: '/usr/bin/python3', additional_arguments: [splash] });
    expect(launched.windows).toMatchObject([{ title: 'Started', is_active: false }]);
    const { changes, receivedText, sentText } = await watch.stop();
    expect(changes.filter(({ type }) => type === 'focus')).toEqual([]);
    expect(receivedText).toBe(sentText);
  });

  test('where nobody works in a window the first one may be active, and nothing was taken from anybody', async () => {
    await using desktop = await openDesktop();
    await using product = startProduct(desktop);
    const { interference, windows } = await product.call('launch_app', { name: 'gnome-calculator' });
    expect(interference).toMatchObject({ active_window: 'none', clean: true });
    expect(windows).toMatchObject([{ state: 'normal', is_on_screen: true }]);
  });

  test.each(['openbox', 'xfwm4', 'metacity', 'mutter', 'kwin_x11', 'i3', 'fluxbox'] as const)(
    'what asks to be active under %s never has the person’s keyboard, and the receipt says what was called active and for how long',
    async (wm) => {
      await using desktop = await openDesktop({ wm });
      await using product = startProduct(desktop);
      const watch = await startSentinel(desktop, { typing: true });
      const { interference } = await product.call('launch_app', { name: 'gnome-calculator', timeout_ms: 30_000 });
      const report = await watch.stop();
      expect(report.changes.filter(({ type }) => type === 'focus')).toEqual([]);
      expect(report.receivedText).toBe(report.sentText);
      expect(report.after.active).toBe(watch.window);
      const isAway = report.changes.some(({ type, to }) => type === 'active' && to !== watch.window);
      expect(interference).toMatchObject({
        focus: 'unchanged',
        stacking: 'unchanged',
        active_window: expect.stringMatching(
          isAway ? /^changed \d+ times?, for \d+ ms altogether, and came back$/ : /^unchanged$|and came back$/,
        ),
      });
    },
  );

  test.each(managers)('many windows in a row under %s never have the person’s keyboard', async (wm) => {
    await using desktop = await openDesktop({ wm });
    await using seats = seatsOn(desktop);
    const watch = await startSentinel(desktop, { typing: true });
    const { end } = await seats.guardAgainstNew('agent');
    for (let number = 0; number < MANY; number++) desktop.runApp('xclock', ['-title', `Clock ${number}`]);
    for (let number = 0; number < MANY; number++) await desktop.waitForWindow({ title: `^Clock ${number}$` });
    const { activeWindow } = oracleOf(desktop);
    await until(async () => (await activeWindow()) === watch.window, { what: 'the person’s window is the active one' });
    const { changes, receivedText, sentText } = await watch.stop();
    end();
    expect(changes.filter(({ type }) => type === 'focus')).toEqual([]);
    expect(receivedText).toBe(sentText);
  });

  test('under fluxbox, which focuses whatever is new, a new window need not even be called active, nor ever be in front', async () => {
    await using desktop = await openDesktop({ wm: 'fluxbox' });
    await using product = startProduct(desktop);
    const tracesOfLaunch = async () => {
      const watch = await startSentinel(desktop, { typing: true, at: { x: 0, y: 0, width: 1200, height: 800 } });
      await product.call('launch_app', { name: 'xterm', creates_new_application_instance: true });
      const { changes, events } = await watch.stop();
      expect(changes.filter(({ type }) => type === 'focus')).toEqual([]);
      return [...changes, ...events].filter(({ type, state }) => type === 'active' || (type === 'visibility' && state !== 0));
    };
    // The guard has as long as fluxbox draws the frame, which a busy machine may not give it each time.
    let traces = await tracesOfLaunch();
    for (let again = 0; again < 9 && traces.length > 0; again++) traces = await tracesOfLaunch();
    expect(traces).toEqual([]);
  });

  test('an application is found by name, desktop-file id, file name and path, and is the same one', async () => {
    await using desktop = await openDesktop();
    await using product = startProduct(desktop);
    const { pid } = await product.call('launch_app', { name: 'XTerm' });
    for (const spelled of [
      { name: 'xterm' },
      { bundle_id: 'debian-xterm' },
      { bundle_id: 'debian-xterm.desktop' },
      { launch_path: '/usr/bin/xterm' },
    ])
      expect({ spelled, ...(await product.call('launch_app', spelled)) }).toMatchObject({ spelled, already_running: true, pid });
    const other = await product.call('launch_app', { name: 'xterm', creates_new_application_instance: true });
    expect(other).toMatchObject({ already_running: false });
    expect(other.pid).not.toBe(pid);
  });

  test('an unknown application names what is close', async () => {
    await using desktop = await openDesktop();
    await using product = startProduct(desktop);
    await expect(product.call('launch_app', { name: 'gnome-calculatr' })).rejects.toMatchObject({
      code: 'app_not_found',
      details: { candidates: expect.arrayContaining([expect.stringContaining('calculator')]) },
    });
  });

  test('a program that ends at once is reported with its code', async () => {
    await using desktop = await openDesktop();
    await using product = startProduct(desktop);
    await expect(product.call('launch_app', { name: '/bin/false' })).rejects.toMatchObject({ code: 'launch_failed' });
  });

  test('a person who has closed their last window has nothing that a launch could take', async () => {
    await using desktop = await openDesktop();
    const watch = await startSentinel(desktop);
    await watch.stop();
    await using product = startProduct(desktop);
    expect(await product.call('launch_app', { name: 'xterm' })).toMatchObject({ restored: [], interference: { clean: true } });
  });

  test('ending an application ends its processes and nothing else', async () => {
    await using desktop = await openDesktop();
    await using product = startProduct(desktop);
    const first = await product.call('launch_app', { name: 'xterm' });
    const second = await product.call('launch_app', { name: 'xterm', creates_new_application_instance: true });
    expect(second.pid).not.toBe(first.pid);
    expect(await product.call('kill_app', { pid: first.pid })).toMatchObject({
      pid: first.pid,
      ended: true,
      interference: { clean: true },
    });
    const { windows } = await product.call('list_windows', {});
    expect(windows.map(({ pid }) => pid)).toEqual([second.pid]);
    await expect(product.call('kill_app', { pid: process.pid })).rejects.toMatchObject({ code: 'process_not_found' });
  });
});

describe('the foreground, on purpose only', () => {
  test('a window comes to the front when policy allows it, and not otherwise', async () => {
    await using desktop = await openDesktop();
    const oracle = oracleOf(desktop);
    desktop.runApp('xterm', ['-title', 'behind']);
    const behind = await desktop.waitForWindow({ title: 'behind' });
    const watch = await startSentinel(desktop, {});
    await using strict = startProduct(desktop, {
      session: 'strict',
      policy: '[cua.policy]\nfirst_time_per_app_approval = false\nallow_foreground = false\n',
    });
    await expect(strict.call('bring_to_front', { window_id: behind })).rejects.toMatchObject({ code: 'foreground_forbidden' });
    expect(await oracle.activeWindow()).toBe(watch.window);
    await using free = startProduct(desktop, { session: 'free' });
    const raised = await free.call('bring_to_front', { window_id: behind });
    expect(raised).toMatchObject({ effect: 'confirmed', delivery: { mode: 'foreground' } });
    expect(await oracle.activeWindow()).toBe(behind);
    await watch.stop();
  });
});
