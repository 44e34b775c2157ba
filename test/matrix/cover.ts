// Covers a window where the window manager tiles: it floats, and another window floats on top of it.
import type { Box, Fixture } from '../support/apps.js';
import type { Desktop } from '../support/desktop.js';
import { oracleOf } from '../support/oracle.js';
import { until } from '../support/until.js';

const under = { x: 660, y: 40, width: 560, height: 760 };
const over = { x: 600, y: 10, width: 670, height: 860 };

/** A browser lays nothing out while it is covered, so its window gets its place before. */
export async function coverOnTiles(desktop: Desktop, app: Fixture): Promise<void> {
  const from = app.events().length;
  await float(desktop, app.windowId, under, isWithin(over));
  if (tellsLayouts(app)) await app.waitForEvent('its new layout', ({ type }) => type === 'geometry', { from });
  await laidOut(app);
  desktop.runApp('xterm', ['-T', 'Cover', '-e', 'sleep', '600']);
  await float(desktop, await desktop.waitForWindow({ title: '^Cover$' }), over, isAbout(over));
}

/** Programs whose widgets stay where they are tell nothing when they are resized. */
const tellsLayouts = (app: Fixture): boolean => app.events().some(({ type }) => type === 'geometry');

/** A program may have a size of its own. */
const isWithin = (outer: Box) => (now: Box) =>
  now.x >= outer.x && now.y >= outer.y && now.x + now.width <= outer.x + outer.width && now.y + now.height <= outer.y + outer.height;
const isAbout = (wanted: Box) => (now: Box) => Math.abs(now.x - wanted.x) < 20 && Math.abs(now.width - wanted.width) < 20;

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

async function float(desktop: Desktop, window: number, { x, y, width, height }: Box, isRight: (now: Box) => boolean): Promise<void> {
  await desktop.run('i3-msg', `[id=${window}] floating enable, resize set ${width} ${height}, move position ${x} ${y}`);
  const isThere = async () => isRight(await oracleOf(desktop).window(window));
  await until(isThere, { what: `window ${window} floats at ${x},${y}`, intervalMs: 30 });
}
