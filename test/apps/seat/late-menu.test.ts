// A browser whose page is slow opens its menu late and takes the person's pointer with it. The agent can still close it.
import { expect, test } from 'vitest';
import { startProduct } from '../../harness/product.js';
import { startFixture } from '../../support/apps.js';
import { openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { renderersOf, whileStopped } from '../../support/parts/renderers.js';
import { startSentinel } from '../../support/sentinel.js';
import { until } from '../../support/until.js';

test('a menu that opened late is closed by the agent’s keys, and the person’s pointer is free again', async () => {
  await using desktop = await openDesktop();
  const app = await startFixture(desktop, 'chromium');
  await using product = startProduct(desktop);
  const target = product.at(app);
  const { popups } = oracleOf(desktop);
  await product.call('click', { ...target, ...app.centre('button') });
  const watch = await startSentinel(desktop);
  const renderers = await renderersOf(desktop, app.pid);
  expect(renderers.length).toBeGreaterThan(0);
  const clicked = await whileStopped(renderers, () => product.call('right_click', { ...target, ...app.centre('entry') }));
  expect(clicked.effect).not.toBe('confirmed');
  await until(async () => (await popups()).length > 0, { what: 'the menu opens' });
  await product.call('press_key', { ...target, key: 'escape' });
  await until(async () => (await popups()).length === 0, { what: 'the menu closes' });
  await watch.person('click 1');
  const { events } = await watch.stop();
  // It did take the pointer: otherwise this shows nothing.
  expect(events.some(({ type, mode, device }) => type === 'leave' && mode === 1 && device === 2)).toBe(true);
  expect(events.some(({ type, device }) => type === 'button-press' && device === 2)).toBe(true);
});
