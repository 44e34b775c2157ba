/**
 * Offhand and cua-driver on the same windows in one run: time of the first look by a driver that has just connected, of later
 * looks and of a click, and tokens of the outline. Prints ratios; both sides take turns, so that they share whatever else goes on.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine } from '../src/bin/create-engine.js';
import { startDesktop } from '../src/stage/start.js';
import { stopDesktop } from '../src/stage/stop.js';
import { localDriver } from '../src/transport/driver.js';
import { bench, startPeer } from './peer-process.js';

interface Timing {
  readonly ms: number;
  readonly output: Record<string, unknown> | undefined;
  readonly error?: string;
}

type Call = (tool: string, input: object) => Promise<Timing>;

const ROUNDS = Number(process.env.ROUNDS ?? 9);
const FIRST_LOOKS = Number(process.env.FIRST_LOOKS ?? 3);
const folder = mkdtempSync(join(tmpdir(), 'offhand-bench-'));
const PAGE = join(folder, 'page.html');
const ROW = '<p><button onclick="out.textContent = Number(out.textContent) + 1">Go</button> <a href="#">more</a></p>';
writeFileSync(PAGE, `<title>bench</title><h1 id="out">0</h1>${ROW.repeat(1000)}`);
const CHROMIUM = [
  `--user-data-dir=${join(folder, 'profile')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--force-renderer-accessibility',
];

const apps = [
  { name: 'gnome-calculator', args: [], button: '7' },
  { name: 'kcalc', args: [], button: '7' },
  { name: 'gtk3-widget-factory', args: [], button: undefined },
  { name: 'qalculate-gtk', args: [], button: '7' },
  { name: 'chromium', args: [...CHROMIUM, `file://${PAGE}`], button: 'Go' },
] as const;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const tokens = (text: unknown): number => Math.ceil(String(text ?? '').length / 4);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function main(): Promise<void> {
  const desktop = await startDesktop({ size: { width: 1600, height: 1000 } });
  const rows: Record<string, unknown>[] = [];
  try {
    await using engine = createEngine();
    const ours = ourCall(engine, desktop.name);
    const peer = startPeer<Timing>(desktop.env);
    const firstLooks = async (target: object): Promise<Pair> => {
      const times: Times = { ours: [], peer: [] };
      for (let round = 0; round < FIRST_LOOKS; round++) {
        times.ours.push(await ourFirstLook(desktop.name, target));
        times.peer.push(await peerFirstLook(desktop.env, target));
      }
      return { ours: median(times.ours), peer: median(times.peer) };
    };
    for (const app of apps.filter(({ name }) => process.argv.length < 3 || process.argv.includes(name)))
      rows.push(await measure(app, ours, peer.call, firstLooks));
    peer.child.stdin?.end();
  } finally {
    await stopDesktop(desktop.name);
  }
  print(rows);
}

type Pair = { readonly ours: number; readonly peer: number };
type Times = { readonly ours: number[]; readonly peer: number[] };

function ourCall(engine: ReturnType<typeof createEngine>, desktop: string): Call {
  const driver = localDriver(engine, { client: 'bench', session: 'bench', desktop });
  return async (tool, input) => {
    const started = performance.now();
    try {
      const output = (await driver.call(tool, input)) as Record<string, unknown>;
      return { ms: performance.now() - started, output };
    } catch (error) {
      return { ms: performance.now() - started, output: undefined, error: String(error) };
    }
  };
}

/** New connections, nothing known; the windows were listed, for an agent has to. */
async function ourFirstLook(desktop: string, target: object): Promise<number> {
  await using engine = createEngine();
  const call = ourCall(engine, desktop);
  await call('list_windows', {});
  return (await call('get_window_state', target)).ms;
}

async function peerFirstLook(env: Record<string, string>, target: object): Promise<number> {
  const { call, child } = startPeer<Timing>(env);
  await call('list_windows', {});
  const { ms } = await call('get_window_state', target);
  child.stdin?.end();
  return ms;
}

