import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodePng } from '../../src/image/png-decode.js';
import { type Product, startProduct } from '../harness/product.js';
import { type Fixture, startFixture } from '../support/apps.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import { oracleOf } from '../support/oracle.js';
import { startSentinel } from '../support/sentinel.js';
import { until } from '../support/until.js';

/** Runs programs of a desktop with more in their environment. */
function withEnv(desktop: Desktop, more: Readonly<Record<string, string>>): Desktop['runApp'] {
  return (command, args, options = {}) => desktop.runApp(command, args, { ...options, env: { ...options.env, ...more } });
}

type Box = { x: number; y: number; width: number; height: number };

describe('looking at windows', () => {
  let desktop: Desktop;
  let product: Product;
  let app: Fixture;

  beforeAll(async () => {
    desktop = await openDesktop();
    product = startProduct(desktop);
    app = await startFixture(desktop, 'gtk3');
  });
  afterAll(async () => {
    await product?.[Symbol.asyncDispose]();
    await desktop?.dispose();
  });

  test('windows are listed with the place, title and owner the X server knows', async () => {
    const { windows } = await product.call('list_windows', { pid: app.pid });
    const facts = await oracleOf(desktop).window(app.windowId);
    expect(windows).toHaveLength(1);
    expect(windows[0]).toMatchObject({
      window_id: app.windowId,
      pid: app.pid,
      title: app.title,
      state: 'normal',
      bounds: { x: facts.x, y: facts.y, width: facts.width, height: facts.height },
    });
  });

  test('element frames lie where the program drew its widgets', async () => {
    const state = await product.call('get_window_state', { ...product.at(app), include_screenshot: false });
    for (const [label, widget] of [
      ['Press me', 'button'],
      ['Volume', 'slider'],
      ['Name', 'entry'],
    ] as const) {
      const frame = state.elements?.find((each) => each.label === label)?.frame;
      expect(frame, label).toEqual(app.widget(widget));
    }
  });

  test.each([
    ['gtk3', { GDK_SCALE: '2' }],
    ['qt5', { QT_SCALE_FACTOR: '2' }],
  ] as const)('element frames of %s are in pixels also on a scaled display', async (kit, env) => {
    await using scaled = await openDesktop({ size: { width: 1600, height: 1600 } });
    await using own = startProduct(scaled);
    await own.call('check_permissions', {});
    const big = await startFixture(Object.assign(Object.create(scaled), { runApp: withEnv(scaled, env) }), kit);
    const state = await own.call('get_window_state', { ...own.at(big), include_screenshot: false });
    const frame = state.elements?.find(({ label }) => label === 'Press me')?.frame;
    const { x, y, width, height } = big.widget('button');
    expect(frame).toEqual({ x: x * 2, y: y * 2, width: width * 2, height: height * 2 });
  });

  test.each([
    ['an edge', false],
    ['a shadow', true],
  ])('element frames of GTK 4 are where the widgets are also in a window that draws %s of its own', async (_what, compositor) => {
    await using own = await openDesktop({ wm: compositor ? 'xfwm4' : 'openbox', compositor });
    await using looking = startProduct(own);
    const styled = withEnv(own, { FIXTURE_TITLEBAR: '1' });
    const drawn = await startFixture(Object.assign(Object.create(own), { runApp: styled }), 'gtk4');
    const inset = await oracleOf(own).property(drawn.windowId, '_GTK_FRAME_EXTENTS');
    if (compositor) expect(inset).toMatch(/[1-9]/);
    const centre = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });
    const same = async () => {
      const state = await looking.call('get_window_state', { ...looking.at(drawn), include_screenshot: false });
      const frame = state.elements?.find(({ label }) => label === 'Press me')?.frame;
      // Its boxes leave the padding out, which moves no centre.
      expect(frame && centre(frame)).toEqual(centre(drawn.widget('button')));
      return true;
    };
    await until(same, { what: 'both say where the button is' });
  });

  test('a covered window gives its own pixels, not those of what covers it', async () => {
    const person = await startSentinel(desktop, { at: { x: 10, y: 10, width: 200, height: 100 } });
    const free = await settledShot();
    const cover = desktop.runApp('xterm', ['-title', 'cover', '-geometry', '200x70+0+0']);
    await desktop.waitForWindow({ title: 'cover' });
    const covered = await settledShot();
    expect(covered.equals(free)).toBe(true);
    await cover.kill();
    await person.stop();
  });

  /** A window that lost the focus repaints itself: two equal pictures in a row show that it is done. */
  async function settledShot(): Promise<Buffer> {
    let last = await shot();
    return until(
      async () => {
        const now = await shot();
        const isSettled = now.equals(last);
        last = now;
        return isSettled && now;
      },
      { what: 'two equal pictures in a row', intervalMs: 50 },
    );
  }

  async function shot(): Promise<Buffer> {
    const { image } = await product.call('screenshot', { ...product.at(app) });
    return (await decodePng(Buffer.from(image?.base64 ?? '', 'base64'))).data;
  }

  test('since gives nothing when nothing changed, and only the change when something did', async () => {
    const first = await product.call('get_window_state', { ...product.at(app), include_screenshot: false });
    const same = await product.call('get_window_state', { ...product.at(app), include_screenshot: false, since: first.snapshot_id });
    expect(same.changes).toEqual({ since: first.snapshot_id, unchanged: true });
    const box = first.elements?.find(({ label }) => label === 'Enabled');
    await product.call('click', { ...product.at(app), element_index: box?.element_index });
    const changed = await product.call('get_window_state', { ...product.at(app), include_screenshot: false, since: first.snapshot_id });
    expect(changed.tree_markdown).toContain(`[${box?.element_index}]`);
    expect(changed.tree_markdown).not.toContain('Press me');
  });

  test('an element keeps its number, and a stale one never hits a neighbour', async () => {
    const first = await product.call('get_window_state', { ...product.at(app), include_screenshot: false });
    const again = await product.call('get_window_state', { ...product.at(app), include_screenshot: false });
    expect(again.elements?.map(({ element_index, label }) => [element_index, label])).toEqual(
      first.elements?.map(({ element_index, label }) => [element_index, label]),
    );
    await expect(product.call('click', { ...product.at(app), element_index: 9999 })).rejects.toMatchObject({
      code: 'stale_element',
      message: expect.stringContaining(`Invalid element_index 9999 for pid ${app.pid} window_id ${app.windowId}`),
    });
  });

  test('an index used before looking is refused in the words agents know', async () => {
    await using fresh = startProduct(desktop, { session: 'fresh' });
    await expect(fresh.call('click', { ...product.at(app), element_index: 1 })).rejects.toMatchObject({
      code: 'no_cached_state',
      message: expect.stringContaining(`No cached AX state for pid ${app.pid} window_id ${app.windowId}`),
    });
  });

  test('pid and window that do not belong together are refused', async () => {
    await expect(product.call('get_window_state', { pid: 1, window_id: app.windowId })).rejects.toMatchObject({
      code: 'window_not_owned',
      message: expect.stringContaining(`window_id ${app.windowId} belongs to pid ${app.pid}, not 1`),
    });
  });

  test('a click without a window is refused under window scope', async () => {
    await expect(product.call('click', { x: 5, y: 5 })).rejects.toMatchObject({ code: 'desktop_scope_disabled' });
  });

  test('statements are verified, absence included', async () => {
    const expectations = [
      { window: { title_contains: app.title } },
      { element: { selector: { role: 'button', label: 'Press me' }, enabled: true } },
      { element: { selector: { label: 'No such thing' }, exists: false } },
    ];
    expect(await product.call('verify_state', { ...product.at(app), expect: expectations })).toMatchObject({
      status: 'satisfied',
      stable: true,
    });
    await expect(
      product.call('wait_for', { ...product.at(app), timeout_ms: 300, expect: [{ element: { selector: { label: 'No such thing' } } }] }),
    ).rejects.toMatchObject({ code: 'timeout' });
  });

  test('a menu it opened is in its picture and in its tree', async () => {
    const before = await product.call('get_window_state', product.at(app));
    const from = app.events().length;
    await product.call('right_click', { ...product.at(app), ...app.centre('context') });
    await app.waitForEvent('the menu opened', (event) => event.type === 'menu-opened', { from });
    const open = await until(
      async () => {
        const state = await product.call('get_window_state', product.at(app));
        return state.elements?.some(({ label }) => label === 'Copy') && state;
      },
      { what: 'the menu in the tree' },
    );
    const copy = open.elements?.find(({ label }) => label === 'Copy');
    expect(before.elements?.some(({ label }) => label === 'Copy')).toBe(false);
    expect(copy?.frame?.width).toBeGreaterThan(5);
    expect(open.image?.base64).not.toBe(before.image?.base64);
    await product.call('click', { ...product.at(app), element_index: copy?.element_index });
    await app.waitForEvent('Copy was chosen', (event) => event.type === 'menu' && event.item === 'Copy', { from });
  });

  test('a window on another workspace gives its tree and a reason for the missing picture', async () => {
    await desktop.run('xdotool', 'set_num_desktops', '2');
    await desktop.run('xdotool', 'set_desktop_for_window', String(app.windowId), '1');
    await until(async () => (await product.call('list_windows', { pid: app.pid })).windows[0]?.state === 'other_workspace', {
      what: 'moved away',
    });
    const state = await product.call('get_window_state', product.at(app));
    expect(state).toMatchObject({ off_space: true, screenshot_error: { code: 'window_off_screen' } });
    expect(state.element_count).toBeGreaterThan(10);
    await desktop.run('xdotool', 'set_desktop_for_window', String(app.windowId), '0');
    await until(async () => (await product.call('list_windows', { pid: app.pid })).windows[0]?.state === 'normal', { what: 'back again' });
  });

  test('a minimised window gives its tree and a reason for the missing picture, and its elements still work', async () => {
    await desktop.run('xdotool', 'windowminimize', String(app.windowId));
    await until(async () => (await product.call('list_windows', { pid: app.pid })).windows[0]?.state === 'minimized', {
      what: 'minimised',
    });
    const state = await product.call('get_window_state', product.at(app));
    expect(state.screenshot_error?.code).toBe('window_minimized');
    const button = state.elements?.find(({ label }) => label === 'Press me');
    const from = app.events().length;
    await product.call('click', { ...product.at(app), element_index: button?.element_index });
    await app.waitForEvent('the button was clicked', (event) => event.type === 'clicked', { from });
    await expect(product.call('click', { ...product.at(app), x: 10, y: 10 })).rejects.toMatchObject({ code: 'window_minimized' });
  });
});

