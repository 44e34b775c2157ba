// Covers a window where the window manager tiles: it floats, and another window floats on top of it.
import type { Fixture } from '../support/apps.js';
import type { Desktop } from '../support/desktop.js';
import { oracleOf } from '../support/oracle.js';
import { until } from '../support/until.js';

const under = { x: 660, y: 40, width: 560, height: 760 };
const over = { x: 600, y: 10, width: 670, height: 860 };

/** A browser lays nothing out while it is covered, so its window gets its place before. */
export async function coverOnTiles(desktop: Desktop, app: Fixture): Promise<void> {
  const from = app.events().length;
  await float(desktop, app.windowId, under);
  await app.waitForEvent('its new layout', ({ type }) => type === 'geometry', { from });
  await laidOut(app);
  desktop.runApp('xterm', ['-T', 'Cover', '-e', 'sleep', '600']);
  await float(desktop, await desktop.waitForWindow({ title: '^Cover$' }), over);
}

/** On the way to its place it is laid out more than once. */
async function laidOut(app: Fixture): Promise<void> {
  let [last, quiet] = [0, 0];
  const isQuiet = () => {
    const now = app.events().filter(({ type }) => type === 'geometry').length;
    quiet = now === last ? quiet + 1 : 0;
    last = now;
    return quiet >= 5;
  };
  await until(isQuiet, { what: 'the layout stays', intervalMs: 200, timeoutMs: 20_000 });
}

async function float(desktop: Desktop, window: number, { x, y, width, height }: typeof over): Promise<void> {
  await desktop.run('i3-msg', `[id=${window}] floating enable, resize set ${width} ${height}, move position ${x} ${y}`);
  const isThere = async () => {
    const now = await oracleOf(desktop).window(window);
    return Math.abs(now.x - x) < 20 && Math.abs(now.width - width) < 20;
  };
  await until(isThere, { what: `window ${window} floats at ${x},${y}`, intervalMs: 30 });
}