async function measure(
  app: (typeof apps)[number],
  ours: Call,
  peer: Call,
  firstLooks: (target: object) => Promise<Pair>,
): Promise<Record<string, unknown>> {
  const launched = await ours('launch_app', {
    name: app.name,
    additional_arguments: [...app.args],
    creates_new_application_instance: true,
    timeout_ms: 30_000,
  });
  const pid = Number(launched.output?.pid);
  const windows = launched.output?.windows as { window_id: number; pid: number }[] | undefined;
  const target = { pid: windows?.[0]?.pid ?? pid, window_id: windows?.[0]?.window_id ?? 0 };
  await sleep(3000); // settling: this is a benchmark, not a test
  const cold = await firstLooks(target);
  const first = { ours: await ours('get_window_state', target), peer: await peer('get_window_state', target) };
  const warm: Times = { ours: [], peer: [] };
  let last = first;
  for (let round = 0; round < ROUNDS; round++) {
    last = { ours: await ours('get_window_state', target), peer: await peer('get_window_state', target) };
    warm.ours.push(last.ours.ms);
    warm.peer.push(last.peer.ms);
  }
  const since: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    since.push((await ours('get_window_state', { ...target, include_screenshot: false, since: last.ours.output?.snapshot_id })).ms);
  return {
    app: app.name,
    cold,
    warm: { ours: median(warm.ours), peer: median(warm.peer) },
    since: median(since),
    tokens: { ours: tokens(last.ours.output?.tree_markdown), peer: tokens(last.peer.output?.tree_markdown) },
    elements: { ours: last.ours.output?.element_count, peer: last.peer.output?.element_count },
    click: app.button === undefined ? undefined : await clicks(target, app.button, ours, peer, last),
    errors: [launched.error, first.ours.error, first.peer.error].filter(Boolean),
  };
}

async function clicks(target: object, label: string, ours: Call, peer: Call, state: { ours: Timing; peer: Timing }) {
  const find = (output: Timing['output']) =>
    (output?.elements as { label?: string; element_index: number; element_token: string; role: string }[] | undefined)?.find(
      (each) => each.label === label || each.label === `${label} ${label}`,
    );
  const mine = find(state.ours.output);
  const theirs = find(state.peer.output);
  const times: Times = { ours: [], peer: [] };
  const effects = new Set<unknown>();
  for (let round = 0; round < ROUNDS; round++) {
    if (mine) {
      const { ms, output } = await ours('click', { ...target, element_index: mine.element_index });
      times.ours.push(ms);
      effects.add(output?.effect);
    }
    const fresh = find((await peer('get_window_state', { ...target, include_screenshot: false })).output) ?? theirs;
    if (fresh) times.peer.push((await peer('click', { ...target, element_token: fresh.element_token })).ms);
  }
  return { ours: median(times.ours), peer: median(times.peer), effects: [...effects] };
}

function print(rows: Record<string, unknown>[]): void {
  const ratio = (pair: unknown): string => {
    const { ours, peer } = (pair ?? {}) as { ours?: number; peer?: number };
    return ours === undefined || peer === undefined ? '–' : `${ours.toFixed(1)} / ${peer.toFixed(1)} = ${(peer / ours).toFixed(1)}×`;
  };
  for (const row of rows) {
    const { ours = 0, peer = 0 } = row.tokens as { ours: number; peer: number };
    process.stdout.write(
      `${String(row.app).padEnd(22)} cold ${ratio(row.cold)}  warm ${ratio(row.warm)}  since ${Number(row.since).toFixed(1)} ms  click ${ratio(row.click)}  tokens ${ours}/${peer} = ${((100 * ours) / peer).toFixed(0)} %  elements ${JSON.stringify(row.elements)} ${(row.errors as string[]).join(' ')}\n`,
    );
  }
  process.stdout.write(`memory ${Math.round(process.memoryUsage.rss() / 1e6)} MB, load average ${loadavg()[0]?.toFixed(1)}\n`);
  mkdirSync(join(bench, 'results'), { recursive: true });
  writeFileSync(
    join(bench, 'results/compare.json'),
    `${JSON.stringify({ node: process.version, loadAverage: loadavg()[0], rows }, undefined, 2)}\n`,
  );
}

await main();
