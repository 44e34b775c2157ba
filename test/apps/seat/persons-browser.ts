// The person at work in Chromium, with the window of another program for the agent beside it.
import { type Fixture, startFixture } from '../../support/apps.js';
import type { Desktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { until } from '../../support/until.js';

export const desktopForTwo = { size: { width: 1500, height: 900 } };

export async function personInBrowser(desktop: Desktop): Promise<{ browser: Fixture; other: Fixture; typed(): string }> {
  const browser = await startFixture(desktop, 'chromium', { at: { x: 0, y: 20 } });
  const other = await startFixture(desktop, 'gtk3', { at: { x: 780, y: 40 } });
  const { x, y } = browser.centre('entry');
  await desktop.run('xdotool', 'windowactivate', '--sync', String(browser.windowId));
  await desktop.run('xdotool', 'mousemove', '--window', String(browser.windowId), String(x), String(y), 'click', '1');
  await until(async () => (await oracleOf(desktop).focusedWindow()) === browser.windowId, { what: 'the person is in the browser' });
  const typed = () => String(browser.events().findLast(({ type, widget }) => type === 'text' && widget === 'entry')?.text ?? '');
  return { browser, other, typed };
}
