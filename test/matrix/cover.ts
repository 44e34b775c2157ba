// Covers a window where the window manager tiles: another window floats on top of its half of the screen.
import type { Desktop } from '../support/desktop.js';
import { oracleOf } from '../support/oracle.js';
import { until } from '../support/until.js';

const margin = 12;

/** The first window has the left half once the person's window is there too. */
export async function coverOnTiles(desktop: Desktop): Promise<void> {
  desktop.runApp('xterm', ['-T', 'Cover', '-e', 'sleep', '600']);
  const cover = await desktop.waitForWindow({ title: '^Cover$' });
  const [width, height] = [Math.floor(desktop.size.width / 2), desktop.size.height];
  await desktop.run('i3-msg', `[title="^Cover$"] floating enable, resize set ${width} ${height}, move position 0 0`);
  const covers = async () => {
    const over = await oracleOf(desktop).window(cover);
    return over.x <= margin && over.width >= width - 2 * margin;
  };
  await until(covers, { what: 'the cover lies over the window', intervalMs: 30 });
}
