/** What recording costs per act, how large turns are, how long a 1,000-turn report takes, how often a replay succeeds: bench/run.sh recording [replays] */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createEngine } from '../src/bin/create-engine.js';
import { poll } from '../src/kit/poll.js';
import { renderReport } from '../src/recording/report/render.js';
import type { ToolInput, ToolName, ToolOutput } from '../src/sdk/index.js';
import type { Desktop } from '../src/stage/desktop.js';
import { startDesktop } from '../src/stage/start.js';
import { stopDesktop } from '../src/stage/stop.js';
import { localDriver } from '../src/transport/driver.js';
import { writeSample } from '../test/unit/recording/sample-recording.js';

interface Product {
  call<N extends ToolName>(tool: N, input: ToolInput<N>): Promise<ToolOutput<N>>;
}

type Place = { pid: number; window_id: number };

const ROUNDS = 6;
const ACTS_PER_ROUND = 10;
const KEYS = ['1', '2', '+', '3', '4', '×', '5', '−', '6', '=', '7', '8', '9', '÷', '3', '+', '1', '2', '0', '='];
/** 12+34×5−6 = 176, then 789÷3+120. */
const RESULT = '383';

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
const rounded = (value: number): number => Math.round(value * 10) / 10;

async function openCalculator(product: Product): Promise<Place> {
  const { pid, windows } = await product.call('launch_app', { name: 'gnome-calculator' });
  const at = { pid, window_id: windows[0]?.window_id ?? 0 };
  await product.call('wait_for', { ...at, expect: [{ element: { selector: { role: 'button', label: '=' } } }] });
  return at;
}

async function close(product: Product, pid: number): Promise<void> {
  await product.call('kill_app', { pid, force: true });
  await poll(async () => (await product.call('list_windows', { pid })).windows.length === 0, { timeoutMs: 10_000, intervalMs: 50 });
}

async function keysOf(product: Product, at: Place): Promise<Map<string, number>> {
  const { elements = [] } = await product.call('get_window_state', { ...at, include_screenshot: false });
  return new Map(elements.filter(({ role }) => role === 'button').map(({ label, element_index }) => [label, element_index]));
}

/** Rounds with and without recording take turns, so that both meet the same machine. */
async function costPerAct(product: Product) {
  const at = await openCalculator(product);
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

/** Each replay meets a calculator started anew; every other one at half its size. The result is read by libatspi. */
async function replays(product: Product, desktop: Desktop, runs: number) {
  const first = await openCalculator(product);
  const keys = await keysOf(product, first);
  await product.call('start_recording', { name: 'twenty', record_video: false });
  for (const key of KEYS) await product.call('click', { ...first, element_index: keys.get(key) ?? 0 });
  await product.call('stop_recording', {});
  await close(product, first.pid);
  let right = 0;
  let wrong = 0;
  const seconds: number[] = [];
  for (let run = 0; run < runs; run++) {
    const at = await openCalculator(product);
    if (run % 2 === 1) halve(desktop, at.window_id);
    const started = performance.now();
    const report = await product.call('replay_trajectory', { dir: 'twenty', stop_on_error: false });
    seconds.push((performance.now() - started) / 1000);
    const texts = textsOf(desktop, at.pid);
    if (report.complete && texts.includes(RESULT)) right++;
    else if (report.refused === 0) wrong++;
    process.stdout.write(report.complete && texts.includes(RESULT) ? '.' : `\nrun ${run}: ${JSON.stringify({ texts, report })}\n`);
    await close(product, at.pid);
  }
  process.stdout.write('\n');
  return { runs, turns: KEYS.length, right_percent: rounded((right / runs) * 100), wrong, seconds_per_replay: rounded(median(seconds)) };
}

/** What libatspi says the calculator shows: none of our code is involved. */
function textsOf({ env }: Desktop, pid: number): string[] {
  const reader = join(process.cwd(), '../test/support/parts/atspi-read.py');
  const objects = JSON.parse(
    execFileSync('/usr/bin/python3', ['-W', 'ignore', reader, String(pid), '--role', 'text'], { env, encoding: 'utf8' }),
  ) as {
    text?: string;
  }[];
  return objects.map(({ text }) => text ?? '');
}

/** The calculator does not get smaller than its buttons; the window manager stops there. */
function halve({ env }: Desktop, windowId: number): void {
  const [, width = '', height = ''] =
    /WIDTH=(\d+)\s+HEIGHT=(\d+)/.exec(
      execFileSync('xdotool', ['getwindowgeometry', '--shell', String(windowId)], { env, encoding: 'utf8' }),
    ) ?? [];
  execFileSync('xdotool', ['windowsize', String(windowId), String(Number(width) >> 1), String(Number(height) >> 1)], {
    env,
    timeout: 5000,
  });
}

const runs = Number(process.argv[2] ?? 20);
const desktop = await startDesktop({ size: { width: 1280, height: 900 } });
const engine = createEngine();
const driver = localDriver(engine, { client: 'bench', session: 'bench', desktop: desktop.name });
// The registry gives each tool its own types; calling by name loses them, the signature puts them back.
const product: Product = { call: (tool, input) => driver.call(tool, input) as Promise<ToolOutput<typeof tool>> };
try {
  const results = {
    cpus: cpus().length,
    cost: await costPerAct(product),
    render: await renderTime(),
    replay: await replays(product, desktop, runs),
  };
  mkdirSync('results', { recursive: true });
  writeFileSync('results/recording.json', `${JSON.stringify(results, undefined, 2)}\n`);
  process.stdout.write(readFileSync('results/recording.json', 'utf8'));
} finally {
  await engine[Symbol.asyncDispose]();
  await stopDesktop(desktop.name);
}
