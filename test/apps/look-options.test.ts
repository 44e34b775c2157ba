import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from '../harness/product.js';
import { type Fixture, startFixture } from '../support/apps.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import { oracleOf } from '../support/oracle.js';

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

type Options = Omit<Parameters<typeof product.call<'get_window_state'>>[1], 'pid' | 'window_id'>;
const look = (options: Options = {}) => product.call('get_window_state', { ...product.at(app), ...options });

test('a look gives both halves, in the window’s own pixels', async () => {
  const { width, height } = await oracleOf(desktop).window(app.windowId);
  const state = await look();
  expect(state).toMatchObject({ screenshot_width: width, screenshot_height: height, screenshot_scale_factor: 1 });
  expect(state.tree_markdown).toContain('Press me');
  expect(state.elements?.find(({ label }) => label === 'Press me')).toMatchObject({
    element_index: expect.any(Number),
    element_token: expect.any(String),
    role: 'button',
    actions: expect.arrayContaining([expect.any(String)]),
    frame: app.widget('button'),
    depth: expect.any(Number),
  });
});

test.each([
  [{ capture_mode: 'som' }, true, true],
  [{ capture_mode: 'ax' }, true, false],
  [{ capture_mode: 'vision' }, false, true],
  [{ capture_mode: 'screenshot' }, false, true],
  [{ include_screenshot: false }, true, false],
] as const)('%j gives tree: %s, picture: %s', async (options, tree, picture) => {
  const state = await look(options);
  expect({ tree: state.tree_markdown !== undefined, picture: state.image !== undefined }).toEqual({ tree, picture });
  expect(state.screenshot_width !== undefined).toBe(picture);
});

test('the structured elements may be left out', async () => {
  const state = await look({ include_elements: false, include_screenshot: false });
  expect(state.elements).toBeUndefined();
  expect(state.tree_markdown).toContain('Press me');
});

test('a query leaves what matches, under the same numbers', async () => {
  const all = await look({ include_screenshot: false });
  const some = await look({ include_screenshot: false, query: 'press' });
  expect(some.tree_markdown).toContain('Press me');
  expect(some.tree_markdown).not.toContain('Volume');
  const numberIn = (state: typeof all) => state.elements?.find(({ label }) => label === 'Press me')?.element_index;
  expect(numberIn(some)).toBe(numberIn(all));
});

test('a budget is kept, and what was cut is said', async () => {
  const { tree_markdown = '', truncated } = await look({ include_screenshot: false, budget: 100 });
  expect(tree_markdown.length / 4).toBeLessThanOrEqual(110);
  expect(truncated).toMatchObject({ shown: expect.any(Number), total: expect.any(Number), how: expect.any(String) });
});

test.each([{ max_elements: 12 }, { max_depth: 3 }])('%j reads less, and says so', async (limit) => {
  const all = await look({ include_screenshot: false });
  const less = await look({ include_screenshot: false, ...limit });
  expect(less.element_count).toBeLessThan(all.element_count ?? 0);
  expect(less.truncated).toBeDefined();
  expect(all.truncated).toBeUndefined();
});

test('a smaller picture is written where asked, and the frames are in it', async () => {
  const file = join(desktop.dir, 'small.png');
  const { width, height } = await oracleOf(desktop).window(app.windowId);
  const longest = Math.max(width, height);
  const state = await look({ screenshot_out_file: file, max_image_dimension: longest / 2 });
  expect(state).toMatchObject({ screenshot_file_path: file, screenshot_scale_factor: 0.5 });
  expect(state.image).toBeUndefined();
  const size = await desktop.run('ffprobe', '-v', 'error', '-show_entries', 'stream=width,height', '-of', 'csv=p=0', file);
  expect(size.trim()).toBe(`${state.screenshot_width},${state.screenshot_height}`);
  expect(Math.max(state.screenshot_width ?? 0, state.screenshot_height ?? 0)).toBe(longest / 2);
  const { x, y } = app.widget('button');
  const frame = state.elements?.find(({ label }) => label === 'Press me')?.frame;
  expect(Math.abs((frame?.x ?? 0) - x / 2)).toBeLessThanOrEqual(1);
  expect(Math.abs((frame?.y ?? 0) - y / 2)).toBeLessThanOrEqual(1);
});
