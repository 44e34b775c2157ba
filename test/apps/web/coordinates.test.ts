// The same elements three times: as the page's own layout, as the accessibility tree and as pixels of the screenshot tell where they are.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodePng } from '../../../src/image/png-decode.js';
import type { PageBox, Site } from '../../fixtures/site/server.js';
import type { Product } from '../../harness/product.js';
import type { Box } from '../../support/apps.js';
import type { Desktop } from '../../support/desktop.js';
import type { Watch } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';
import { type BrowserWindow, endBrowser, launchBrowser, loaded, personAtWork } from './browser.js';
import { openStage, type Stage } from './stage.js';

/** Every step of the browser's own zoom from 50 to 200 %, each at one of the scales screens have. */
const looks = [
  { scale: 1, zoom: 50 },
  { scale: 1.25, zoom: 67 },
  { scale: 2, zoom: 75 },
  { scale: 1.5, zoom: 80 },
  { scale: 1.25, zoom: 90 },
  { scale: 1, zoom: 100 },
  { scale: 2, zoom: 100 },
  { scale: 1.75, zoom: 110 },
  { scale: 1.5, zoom: 125 },
  { scale: 1, zoom: 150 },
  { scale: 2, zoom: 175 },
  { scale: 1, zoom: 200 },
];

let stage: Stage;
let desktop: Desktop;
let product: Product;
let site: Site;

beforeAll(async () => {
  stage = await openStage({ size: { width: 1400, height: 1300 } });
  ({ desktop, product, site } = stage);
});
afterAll(() => stage?.close());

/** One box in each cell of a grid, anywhere inside it, in colours that occur nowhere else. */
const columns = 4;
const rows = 3;
const anywhere = fc.record({
  dx: fc.double({ min: 1, max: 9, noNaN: true }),
  dy: fc.double({ min: 6, max: 12, noNaN: true }) /* below the shadow the browser casts on the page */,
  w: fc.double({ min: 4, max: 14, noNaN: true }),
  h: fc.double({ min: 4, max: 18, noNaN: true }),
});
const boxes = fc.array(anywhere, { minLength: columns * rows, maxLength: columns * rows }).map((places): PageBox[] =>
  places.map(({ dx, dy, w, h }, index) => ({
    name: `box${index}`,
    color: `#${(0x102030 + index * 0x0b0d11).toString(16).padStart(6, '0')}`,
    left: (index % columns) * 24 + dx,
    top: Math.floor(index / columns) * 32 + dy,
    width: w,
    height: h,
  })),
);

describe.each(looks)('at $zoom % and device scale $scale', ({ scale, zoom }) => {
  let window: BrowserWindow;
  let watch: Watch;

  beforeAll(async () => {
    const profile = `zoom-${zoom}-${scale * 100}`;
    const folder = join(product.home, 'browsers', `named-${profile}`, 'profile', 'Default');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const level = Math.log(zoom / 100) / Math.log(1.2);
    writeFileSync(join(folder, 'Preferences'), JSON.stringify({ partition: { default_zoom_level: { x: level } } }));
    const flags = [
      `--force-device-scale-factor=${scale}`,
      `--window-size=${Math.round(700 / scale)},${Math.round(600 / scale)}`,
      '--window-position=10,10',
    ];
    const [first] = await launchBrowser(product, ['about:blank'], { profile, additional_arguments: flags });
    if (!first) throw new Error('no window');
    window = first;
    watch = await personAtWork(desktop);
  });
  afterAll(() => endBrowser(product, window));

  test('layout, tree and pixels agree within a pixel', async () => {
    await fc.assert(
      fc.asyncProperty(boxes, async (wanted) => {
        await window.page({ action: 'navigate', url: site.url(`/boxes?boxes=${encodeURIComponent(JSON.stringify(wanted))}`) });
        await loaded(window, 'Boxes');
        const { result: ratio } = await window.page({ action: 'execute_javascript', javascript: 'devicePixelRatio' });
        expect(ratio).toBeCloseTo((scale * zoom) / 100, 5);
        const file = join(desktop.dir, 'boxes.png');
        const { matches = [] } = await window.page({ action: 'query_dom', css_selector: 'button', attributes: ['id'] });
        const { state, painted } = await until(
          async () => {
            const state = await window.state({ include_screenshot: true, max_image_dimension: 0, screenshot_out_file: file });
            const painted = await paintedBoxes(file, wanted);
            return painted.size === wanted.length && { state, painted };
          },
          { what: 'all boxes are painted' },
        );
        for (const { name } of wanted) {
          const layout = matches.find(({ attributes }) => attributes.id === name)?.bounds;
          const tree = state.elements?.find(({ label }) => label === name)?.frame;
          const pixels = painted.get(name);
          if (!layout || !tree || !pixels) throw new Error(`${name}: ${JSON.stringify({ layout, tree, pixels })}`);
          expect(farthest(layout, pixels), `${name} layout ${JSON.stringify(layout)} pixels ${JSON.stringify(pixels)}`).toBeLessThanOrEqual(
            1,
          );
          expect(farthest(tree, pixels), `${name} tree ${JSON.stringify(tree)} pixels ${JSON.stringify(pixels)}`).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 5, seed: 7, endOnFailure: true },
    );
  });

  test('what is pressed by selector or by pixel is what is there', async () => {
    for (const id of ['box0', 'box6', 'box11']) {
      const { matches } = await window.page({ action: 'query_dom', css_selector: `#${id}` });
      const { x, y, width, height } = matches?.[0]?.bounds ?? { x: 0, y: 0, width: 0, height: 0 };
      const presses = [
        () => window.page({ action: 'click', css_selector: `#${id}` }),
        () => product.call('click', { ...window.at, x: x + 1, y: y + 1 }),
        () => product.call('click', { ...window.at, x: x + width - 2, y: y + height - 2 }),
      ];
      for (const press of presses) {
        const from = site.events().length;
        await press();
        await site.heard({ type: 'click', id, trusted: true }, { from });
      }
    }
  });

  test('the person noticed nothing of all this', async () => {
    expectUndisturbed(await watch.stop());
  });
});

/** The largest distance between the same edges of two boxes. */
function farthest(a: Box, b: Box): number {
  const edges = ({ x, y, width, height }: Box) => [x, y, x + width, y + height];
  const others = edges(b);
  return Math.max(...edges(a).map((edge, index) => Math.abs(edge - (others[index] ?? Number.NaN))));
}

async function paintedBoxes(file: string, wanted: readonly PageBox[]): Promise<Map<string, Box>> {
  const { width, height, stride, data } = await decodePng(readFileSync(file));
  const found = new Map<string, { left: number; top: number; right: number; bottom: number }>();
  const names = new Map(wanted.map(({ name, color }) => [Number.parseInt(color.slice(1), 16), name]));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * stride + x * 4; // blue, green, red, unused
      const name = names.get(((data[at + 2] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at] ?? 0));
      if (name === undefined) continue;
      const box = found.get(name) ?? { left: x, top: y, right: x, bottom: y };
      found.set(name, {
        left: Math.min(box.left, x),
        top: Math.min(box.top, y),
        right: Math.max(box.right, x),
        bottom: Math.max(box.bottom, y),
      });
    }
  }
  return new Map(
    [...found].map(([name, { left, top, right, bottom }]) => [
      name,
      { x: left, y: top, width: right - left + 1, height: bottom - top + 1 },
    ]),
  );
}
