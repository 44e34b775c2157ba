// Chromium listens to one keyboard only. The person who types into it must not notice that agents bring keyboards of their own.
import { expect, test } from 'vitest';
import { startProduct } from '../../harness/product.js';
import { type Fixture, startFixture } from '../../support/apps.js';
import { openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { until } from '../../support/until.js';

const text = 'The quick brown Fox jumps over the lazy Dog; 0123456789. ';

test('what the person types into Chromium arrives once while agents come, act and go', { timeout: 120_000 }, async () => {
  await using desktop = await openDesktop({ size: { width: 1500, height: 900 } });
  const browser = await startFixture(desktop, 'chromium', { at: { x: 0, y: 20 } });
  const other = await startFixture(desktop, 'gtk3', { at: { x: 780, y: 40 } });
  const { x, y } = browser.centre('entry');
  await desktop.run('xdotool', 'windowactivate', '--sync', String(browser.windowId));
  await desktop.run('xdotool', 'mousemove', '--window', String(browser.windowId), String(x), String(y), 'click', '1');
  await until(async () => (await oracleOf(desktop).focusedWindow()) === browser.windowId, { what: 'the person is in the browser' });

  const typing = desktop.run('xdotool', 'type', '--delay', '15', text.repeat(6));
  const hasTyped = (characters: number) => until(() => typed(browser).length > characters, { what: `${characters} characters` });
  await hasTyped(10);
  {
    await using first = startProduct(desktop, { session: 'first' });
    await first.call('click', { ...first.at(other), ...other.centre('button') });
    await hasTyped(80);
    await using second = startProduct(desktop, { session: 'second' });
    await second.call('type_text', { ...second.at(other), ...other.centre('entry'), text: 'from the agent' });
    await hasTyped(160);
  }
  await typing;
  await hasTyped(text.length * 6 - 1);
  expect(typed(browser)).toBe(text.repeat(6));
  await other.waitForEvent('the agent’s text', (event) => event.text === 'from the agent');
});

const typed = (browser: Fixture): string =>
  String(browser.events().findLast((event) => event.type === 'text' && event.widget === 'entry')?.text ?? '');