describe('applications that misbehave', () => {
  test('one without accessibility still gives its picture, and says what is missing', async () => {
    await using desktop = await openDesktop();
    await using product = startProduct(desktop);
    const child = desktop.runApp('xterm', ['-title', 'plain terminal']);
    const windowId = await desktop.waitForWindow({ title: 'plain terminal' });
    const { windows } = await product.call('list_windows', {});
    const pid = windows.find(({ window_id }) => window_id === windowId)?.pid ?? child.pid;
    const state = await product.call('get_window_state', { pid, window_id: windowId });
    expect(state).toMatchObject({ degraded: true, screenshot_width: expect.any(Number) });
    expect(state.degraded_reason).toContain('accessibility_unavailable');
  });

  test('a stopped one is named and holds up nobody else', async () => {
    await using desktop = await openDesktop();
    await using product = startProduct(desktop);
    const stuck = await startFixture(desktop, 'gtk3', { title: 'stuck' });
    const free = await startFixture(desktop, 'gtk3', { title: 'free' });
    await product.call('get_window_state', { ...product.at(stuck), include_screenshot: false });
    process.kill(stuck.pid, 'SIGSTOP');
    const [refused, other] = await Promise.all([
      product.call('get_window_state', { ...product.at(stuck), include_screenshot: false }).catch((error: { code: string }) => error),
      product.call('get_window_state', { ...product.at(free), include_screenshot: false }),
    ]);
    expect(refused).toMatchObject({ code: 'app_unresponsive' });
    expect(other.element_count).toBeGreaterThan(10);
    process.kill(stuck.pid, 'SIGCONT');
    await until(() => product.call('get_window_state', { ...product.at(stuck), include_screenshot: false }), { what: 'it answers again' });
  });

  test('a window that closes between look and act is refused', async () => {
    await using desktop = await openDesktop();
    await using product = startProduct(desktop);
    const app = await startFixture(desktop, 'gtk3');
    const state = await product.call('get_window_state', { ...product.at(app), include_screenshot: false });
    const index = state.elements?.[0]?.element_index;
    await app.child.kill();
    await until(async () => (await product.call('list_windows', {})).windows.length === 0, { what: 'the window is gone' });
    await expect(product.call('click', { ...product.at(app), element_index: index })).rejects.toMatchObject({ code: 'window_not_found' });
  });

  test('a display that dies is reported, and found again when it is back', async () => {
    await using desktop = await openDesktop({ wm: 'none' });
    await using product = startProduct(desktop);
    await product.call('list_windows', {});
    await desktop.xserver.kill();
    await expect(product.call('list_windows', {})).rejects.toMatchObject({ code: expect.stringMatching(/^display_(lost|unavailable)$/) });
    await expect(product.call('list_windows', {})).rejects.toMatchObject({ code: 'display_unavailable' });
  });
});
