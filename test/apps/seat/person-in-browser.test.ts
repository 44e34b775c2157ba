// Chromium listens to one keyboard only. The person who types into it must not notice that agents bring keyboards of their own.
import { expect, test } from 'vitest';
import { startProduct } from '../../harness/product.js';
import { openDesktop } from '../../support/desktop.js';
import { until } from '../../support/until.js';
import { desktopForTwo, personInBrowser } from './persons-browser.js';

const text = 'The quick brown Fox jumps over the lazy Dog; 0123456789. ';

test('what the person types into Chromium arrives once while agents come, act and go', { timeout: 120_000 }, async () => {
  await using desktop = await openDesktop(desktopForTwo);
  const { other, typed } = await personInBrowser(desktop);

  const typing = desktop.run('xdotool', 'type', '--delay', '15', text.repeat(6));
  const hasTyped = (characters: number) => until(() => typed().length > characters, { what: `${characters} characters` });
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
  expect(typed()).toBe(text.repeat(6));
  await other.waitForEvent('the agent’s text', (event) => event.text === 'from the agent');
});
