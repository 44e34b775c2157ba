/**
 * How long the person's pointer lags behind their mouse while it is held after an act in a browser and a large page is read, beside
 * the same while it is not held: bench/run.sh held ; ROWS=4000 ROUNDS=10
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Product, startProduct } from '../test/harness/product.js';
import { type Desktop, openDesktop } from '../test/support/desktop.js';
import { startChromium } from '../test/support/parts/chromium.js';
import { fixtureBinary } from '../test/support/parts/fixture-binaries.js';
import { type LineProcess, startLineProcess } from '../test/support/parts/line-process.js';

const bench = process.env.OFFHAND_BENCH ?? 'bench';
const rounds = Number(process.env.ROUNDS ?? 5);
const rows = Number(process.env.ROWS ?? 1000);
/** Longer than it is held after an act. */
const LET_GO_MS = 5500;

const row = (n: number) => `<li><a href="#r${n}">Item ${n}</a> <span>costs <b>${n * 3}</b></span> <button>Buy</button></li>`;
const tick = '<button style="width:200px;height:60px" onclick="this.textContent = performance.now()">Tick</button>';
const page = `<!doctype html><title>Big</title>${tick}<ul>${Array.from({ length: rows }, (_, n) => row(n)).join('')}</ul>`;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const rounded = (ms: number): number => Math.round(ms * 10) / 10;
const share = (values: readonly number[], part: number): number =>
  rounded([...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN);

interface Scene {
  readonly product: Product;
  readonly at: { pid: number; window_id: number };
  readonly mouse: LineProcess;
}

/** The lags of the moves that were seen while `look` was at it, and the longest our own thread did nothing else. */
async function during(mouse: LineProcess, look: () => Promise<unknown>) {
  const from = mouse.lines.length;
  const busy = monitorEventLoopDelay({ resolution: 1 });
  busy.enable();
  await look();
  busy.disable();
  // One that began meanwhile may be seen only now.
  await mouse.next('the next move', () => true, mouse.lines.length);
  return { busyMs: busy.max / 1e6, lags: mouse.lines.slice(from).map(({ lag_us }) => Number(lag_us) / 1000) };
}

async function measure(what: string, { product, at, mouse }: Scene, look: () => Promise<unknown>) {
  const [held, free, busy]: number[][] = [[], [], []];
  for (let round = 0; round < rounds; round++)
    for (const lags of [held, free]) {
      await product.call('click', { ...at, x: 60, y: 40 });
      if (lags === free) await sleep(LET_GO_MS);
      const seen = await during(mouse, look);
      lags?.push(...seen.lags);
      busy?.push(seen.busyMs);
    }
  const lag = (values: readonly number[] = []) => ({
    moves: values.length,
    median: share(values, 0.5),
    p99: share(values, 0.99),
    most: share(values, 1),
  });
  const found = { what, our_thread_busy_ms: share(busy ?? [], 1), held_ms: lag(held), free_ms: lag(free), load_average: loadavg()[0] };
  process.stdout.write(`${JSON.stringify(found)}\n`);
  return found;
}

async function openScene(desktop: Desktop, product: Product, url: string): Promise<Scene> {
  const { pid } = startChromium(desktop, url, ['--force-renderer-accessibility']);
  const window_id = await desktop.waitForWindow({ title: '^Big' });
  await sleep(3000); // settling: this is a benchmark, not a test
  return { product, at: { pid, window_id }, mouse: startLineProcess(desktop, await fixtureBinary('pointer-lag'), ['60', '600', '8']) };
}

const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
await using desktop = await openDesktop();
await using product = startProduct(desktop);
const scene = await openScene(desktop, product, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
const { at } = scene;
const all = { ...at, max_elements: 100_000 };
const results = [
  await measure('nothing, for a second', scene, () => sleep(1000)),
  await measure('get_window_state', scene, () => product.call('get_window_state', at)),
  await measure('get_window_state of all elements', scene, () => product.call('get_window_state', all)),
  await measure('type_text', scene, () => product.call('type_text', { ...at, text: 'The quick brown fox jumps over the lazy dog' })),
];
mkdirSync(join(bench, 'results'), { recursive: true });
const file = join(bench, 'results/held.json');
writeFileSync(file, `${JSON.stringify({ elements: rows * 5, rounds, results }, undefined, 2)}\n`);
process.stdout.write(readFileSync(file, 'utf8'));
server.close();
