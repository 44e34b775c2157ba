// The agent's pointer in a covered window: whatever moves or closes afterwards, the window above it never sees that pointer.
import { expect, test } from 'vitest';
import { startProduct } from '../../harness/product.js';
import { moveWindow, startFixture } from '../../support/apps.js';
import { openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { startSentinel } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';

test('a menu that is still open when the agent goes elsewhere lets go of a pointer nobody sees', async () => {
  await using desktop = await openDesktop({ size: { width: 1700, height: 900 } });
  await using product = startProduct(desktop);
  await product.call('check_permissions', {});
  const place = { x: 560, y: 40 };
  const menu = await startFixture(desktop, 'gtk3', { title: 'With a menu', at: place });
  const over = await startFixture(desktop, 'tk', { title: 'Over it', at: place });
  const elsewhere = await startFixture(desktop, 'qt5', { title: 'Elsewhere', at: { x: 1140, y: 40 } });
  const watch = await startSentinel(desktop, { typing: true });
  const oracle = oracleOf(desktop);

  await product.call('right_click', { ...product.at(menu), ...menu.centre('context') });
  await menu.waitForEvent('the menu', ({ type }) => type === 'menu-opened');
  await product.call('press_key', { ...product.at(elsewhere), key: 'f8' });
  await elsewhere.waitForEvent('the key', ({ type, key }) => type === 'key' && key === 'F8');
  const seen = over.events().length;
  process.kill(menu.pid, 'SIGKILL');
  await until(async () => (await oracle.popups()).length === 0, { what: 'the menu is gone' });
  await moveWindow(desktop, elsewhere.windowId, place);
  await desktop.run('xdotool', 'windowraise', String(elsewhere.windowId));
  await until(async () => (await oracle.stacking()).at(-1) === elsewhere.windowId, { what: 'another window is over it' });

  const beforeKey = over.events().length;
  await product.call('press_key', { ...product.at(over), key: 'f9' });
  await over.waitForEvent('a key after everything before', ({ type, key }) => type === 'key' && key === 'F9');
  expect(
    over
      .events()
      .slice(seen, beforeKey)
      .filter(({ type }) => type === 'hover'),
  ).toEqual([]);
  expectUndisturbed(await watch.stop(), { allow: [/^window order changed/] });
});
