// How a person goes to another window under each window manager, and what they see when they are there.
import { fileURLToPath } from 'node:url';
import type { Desktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import type { Watch } from '../../support/sentinel.js';
import { until } from '../../support/until.js';
import { managers } from './busy-agent.js';

export const altTab = (desktop: Desktop) =>
  desktop.run('xdotool', 'keydown', 'alt', 'sleep', '0.1', 'key', 'Tab', 'sleep', '0.1', 'keyup', 'alt');

/** Openbox needs a moment: it stays in its list when they let go of Alt before it has come to Tab, also with no agent anywhere. */
export const altTabAtOnce = (desktop: Desktop, watch: Watch) =>
  desktop.wm === 'openbox' ? desktop.run('xdotool', 'key', '--delay', '0', 'alt+Tab') : watch.person('chord Alt_L Tab');

const taskbar = fileURLToPath(new URL('../../fixtures/desktop/taskbar.py', import.meta.url));

export async function pickOnTaskbar(desktop: Desktop, watch: Watch, window: number): Promise<void> {
  desktop.runApp('/usr/bin/python3', [taskbar, String(window)]);
  const bar = Number(await desktop.run('xdotool', 'search', '--sync', '--onlyvisible', '--name', '^Taskbar$'));
  const { x, y } = await oracleOf(desktop).window(bar);
  await watch.person(`move ${x + 10} ${y + 10}`);
  await watch.person('click 1');
}

export const listing = managers.filter((wm) => wm !== 'i3');

/** Whether the person sees one window in front of the other, asked of the server: fluxbox does not list what others moved. */
export async function isInFront(desktop: Desktop, window: number, other: number): Promise<boolean> {
  const tree = await desktop.run('xwininfo', '-root', '-tree');
  const place = (id: number) => tree.indexOf(` 0x${id.toString(16)} `);
  return place(window) < place(other);
}

/** They are in one window, with the other behind it; side by side under i3, nothing is behind anything. */
export async function isLeftAlone(desktop: Desktop, window: number, other: number): Promise<boolean> {
  if ((await oracleOf(desktop).activeWindow()) !== window) return false;
  return desktop.wm === 'i3' || isInFront(desktop, window, other);
}

/** Mutter hears keys and clicks only a while after it has begun to manage windows, with no agent anywhere. */
export async function untilItHears(desktop: Desktop, watch: Watch): Promise<void> {
  if (desktop.wm !== 'mutter') return;
  const isLarge = async () => (await oracleOf(desktop).property(watch.window, '_NET_WM_STATE'))?.includes('MAXIMIZED') ?? false;
  for (const large of [true, false]) {
    const press = async () => {
      await desktop.run('xdotool', 'key', 'alt+F10');
      return until(async () => (await isLarge()) === large, { what: 'it answers', timeoutMs: 200 }).catch(() => false);
    };
    await until(press, { what: 'the window manager hears the person' });
  }
}
