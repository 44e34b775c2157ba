// A window manager that keeps a window from coming to the front calls for the person instead; nobody asked for that either.
import { expect, test } from 'vitest';
import { startProduct } from '../../harness/product.js';
import { startFixture } from '../../support/apps.js';
import { openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { startSentinel } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';

test.each(['qt5', 'qt6'] as const)('a list of %s that opens and closes under KWin leaves no call for attention', async (toolkit) => {
  await using desktop = await openDesktop({ wm: 'kwin_x11' });
  const app = await startFixture(desktop, toolkit);
  await using product = startProduct(desktop);
  const watch = await startSentinel(desktop, { typing: true, targets: [app.windowId] });
  for (let round = 0; round < 4; round++) {
    const from = app.events().length;
    await product.call('click', { ...product.at(app), ...app.centre('combo') });
    await app.waitForEvent('the list', ({ type, shown }) => type === 'popup' && shown === true, { from });
    await product.call('press_key', { ...product.at(app), key: 'down' });
    await product.call('press_key', { ...product.at(app), key: 'enter' });
    await app.waitForEvent('the choice', ({ type }) => type === 'selected', { from });
  }
  await product.call('end_session', {});
  expect((await oracleOf(desktop).property(app.windowId, '_NET_WM_STATE')) ?? '').not.toContain('DEMANDS_ATTENTION');
  // KWin marks the window when the list lets go of the agent's keyboard; the mark is taken away as soon as it is there.
  expectUndisturbed(await watch.stop(), { allow: [/^a window demands attention/] });
});
