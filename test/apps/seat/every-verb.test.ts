// The verbs the matrix has no column for, asked of the product and judged by the program's own log.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from '../../harness/product.js';
import { elementNumbers, waitForTree } from '../../matrix/elements.js';
import { type Fixture, moveWindow, startFixture, type WidgetName } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import type { Line } from '../../support/parts/line-process.js';
import { startSentinel, type Watch } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';

let desktop: Desktop;
let product: Product;
let app: Fixture;
let target: { pid: number; window_id: number };

beforeAll(async () => {
  desktop = await openDesktop();
  app = await startFixture(desktop, 'gtk3');
  product = startProduct(desktop);
  target = product.at(app);
  await waitForTree(product, app);
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await desktop?.dispose();
});

const person = (): Promise<Watch> => startSentinel(desktop, { typing: true, targets: [app.windowId] });
const seen = (from: number, what: string) =>
  app
    .events()
    .slice(from)
    .filter(({ type }) => type === what);

test('a click of three is a triple click', async () => {
  const watch = await person();
  const from = app.events().length;
  await product.call('click', { ...target, ...app.centre('canvas'), count: 3 });
  await app.waitForEvent('a triple click', ({ type, widget }) => type === 'triple' && widget === 'canvas', { from });
  expectUndisturbed(await watch.stop());
});

test('the pointer rests over a widget until its tooltip opens', async () => {
  const watch = await person();
  const from = app.events().length;
  await product.call('move_cursor', { ...target, ...app.centre('hint') });
  await app.waitForEvent('the tooltip', ({ type }) => type === 'tooltip', { from });
  await product.call('end_session', {});
  expectUndisturbed(await watch.stop());
});

test('the same by element: a tooltip, a triple click, and a button held from one call to another', async () => {
  const numbers = await elementNumbers(product, app);
  const at = (name: WidgetName) => ({ ...target, element_index: numbers.get(name) ?? -1 });
  const watch = await person();
  const from = app.events().length;
  await product.call('move_cursor', at('hint'));
  await app.waitForEvent('the tooltip', ({ type }) => type === 'tooltip', { from });
  await product.call('click', { ...at('canvas'), count: 3 });
  await app.waitForEvent('a triple click', ({ type, widget }) => type === 'triple' && widget === 'canvas', { from });
  await product.call('mouse_button_down', at('button'));
  await app.waitForEvent('the press', ({ type, widget }) => type === 'press' && widget === 'button', { from });
  expect(seen(from, 'clicked')).toEqual([]);
  await product.call('mouse_button_up', at('button'));
  await app.waitForEvent('the click', ({ type, widget }) => type === 'clicked' && widget === 'button', { from });
  await product.call('end_session', {});
  expectUndisturbed(await watch.stop());
});

test('as many lines as asked for over an element, in each direction, and with a key held', async () => {
  const canvas = { ...target, element_index: (await elementNumbers(product, app)).get('canvas') ?? -1 };
  for (const direction of ['up', 'down', 'left', 'right'] as const) {
    const from = app.events().length;
    await product.call('scroll', { ...canvas, direction, amount: 4, modifier: ['ctrl'] });
    await until(() => seen(from, 'scroll').length >= 4, { what: `four turns ${direction}` });
    expect(seen(from, 'scroll').map((event) => event.direction)).toEqual(Array.from({ length: 4 }, () => direction));
  }
});

test('a key is pressed as often as asked for, with its modifiers each time', async () => {
  const watch = await person();
  const from = app.events().length;
  const keys = () => seen(from, 'key').flatMap(({ key, modifiers }) => (/^F[78]$/.test(String(key)) ? [`${modifiers} ${key}`] : []));
  await product.call('press_key', { ...target, key: 'f7', modifiers: ['ctrl', 'shift'], repeat: 5 });
  await product.call('hotkey', { ...target, keys: ['alt', 'f8'], repeat: 3 });
  await until(() => keys().length >= 8, { what: 'all of them' });
  const both = expect.stringMatching(/^(control,shift|shift,control) F7$/);
  expect(keys()).toEqual([both, both, both, both, both, 'alt F8', 'alt F8', 'alt F8']);
  expectUndisturbed(await watch.stop());
});

test('a drag from element to element with another button and a key held', async () => {
  const numbers = await elementNumbers(product, app);
  const [from_element = -1, to_element = -1] = [numbers.get('canvas'), numbers.get('button')];
  const watch = await person();
  const from = app.events().length;
  await product.call('drag', { ...target, from_element, to_element, button: 'middle', modifier: ['shift'], duration_ms: 40 });
  const isHeld = (event: Line) => event.widget === 'canvas' && event.button === 2 && String(event.modifiers) === 'shift';
  await app.waitForEvent('the press', (event) => event.type === 'press' && isHeld(event), { from });
  await app.waitForEvent('the release', (event) => event.type === 'release' && event.button === 2, { from });
  expect(seen(from, 'drag')).not.toEqual([]);
  expectUndisturbed(await watch.stop());
});

