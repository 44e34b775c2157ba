/** Offhand and cua-driver on the same windows in one run: time of a look and of a click, tokens of the outline. Prints ratios. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createEngine } from '../src/bin/create-engine.js';
import { startDesktop } from '../src/stage/start.js';
import { stopDesktop } from '../src/stage/stop.js';
import { localDriver } from '../src/transport/driver.js';

interface Timing {
  readonly ms: number;
  readonly output: Record<string, unknown> | undefined;
  readonly error?: string;
}

type Call = (tool: string, input: object) => Promise<Timing>;

const bench = process.env.OFFHAND_BENCH ?? 'bench';
const ROUNDS = Number(process.env.ROUNDS ?? 9);
const folder = mkdtempSync(join(tmpdir(), 'offhand-bench-'));
const PAGE = join(folder, 'page.html');
writeFileSync(PAGE, `<title>bench</title><h1>Bench</h1>${'<p><button>Go</button> <a href="#">more</a></p>'.repeat(1000)}`);
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
  { name: 'qalculate-gtk', args: [], button: undefined },
  { name: 'chromium', args: [...CHROMIUM, `file://${PAGE}`], button: undefined },
] as const;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const tokens = (text: unknown): number => Math.ceil(String(text ?? '').length / 4);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function peerCall(env: Record<string, string>): { call: Call; child: ChildProcess } {
  const child = spawn(process.execPath, [join(bench, 'peer.mjs')], {
    env: { ...env, CUA_TELEMETRY_ENABLED: 'false', CUA_DRIVER_TELEMETRY: '0' },
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: bench,
  });
  const waiting: ((line: string) => void)[] = [];
  createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => waiting.shift()?.(line));
  const call: Call = (tool, input) =>
    new Promise((resolve) => {
      waiting.push((line) => resolve(JSON.parse(line)));
      child.stdin?.write(`${JSON.stringify({ tool, input })}\n`);
    });
  return { call, child };
}

async function main(): Promise<void> {
  const desktop = await startDesktop({ size: { width: 1600, height: 1000 } });
  const rows: Record<string, unknown>[] = [];
  try {
    await using engine = createEngine();
    const driver = localDriver(engine, { client: 'bench', session: 'bench', desktop: desktop.name });
    const ours: Call = async (tool, input) => {
      const started = performance.now();
      try {
        const output = (await driver.call(tool, input)) as Record<string, unknown>;
        return { ms: performance.now() - started, output };
      } catch (error) {
        return { ms: performance.now() - started, output: undefined, error: String(error) };
      }
    };
    const peer = peerCall(desktop.env);
    for (const app of apps.filter(({ name }) => process.argv.length < 3 || process.argv.includes(name)))
      rows.push(await measure(app, ours, peer.call));
    peer.child.stdin?.end();
  } finally {
    await stopDesktop(desktop.name);
  }
  print(rows);
}

async function measure(app: (typeof apps)[number], ours: Call, peer: Call): Promise<Record<string, unknown>> {
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
  const first = { ours: await ours('get_window_state', target), peer: await peer('get_window_state', target) };
  const warm = { ours: [] as number[], peer: [] as number[] };
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
    cold: { ours: first.ours.ms, peer: first.peer.ms },
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
  const times = { ours: [] as number[], peer: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    if (mine) times.ours.push((await ours('click', { ...target, element_index: mine.element_index })).ms);
    const fresh = find((await peer('get_window_state', { ...target, include_screenshot: false })).output) ?? theirs;
    if (fresh) times.peer.push((await peer('click', { ...target, element_token: fresh.element_token })).ms);
  }
  return { ours: median(times.ours), peer: median(times.peer) };
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
  mkdirSync(join(bench, 'results'), { recursive: true });
  writeFileSync(join(bench, 'results/compare.json'), `${JSON.stringify({ rows }, undefined, 2)}\n`);
}

await main();
