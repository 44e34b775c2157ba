/** What recording costs per act, how large turns are, how long a 1,000-turn report takes: bench/run.sh recording */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createEngine } from '../src/bin/create-engine.js';
import { renderReport } from '../src/recording/report/render.js';
import type { ToolOutput } from '../src/sdk/index.js';
import type { Desktop } from '../src/stage/desktop.js';
import { startDesktop } from '../src/stage/start.js';
import { stopDesktop } from '../src/stage/stop.js';
import { localDriver } from '../src/transport/driver.js';
import { writeSample } from '../test/unit/recording/sample-recording.js';
import { calculator } from './replay/calculator.js';
import { close, type Place, type Product } from './replay/flow.js';

const ROUNDS = 6;
const ACTS_PER_ROUND = 10;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
const rounded = (value: number): number => Math.round(value * 10) / 10;

async function keysOf(product: Product, at: Place): Promise<Map<string, number>> {
  const { elements = [] } = await product.call('get_window_state', { ...at, include_screenshot: false });
  return new Map(elements.filter(({ role }) => role === 'button').map(({ label, element_index }) => [label, element_index]));
}

/** Rounds with and without recording take turns, so that both meet the same machine. */
async function costPerAct(product: Product, desktop: Desktop) {
  const at = await (await calculator(product, desktop)).open();
  const keys = await keysOf(product, at);
  const press = async (label: string) => {
    const started = performance.now();
    await product.call('click', { ...at, element_index: keys.get(label) ?? 0 });
    return performance.now() - started;
  };
  await press('1');
  const plain: number[] = [];
  const recorded: number[] = [];
  let bytes = 0;
  let turns = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (let act = 0; act < ACTS_PER_ROUND; act++) plain.push(await press(String(1 + (act % 9))));
    await product.call('start_recording', { name: `cost-${round}`, record_video: false });
    for (let act = 0; act < ACTS_PER_ROUND; act++) recorded.push(await press(String(1 + (act % 9))));
    const state = await product.call('stop_recording', {});
    bytes += sizeOf(state.output_dir ?? '');
    turns += state.turns;
  }
  await close(product, at.pid);
  const [without, withRecording] = [median(plain), median(recorded)];
  return {
    act_ms: rounded(without),
    recorded_act_ms: rounded(withRecording),
    slower_percent: rounded((withRecording / without - 1) * 100),
    kb_per_turn: rounded(bytes / turns / 1000),
  };
}

/** Shared pictures count once, as on disk. */
function sizeOf(folder: string): number {
  const seen = new Set<number>();
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce((sum, entry) => {
    const { ino, size } = statSync(join(entry.parentPath, entry.name));
    if (!entry.isFile() || seen.has(ino)) return sum;
    seen.add(ino);
    return sum + size;
  }, 0);
}

async function renderTime() {
  const dir = mkdtempSync(join(tmpdir(), 'bench-report-'));
  await writeSample(join(dir, 'sample'), 1000);
  const started = performance.now();
  const { bytes } = await renderReport(join(dir, 'sample'), join(dir, 'report.html'));
  const seconds = (performance.now() - started) / 1000;
  rmSync(dir, { recursive: true });
  return { turns: 1000, seconds: Math.round(seconds * 100) / 100, mb: rounded(bytes / 1e6) };
}

const desktop = await startDesktop({ size: { width: 1280, height: 900 } });
const engine = createEngine();
const driver = localDriver(engine, { client: 'bench', session: 'bench', desktop: desktop.name });
// The registry gives each tool its own types; calling by name loses them, the signature puts them back.
const product: Product = { call: (tool, input) => driver.call(tool, input) as Promise<ToolOutput<typeof tool>> };
try {
  const results = {
    cpus: cpus().length,
    cost: await costPerAct(product, desktop),
    render: await renderTime(),
  };
  mkdirSync('results', { recursive: true });
  writeFileSync('results/recording.json', `${JSON.stringify(results, undefined, 2)}\n`);
  process.stdout.write(readFileSync('results/recording.json', 'utf8'));
} finally {
  await engine[Symbol.asyncDispose]();
  await stopDesktop(desktop.name);
}