test('without a window the pixels are those of the screen, however small the pictures are', async () => {
  await using onScreen = startProduct(desktop, { session: 'screen', config: { capture_scope: 'desktop', max_image_dimension: 400 } });
  const { x: left, y: top } = await oracleOf(desktop).window(app.windowId);
  const at = (name: WidgetName) => ({ x: left + app.centre(name).x, y: top + app.centre(name).y });
  const { width } = app.widget('button');
  await onScreen.call('get_window_state', target); // in whose picture the same numbers mean other places
  const watch = await person();
  let from = app.events().length;
  await onScreen.call('click', at('button'));
  await app.waitForEvent('the click', ({ type, widget }) => type === 'clicked' && widget === 'button', { from });
  await onScreen.call('click', { ...at('button'), x: left + app.widget('button').x + width - 1 });
  await until(() => seen(from, 'clicked').length === 2, { what: 'its last pixel counts' });
  await onScreen.call('double_click', at('canvas'));
  await app.waitForEvent('the double click', ({ type, widget }) => type === 'double' && widget === 'canvas', { from });
  await onScreen.call('move_cursor', at('hint'));
  await app.waitForEvent('the tooltip', ({ type }) => type === 'tooltip', { from });
  await onScreen.call('right_click', at('context'));
  await app.waitForEvent('the menu', ({ type }) => type === 'menu-opened', { from });
  await onScreen.call('press_key', { ...target, key: 'escape' });
  await app.waitForEvent('it closes', ({ type }) => type === 'menu-closed', { from });
  from = app.events().length;
  const beside = { x: desktop.size.width, y: 10 };
  await expect(onScreen.call('click', beside)).rejects.toMatchObject({ code: 'point_outside' });
  expect(seen(from, 'press')).toEqual([]);
  await onScreen.call('end_session', {});
  expectUndisturbed(await watch.stop());
});

test('a page is ten lines of the wheel, in each direction', async () => {
  for (const direction of ['up', 'down', 'left', 'right'] as const) {
    const from = app.events().length;
    await product.call('scroll', { ...target, ...app.centre('canvas'), direction, by: 'page', amount: 1 });
    const turns = () => seen(from, 'scroll').filter((event) => event.direction === direction);
    await until(() => turns().length >= 10, { what: `ten turns ${direction}` });
    expect(turns()).toHaveLength(10);
  }
});

test('a drag follows its path', async () => {
  const box = app.widget('canvas');
  const at = (x: number, y: number) => [box.x + x, box.y + y];
  const from = app.events().length;
  const path = [at(10, 10), at(60, 10), at(60, 40)];
  await product.call('drag', { ...target, path, steps: 10, duration_ms: 50 });
  await app.waitForEvent('the release', ({ type }) => type === 'release', { from });
  const places = seen(from, 'drag').map(({ x, y }) => [Number(x), Number(y)]);
  expect(places).toContainEqual([60, 10]);
  expect(places.at(-1)).toEqual([60, 40]);
  expect(places.every(([x = 0, y = 0]) => y === 10 || x === 60)).toBe(true);
});

test('a context menu is walked and chosen from, and another one dismissed', async () => {
  const watch = await person();
  let from = app.events().length;
  await product.call('right_click', { ...target, ...app.centre('context') });
  await app.waitForEvent('the menu', ({ type }) => type === 'menu-opened', { from });
  await product.call('press_key', { ...target, key: 'down', repeat: 2 });
  await product.call('press_key', { ...target, key: 'enter' });
  await app.waitForEvent('the choice', (event) => event.type === 'menu' && JSON.stringify(event).includes('Paste'), { from });
  from = app.events().length;
  await product.call('right_click', { ...target, ...app.centre('context') });
  await app.waitForEvent('the menu again', ({ type }) => type === 'menu-opened', { from });
  await product.call('press_key', { ...target, key: 'escape' });
  await app.waitForEvent('it closes', ({ type }) => type === 'menu-closed', { from });
  expect(seen(from, 'menu')).toEqual([]);
  await product.call('end_session', {});
  expectUndisturbed(await watch.stop());
});

test('what is left of a window at the edge of the screen is reached, and the rest refused before anything is sent', async () => {
  const { width } = desktop.size;
  const hint = app.widget('hint');
  await moveWindow(desktop, app.windowId, { x: width - hint.x, y: 40 });
  let from = app.events().length;
  await product.call('click', { ...target, ...app.centre('button') });
  await app.waitForEvent('the click', ({ type, widget }) => type === 'clicked' && widget === 'button', { from });
  from = app.events().length;
  const beyond = product.call('click', { ...target, x: hint.x + hint.width, y: app.centre('hint').y });
  await expect(beyond).rejects.toMatchObject({ code: 'window_off_screen' });
  expect(seen(from, 'press')).toEqual([]);
  await moveWindow(desktop, app.windowId, { x: 600, y: 40 });
});
