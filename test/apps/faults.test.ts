import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startProduct } from '../harness/product.js';
import { startFixture } from '../support/apps.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import { until } from '../support/until.js';

/** The same desktop as a program started in another environment sees it. */
const seenWith = (desktop: Desktop, changes: Record<string, string>): Desktop =>
  Object.assign(Object.create(desktop), { env: { ...desktop.env, ...changes } });

/** A session bus that knows no services, so nothing can start the accessibility bus. */
async function startBareBus(desktop: Desktop): Promise<string> {
  const address = `unix:path=${desktop.dir}/bare-bus`;
  const config = join(desktop.dir, 'bare-bus.conf');
  const policy = '<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>';
  writeFileSync(config, `<busconfig><listen>${address}</listen><policy context="default">${policy}</policy></busconfig>`);
  desktop.runApp('dbus-daemon', ['--config-file', config, '--nofork']);
  await until(() => existsSync(join(desktop.dir, 'bare-bus')), { what: 'the bare bus listens' });
  return address;
}

describe('a surrounding that lacks something', () => {
  test('no display, and a display that is not there', async () => {
    await using desktop = await openDesktop({ wm: 'none' });
    await using none = startProduct(seenWith(desktop, { DISPLAY: '' }), { session: 'none' });
    await expect(none.call('list_windows', {})).rejects.toMatchObject({ code: 'display_unavailable' });
    await using wrong = startProduct(seenWith(desktop, { DISPLAY: ':9876' }), { session: 'wrong' });
    await expect(wrong.call('list_windows', {})).rejects.toMatchObject({ code: 'display_unavailable' });
    const health = await wrong.call('health_report', {});
    expect(health).toMatchObject({ backend: null, problem: { code: 'display_unavailable' } });
  });

  test('without a session bus there are still windows and pictures, and the missing tree is named', async () => {
    await using desktop = await openDesktop();
    const app = await startFixture(desktop, 'gtk3');
    const bare = seenWith(desktop, {
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${desktop.dir}/no-such-bus`,
      XDG_RUNTIME_DIR: `${desktop.dir}/nowhere`,
    });
    await using product = startProduct(bare, { session: 'bare' });
    expect((await product.call('list_windows', {})).windows).toHaveLength(1);
    const state = await product.call('get_window_state', product.at(app));
    expect(state).toMatchObject({ degraded: true, screenshot_width: expect.any(Number) });
    expect(state.degraded_reason).toMatch(/session_bus_unavailable|accessibility_unavailable/);
    const { abilities } = await product.call('check_permissions', {});
    expect(abilities.accessibility?.available).toBe(false);
  });

  test('a session bus without an accessibility bus is named as such, and pictures still come', async () => {
    await using desktop = await openDesktop();
    const app = await startFixture(desktop, 'gtk3');
    const address = await startBareBus(desktop);
    await using product = startProduct(
      seenWith(desktop, { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: `${desktop.dir}/nowhere` }),
      { session: 'silent' },
    );
    const { degraded, degraded_reason, screenshot_width } = await product.call('get_window_state', product.at(app));
    expect({ degraded, degraded_reason }).toEqual({
      degraded: true,
      degraded_reason: expect.stringContaining('accessibility_unavailable'),
    });
    expect(screenshot_width).toBeGreaterThan(0);
    await expect(product.call('click', { ...product.at(app), element_index: 0 })).rejects.toMatchObject({ code: 'no_cached_state' });
  });

  test('a display that dies during a call ends the call, and the next one says so', async () => {
    await using desktop = await openDesktop();
    await using product = startProduct(desktop);
    const app = await startFixture(desktop, 'gtk3');
    const waiting = product.call('wait_for', {
      ...product.at(app),
      expect: [{ element: { selector: { label: 'never there' } } }],
      timeout_ms: 30_000,
    });
    const outcome = waiting.then(
      () => 'answered',
      (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
    );
    await product.call('get_window_state', product.at(app));
    await desktop.xserver.kill();
    expect(await outcome).toMatch(/^display_(lost|unavailable): /);
    await expect(product.call('list_windows', {})).rejects.toMatchObject({ code: expect.stringMatching(/^display_(lost|unavailable)$/) });
  });

  test('an output file that cannot be written is refused by name', async () => {
    await using desktop = await openDesktop();
    await using product = startProduct(desktop);
    const app = await startFixture(desktop, 'gtk3');
    await expect(product.call('screenshot', { ...product.at(app), screenshot_out_file: '/proc/no/such/shot.png' })).rejects.toMatchObject({
      code: 'output_unwritable',
      details: { path: '/proc/no/such/shot.png' },
    });
  });
});
