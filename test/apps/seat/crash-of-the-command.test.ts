// The command as it is built and run: killed outright while it holds a button down, it leaves nothing of itself on the display.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentDevices } from '../../matrix/chaos.js';
import { startFixture } from '../../support/apps.js';
import { openDesktop } from '../../support/desktop.js';
import { startSentinel } from '../../support/sentinel.js';
import { until } from '../../support/until.js';
import { openProduct } from '../../transport/product.js';

const permissive = '[cua.policy]\nfirst_time_per_app_approval = false\n';

test('its guardian releases what the daemon held and takes its devices away', async () => {
  await using desktop = await openDesktop();
  const app = await startFixture(desktop, 'gtk3');
  await using product = openProduct(desktop.env);
  writeFileSync(join(product.home, 'policy.toml'), permissive);
  const { pid } = await product.serve();
  const watch = await startSentinel(desktop, { typing: true, shapes: [app.windowId], at: { x: 560, y: 10, width: 700, height: 860 } });
  const from = app.events().length;
  const { x, y } = app.centre('canvas');
  const target = { pid: app.pid, window_id: app.windowId, session: 'crash' };
  await product.json('mouse_button_down', JSON.stringify({ ...target, x, y }));
  await app.waitForEvent('the press', ({ type, widget }) => type === 'press' && widget === 'canvas', { from });
  expect(await agentDevices(desktop)).not.toEqual([]);
  process.kill(pid, 'SIGKILL');
  await until(async () => (await agentDevices(desktop)).length === 0, { what: 'the devices are gone' });
  await app.waitForEvent('the release', ({ type }) => type === 'release', { from });
  const typed = (await watch.typed()).length;
  await until(async () => (await watch.typed()).length > typed + 3, { what: 'the person types on' });
  await watch.person('click 1');
  await until(async () => (await watch.clicks()) > 0, { what: 'the person’s click arrives' });
  const { before, after } = await watch.stop();
  expect(after.inputShapes).toEqual(before.inputShapes);
  expect(after.focus).toBe(before.focus);
});
