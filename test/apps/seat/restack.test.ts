// Windows are put behind the person's while that one may close at any moment: no window manager may fall over it.
import { describe, expect, test } from 'vitest';
import { openDisplay } from '../../../src/backends/x11/display.js';
import { askToPutBelow } from '../../../src/backends/x11/seat/wm/restack.js';
import { openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { until } from '../../support/until.js';

describe.each(['openbox', 'xfwm4', 'metacity', 'mutter', 'kwin_x11', 'fluxbox'] as const)('%s', (wm) => {
  test('puts a window below another, and survives when that one has closed', async () => {
    await using desktop = await openDesktop({ wm });
    const oracle = oracleOf(desktop);
    const [behind, front] = ['behind', 'front'].map((title) => desktop.runApp('xterm', ['-title', title, '-geometry', '40x10+50+50']));
    const window = await desktop.waitForWindow({ title: 'behind' });
    const sibling = await desktop.waitForWindow({ title: 'front' });
    await desktop.run('xdotool', 'windowactivate', String(window));
    // The server's own order, topmost first: not every window manager tells the truth about it.
    const place = (tree: string, id: number) => tree.indexOf(`0x${id.toString(16)} `);
    const isBehind = async () => {
      const tree = await desktop.run('xwininfo', '-root', '-tree');
      return place(tree, window) > place(tree, sibling);
    };
    await until(async () => !(await isBehind()), { what: 'it is in front' });
    const { x } = await openDisplay({ display: desktop.display, xauthority: undefined }, AbortSignal.timeout(10_000));
    await askToPutBelow(x, window, sibling);
    await until(isBehind, { what: 'it is behind' });
    await front?.kill();
    await until(async () => !(await oracle.windows()).includes(sibling), { what: 'the other one is gone' });
    await askToPutBelow(x, window, sibling);
    await x.sync();
    // It answers what comes after that.
    await desktop.run('xdotool', 'set_window', '--name', 'renamed', String(window));
    await desktop.run('xdotool', 'windowsize', '--sync', String(window), '300', '200');
    expect(desktop.wmProcess?.isAlive()).toBe(true);
    expect(behind?.isAlive()).toBe(true);
    await x.close();
  });
});
