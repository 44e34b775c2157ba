// X11 applications on a Wayland session: an own pointer only with the person's consent, and then beside whatever the person uses.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../../harness/product.js';
import { type Fixture, startFixture } from '../../support/apps.js';
import { oracleOf } from '../../support/oracle.js';
import { fixturePath } from '../../support/parts/fixture-binaries.js';
import type { Line } from '../../support/parts/line-process.js';
import { startSentinel } from '../../support/sentinel.js';
import { openSway, type SwayDesktop } from '../../support/sway.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';

let desktop: SwayDesktop;
let app: Fixture;

beforeAll(async () => {
  desktop = await openSway();
  app = await startFixture(desktop, 'gtk3');
});
afterAll(() => desktop?.dispose());

const agentDevices = async () => (await oracleOf(desktop).devices()).filter((name) => name.includes('offhand'));

describe('without consent on a Wayland session', () => {
  test('what needs an own pointer or keyboard is refused, with the way to allow it', async () => {
    await using product = startProduct(desktop, { session: 'asks' });
    const acts = [
      () => product.call('click', { ...product.at(app), ...app.centre('button') }),
      () => product.call('press_key', { ...product.at(app), key: 'end' }),
      () => product.call('move_cursor', { ...product.at(app), ...app.centre('canvas') }),
    ];
    const remedy = expect.stringContaining('offhand config set x11_seat_on_wayland true');
    for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'seat_not_allowed', remedy });
    const { abilities } = await product.call('check_permissions', {});
    expect(abilities.seat).toMatchObject({ available: false, forbidden: true, why: expect.stringContaining('x11_seat_on_wayland') });
    const { checks } = await product.call('self_test', {});
    const click = { name: 'a background click reaches it', ok: false, detail: expect.stringContaining('x11_seat_on_wayland') };
    expect(checks).toContainEqual(expect.objectContaining(click));
    expect(await agentDevices()).toEqual([]);
  });

  test('accessibility still reaches elements', async () => {
    await using product = startProduct(desktop, { session: 'reads' });
    const { elements = [] } = await product.call('get_window_state', { ...product.at(app), include_screenshot: false });
    const button = elements.find(({ label }) => label === 'Press me');
    const from = app.events().length;
    const done = await product.call('click', { ...product.at(app), element_index: button?.element_index ?? -1 });
    expect(done.route).toBe('accessibility');
    await app.waitForEvent('the click', ({ type }) => type === 'clicked', { from });
  });
});

async function isLaidOut(): Promise<boolean> {
  const { width } = await oracleOf(desktop).window(app.windowId);
  const right = Math.max(...Object.values(app.widgets()).map((box) => box.x + box.width));
  return right <= width && right > width - 60;
}

/** Every kind of act by pixel, each seen by the program itself; gives the receipts. */
async function actEverywhere(product: Product, token: string) {
  await until(isLaidOut, { what: 'the window is laid out in its tile' });
  const at = product.at(app);
  const from = app.events().length;
  const { x, y } = app.centre('canvas');
  const receipts = [
    await product.call('click', { ...at, ...app.centre('button') }),
    await product.call('type_text', { ...at, ...app.centre('entry'), text: token }),
    await product.call('drag', { ...at, from_x: x - 30, from_y: y, to_x: x + 30, to_y: y, duration_ms: 60 }),
    await product.call('scroll', { ...at, x, y, direction: 'down' }),
    await product.call('right_click', { ...at, ...app.centre('context') }),
    await product.call('press_key', { ...at, key: 'escape' }),
  ];
  const heard = (what: string, match: (event: Line) => boolean) => app.waitForEvent(what, match, { from });
  await heard('the click', ({ type, widget }) => type === 'clicked' && widget === 'button');
  await heard('the text', ({ type, text }) => type === 'text' && String(text).includes(token));
  await heard('the drag', ({ type, widget }) => type === 'drag' && widget === 'canvas');
  await heard('the wheel', ({ type, direction }) => type === 'scroll' && direction === 'down');
  await heard('the menu', ({ type, menu }) => type === 'menu-opened' && menu === 'context');
  await heard('the menu closing', ({ type, menu }) => type === 'menu-closed' && menu === 'context');
  return receipts;
}

describe('with consent on a Wayland session', () => {
  test('an X11 application is driven beside the X11 window the person types in', async () => {
    await using product = startProduct(desktop, { session: 'beside', config: { x11_seat_on_wayland: true } });
    await product.call('check_permissions', {});
    const watch = await startSentinel(desktop, { typing: true, targets: [app.windowId] });
    const receipts = await actEverywhere(product, 'beside an X11 window ');
    expect(await desktop.focusedTitle()).toBe('Sentinel');
    expectUndisturbed(await watch.stop());
    for (const { route, interference } of receipts)
      expect({ route, interference }).toMatchObject({ route: 'synthetic_events', interference: { clean: true } });
    expect(await agentDevices()).not.toEqual([]);
  });

  test('and beside a Wayland window, which keeps the keyboard and gets no event', async () => {
    await using product = startProduct(desktop, { session: 'native', config: { x11_seat_on_wayland: true } });
    const log = join(desktop.dir, 'native.jsonl');
    const native = { PYTHONDONTWRITEBYTECODE: '1', GDK_BACKEND: 'wayland' };
    const window = desktop.runApp('/usr/bin/python3', [fixturePath('apps', 'gtk3.py'), log, 'Native'], { env: native });
    const hasFocus = async () => existsSync(log) && (await desktop.focusedTitle()) === 'Native';
    await until(hasFocus, { what: 'the Wayland window has the focus', timeoutMs: 30_000 });
    const focusChanges = await watchFocus();
    const begun = lines(log).length;
    const receipts = await actEverywhere(product, 'beside a Wayland window ');
    for (const { interference } of receipts) expect(interference).toMatchObject({ clean: true });
    expect(await desktop.focusedTitle()).toBe('Native');
    expect(focusChanges()).toEqual([]);
    expect(
      lines(log)
        .slice(begun)
        .filter(({ type }) => type !== 'geometry'),
    ).toEqual([]);
    // wtype brings a keymap of its own, and a window that has not heard of it yet misses the first letters: it is typed again then.
    const hasTyped = async () => {
      await desktop.run('wtype', '-s', '50', 'still here ');
      return lines(log).some(({ type, text }) => type === 'text' && String(text).includes('still here'));
    };
    await until(hasTyped, { what: 'the person types there', intervalMs: 200, timeoutMs: 20_000 });
    await desktop.swaymsg(`[title="^${app.title}$"] focus`);
    await until(() => focusChanges().includes(app.title), { what: 'a change of focus is seen' });
    await window.kill();
  });
});

/** The titles of windows the session's focus went to since. */
async function watchFocus(): Promise<() => string[]> {
  const events = desktop.runApp('swaymsg', ['-t', 'subscribe', '-m', '-r', '["window", "tick"]']);
  await until(() => events.log().includes('"first": true'), { what: 'sway tells of its events' });
  const focused = /"change": "focus", .*?"name": "([^"]*)"/g;
  return () => [...events.log().matchAll(focused)].map(([, title = '']) => title);
}

function lines(file: string): Line[] {
  const complete = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return complete.map((text) => JSON.parse(text) as Line);
}
