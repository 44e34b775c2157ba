// The X server gives an application started anew the window numbers of the one before it: they are other windows all the same.
import { expect, test } from 'vitest';
import { startProduct } from '../../harness/product.js';
import { startFixture } from '../../support/apps.js';
import { openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { startSentinel } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';

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

test('a browser that is killed between two acts is met anew', async () => {
  await using desktop = await openDesktop();
  await using product = startProduct(desktop);
  for (let start = 0; start < 3; start++) {
    const app = await startFixture(desktop, 'chromium');
    const target = product.at(app);
    const watch = await startSentinel(desktop, { typing: true });
    const from = app.events().length;
    await product.call('click', { ...target, ...app.centre('button') });
    await app.waitForEvent('the click', ({ type, widget }) => type === 'clicked' && widget === 'button', { from });
    await product.call('type_text', { ...target, ...app.centre('entry'), text: `start ${start}` });
    await app.waitForEvent('the text', ({ type, text }) => type === 'text' && text === `start ${start}`, { from });
    expectUndisturbed(await watch.stop());
    await app.child.kill('SIGKILL');
    await until(async () => !(await oracleOf(desktop).windows()).includes(app.windowId), { what: 'its window is gone' });
    await expect(product.call('click', { ...target, ...app.centre('button') })).rejects.toMatchObject({ code: 'window_not_found' });
  }
});
