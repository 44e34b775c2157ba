// The X server gives an application started anew the window numbers of the one before it: they are other windows all the same.
import { expect, test } from 'vitest';
import { startProduct } from '../../harness/product.js';
import { startFixture } from '../../support/apps.js';
import { openDesktop } from '../../support/desktop.js';

test('a click right after the application was started anew reaches the new window of the same number', async () => {
  await using desktop = await openDesktop();
  await using product = startProduct(desktop);
  const numbers: number[] = [];
  for (let start = 0; start < 3; start++) {
    const app = await startFixture(desktop, 'gtk3');
    numbers.push(app.windowId);
    const from = app.events().length;
    const { interference } = await product.call('click', { ...product.at(app), ...app.centre('button') });
    await app.waitForEvent('the click', ({ type, widget }) => type === 'clicked' && widget === 'button', { from });
    expect(interference.clean).toBe(true);
    await app.child.kill();
  }
  expect(new Set(numbers).size).toBeLessThan(numbers.length);
});
