// The verbs and window states the matrix has no column for, asked of the product and judged by the program's own log.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from '../../harness/product.js';
import { elementNumbers, waitForTree } from '../../matrix/elements.js';
import { type Fixture, moveWindow, startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
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

const states = [
  {
    name: 'minimised',
    code: 'window_minimized',
    hide: () => desktop.run('xdotool', 'windowminimize', '--sync', String(app.windowId)),
    show: () => desktop.run('xdotool', 'windowmap', '--sync', String(app.windowId)),
  },
  {
    name: 'on another workspace',
    code: 'window_off_screen',
    hide: () => desktop.run('xdotool', 'set_desktop_for_window', String(app.windowId), '1'),
    show: () => desktop.run('xdotool', 'set_desktop_for_window', String(app.windowId), '0'),
  },
] as const;

test.each(states)('in a window that is $name elements are clicked, and pixels refused', async ({ code, hide, show }) => {
  const numbers = await elementNumbers(product, app);
  await hide();
  await until(async () => (await oracleOf(desktop).window(app.windowId)).mapState !== 'IsViewable', { what: 'the window is hidden' });
  const watch = await person();
  const from = app.events().length;
  await expect(product.call('click', { ...target, ...app.centre('button') })).rejects.toMatchObject({ code });
  expect(seen(from, 'press')).toEqual([]);
  const clicked = await product.call('click', { ...target, element_index: numbers.get('button') ?? -1 });
  expect(clicked.route).toBe('accessibility');
  await app.waitForEvent('the click', ({ type }) => type === 'clicked', { from });
  expectUndisturbed(await watch.stop());
  await show();
  await until(async () => (await oracleOf(desktop).window(app.windowId)).mapState === 'IsViewable', { what: 'the window is back' });
});
