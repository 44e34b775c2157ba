import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { startProduct } from '../harness/product.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import { oracleOf } from '../support/oracle.js';
import { startSentinel, type Watch } from '../support/sentinel.js';
import { until } from '../support/until.js';
import { managers } from './seat/busy-agent.js';
import { isLeftAlone, pickOnTaskbar } from './seat/persons-way.js';

/** A program behind a wrapper, and what it logged. */
function eagerProgram(desktop: Desktop, asksAs = 'itself') {
  const log = join(desktop.dir, 'eager.log');
  const command = join(desktop.dir, 'eager');
  writeFileSync(
    command,
    `#!/bin/sh\ntouch ${log}\nASKS_AS=${asksAs} /usr/bin/python3 ${fileURLToPath(new URL('../fixtures/apps/eager.py', import.meta.url))} ${log} "$@" &\nwait\n`,
  );
  chmodSync(command, 0o755);
  const lines = () =>
    (existsSync(log) ? readFileSync(log, 'utf8') : '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { type: string; arguments?: string[] });
  const has = (what: string) => lines().some(({ type }) => type === what);
  return { command, lines, hasBegun: () => existsSync(log), hasAsked: () => has('asked'), hasKey: () => has('key') };
}

async function personTypesOn(watch: Watch): Promise<void> {
  const typed = (await watch.typed()).length;
  await until(async () => (await watch.typed()).length > typed + 40, { what: 'the person types on' });
}

/** Their focus never moved, and all they typed arrived. */
async function personNoticedNothing(watch: Watch): Promise<void> {
  const { changes, receivedText, sentText } = await watch.stop();
  expect(changes.filter(({ type }) => type === 'focus')).toEqual([]);
  expect(receivedText).toBe(sentText);
}

describe('a program that asks for the focus long after its window is there', () => {
  test.each(['openbox', 'metacity'] as const)('gets it under %s when the person starts it', async (wm) => {
    await using desktop = await openDesktop({ wm });
    const watch = await startSentinel(desktop, {});
    desktop.runApp(eagerProgram(desktop).command);
    const window = await desktop.waitForWindow({ title: 'Eager' });
    await until(async () => (await oracleOf(desktop).activeWindow()) === window, { what: 'it is the active window' });
    await watch.stop();
  });

  test.each(['openbox', 'xfwm4', 'metacity'] as const)(
    'does not get it under %s when we start it; its wrapper is followed, and it is told what to open',
    async (wm) => {
      await using desktop = await openDesktop({ wm });
      await using product = startProduct(desktop);
      const watch = await startSentinel(desktop, { typing: true });
      const program = eagerProgram(desktop);
      const launched = await product.call('launch_app', { name: program.command, urls: ['file:///tmp/a%20b.txt'], timeout_ms: 30_000 });
      const [window] = launched.windows;
      expect(launched.pid).toBe(window?.pid);
      expect(program.lines()[0]?.arguments).toEqual(['file:///tmp/a%20b.txt']);
      await until(program.hasAsked, { what: 'it asks for the focus', timeoutMs: 20_000 });
      await personTypesOn(watch);
      await until(async () => (await oracleOf(desktop).activeWindow()) === watch.window, { what: 'the person’s window is active' });
      const isBehind = (order: number[]) => order.indexOf(window?.window_id ?? 0) < order.indexOf(watch.window);
      await until(async () => isBehind(await oracleOf(desktop).stacking()), { what: 'it is behind the person’s window' });
      await personNoticedNothing(watch);
    },
  );

  test.each(managers)('nor under %s one that asks for itself in the words of a taskbar, as programs of KDE do', async (wm) => {
    await using desktop = await openDesktop({ wm });
    await using product = startProduct(desktop);
    const watch = await startSentinel(desktop, { typing: true });
    const program = eagerProgram(desktop, 'taskbar');
    const { windows } = await product.call('launch_app', { name: program.command, timeout_ms: 30_000 });
    await until(program.hasAsked, { what: 'it asks for the focus', timeoutMs: 20_000 });
    await personTypesOn(watch);
    await until(() => isLeftAlone(desktop, watch.window, windows[0]?.window_id ?? 0), { what: 'it is behind the person’s window' });
    await personNoticedNothing(watch);
  });

  test.each(managers.filter((wm) => wm !== 'fluxbox'))('nor under %s one that shows its window while we are held up', async (wm) => {
    await using desktop = await openDesktop({ wm });
    await using product = startProduct(desktop);
    const watch = await startSentinel(desktop, { typing: true });
    const program = eagerProgram(desktop);
    const launching = product.call('launch_app', { name: program.command, timeout_ms: 30_000 });
    await until(program.hasBegun, { what: 'it starts' });
    execFileSync('xdotool', ['search', '--sync', '--onlyvisible', '--name', '^Eager$'], { env: desktop.env });
    const { windows } = await launching;
    await personTypesOn(watch);
    await until(() => isLeftAlone(desktop, watch.window, windows[0]?.window_id ?? 0), { what: 'it is behind the person’s window' });
    await personNoticedNothing(watch);
  });

  test('lets the person go to it themself', async () => {
    await using desktop = await openDesktop();
    await using product = startProduct(desktop);
    const watch = await startSentinel(desktop, {});
    const launched = await product.call('launch_app', { name: 'xterm' });
    const window = launched.windows[0]?.window_id ?? 0;
    await pickOnTaskbar(desktop, watch, window);
    await until(async () => (await oracleOf(desktop).activeWindow()) === window, { what: 'the person is in the new window' });
    await until(async () => (await oracleOf(desktop).focusedWindow()) === window, { what: 'and so is their keyboard' });
    await watch.stop();
  });

  test.each(managers.flatMap((wm) => [[wm, 'is there'] as const, [wm, 'has asked'] as const]))(
    'gets the person when they close their own window under %s as soon as it %s',
    async (wm, when) => {
      await using desktop = await openDesktop({ wm });
      await using product = startProduct(desktop);
      const oracle = oracleOf(desktop);
      const own = desktop.runApp('xterm', ['-title', 'own']);
      const window = await desktop.waitForWindow({ title: 'own' });
      await until(async () => (await oracle.activeWindow()) === window, { what: 'the person is in their window' });
      const program = eagerProgram(desktop);
      const launched = await product.call('launch_app', { name: program.command, timeout_ms: 30_000 });
      if (when === 'has asked') await until(program.hasAsked, { what: 'it asks for the focus', timeoutMs: 20_000 });
      await own.kill();
      const left = launched.windows[0]?.window_id ?? 0;
      await until(async () => (await oracle.activeWindow()) === left, { what: 'the window that is left is active' });
      const isTypedIn = async () => {
        await desktop.run('xdotool', 'key', 'F8');
        return program.hasKey();
      };
      await until(isTypedIn, { what: 'and gets what the person types' });
    },
  );

  test.each(managers)('does not get the person under %s who closes their own window and opens another', async (wm) => {
    await using desktop = await openDesktop({ wm });
    await using product = startProduct(desktop);
    for (const name of ['xterm', 'xcalc', 'xclock']) {
      // The server gives it the number of the one that was closed.
      const watch = await startSentinel(desktop, { typing: true });
      await product.call('launch_app', { name, timeout_ms: 30_000 });
      const { changes, after, receivedText, sentText } = await watch.stop();
      expect(changes.filter(({ type }) => type === 'focus')).toEqual([]);
      expect(after.active).toBe(watch.window);
      expect(receivedText).toBe(sentText);
    }
  });

  test('keeps nothing back that the person’s own application opens meanwhile', async () => {
    await using desktop = await openDesktop();
    await using product = startProduct(desktop);
    const oracle = oracleOf(desktop);
    const program = eagerProgram(desktop);
    desktop.runApp(program.command);
    const own = await desktop.waitForWindow({ title: 'Eager' });
    await until(async () => program.hasAsked() && (await oracle.activeWindow()) === own, { what: 'the person is in their window' });
    const { windows } = await product.call('list_windows', {});
    await product.call('launch_app', { name: 'xterm' });
    process.kill(windows.find(({ window_id }) => window_id === own)?.pid ?? 0, 'SIGUSR1');
    const another = await desktop.waitForWindow({ title: 'Another' });
    await until(async () => (await oracle.activeWindow()) === another, { what: 'what the person opened is active' });
    await until(async () => (await oracle.stacking()).at(-1) === another, { what: 'and in front' });
  });

  test('does not call for the person under kwin_x11, which marks what it keeps back', async () => {
    await using desktop = await openDesktop({ wm: 'kwin_x11' });
    await using product = startProduct(desktop);
    const oracle = oracleOf(desktop);
    const watch = await startSentinel(desktop, { typing: true });
    const launched = await product.call('launch_app', { name: 'kcalc', timeout_ms: 30_000 });
    const states = () => oracle.property(launched.windows[0]?.window_id ?? 0, '_NET_WM_STATE');
    await until(async () => !(await states())?.includes('DEMANDS_ATTENTION'), { what: 'no mark' });
    const report = await watch.stop();
    expect(report.receivedText).toBe(report.sentText);
  });
});
