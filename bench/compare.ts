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
/** A side that has taken longer than this for one number sits out the rest of its turns. */
const LONG_ENOUGH_MS = 6000;
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
    const peer = peerCall(desktop.env);
    const firstLooks = (target: object): Promise<Pair> =>
      takeTurns(FIRST_LOOKS, { ours: () => ourFirstLook(desktop.name, target), peer: () => peerFirstLook(desktop.env, target) });
    for (const app of apps.filter(({ name }) => process.argv.length < 3 || process.argv.includes(name))) {
      rows.push(await measure(app, ours, peer.call, firstLooks));
      print(rows.at(-1) ?? {});
      keep(rows);
    }
    peer.end();
  } finally {
    await stopDesktop(desktop.name);
  }
  process.stdout.write(`memory ${Math.round(process.memoryUsage.rss() / 1e6)} MB, load average ${loadavg()[0]?.toFixed(1)}\n`);
}

type Sides<T> = { readonly ours: T; readonly peer: T };
/** Medians; the least of each side shows what the load of the machine added. */
type Pair = Sides<number> & { readonly least: Sides<number> };

/** Both sides in turn, so that they share whatever else goes on. */
async function takeTurns(rounds: number, take: Sides<() => Promise<number | undefined>>): Promise<Pair> {
  const times = { ours: [] as number[], peer: [] as number[] };
  const spent = { ours: 0, peer: 0 };
  for (let round = 0; round < rounds; round++) {
    for (const side of ['ours', 'peer'] as const) {
      if (spent[side] > LONG_ENOUGH_MS) continue;
      const started = performance.now();
      const ms = await take[side]();
      spent[side] += performance.now() - started;
      if (ms !== undefined) times[side].push(ms);
    }
  }
  const least = { ours: Math.min(...times.ours), peer: Math.min(...times.peer) };
  return { ours: median(times.ours), peer: median(times.peer), least };
}

/** One process for all windows; another one after it had to be ended. */
function peerCall(env: Record<string, string>): { call: Call; end(): void } {
  let peer = startPeer<Timing>(env);
  return {
    call(tool, input) {
      if (peer.child.exitCode !== null || peer.child.signalCode !== null) peer = startPeer(env);
      return peer.call(tool, input);
    },
    end: () => peer.child.stdin?.end(),
  };
}

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
  const last = { ours: await ours('get_window_state', target), peer: await peer('get_window_state', target) };
  const errors = [launched.error, last.ours.error, last.peer.error].filter(Boolean);
  const look = (side: keyof typeof last, call: Call) => async () => {
    last[side] = await call('get_window_state', target);
    return last[side].ms;
  };
  const warm = await takeTurns(ROUNDS, { ours: look('ours', ours), peer: look('peer', peer) });
  const since: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    since.push((await ours('get_window_state', { ...target, include_screenshot: false, since: last.ours.output?.snapshot_id })).ms);
  return {
    app: app.name,
    cold,
    warm,
    since: { ours: median(since), least: Math.min(...since) },
    tokens: { ours: tokens(last.ours.output?.tree_markdown), peer: tokens(last.peer.output?.tree_markdown) },
    elements: { ours: last.ours.output?.element_count, peer: last.peer.output?.element_count },
    click: app.button === undefined ? undefined : await clicks(target, app.button, ours, peer, last),
    errors,
  };
}

async function clicks(target: object, label: string, ours: Call, peer: Call, state: { ours: Timing; peer: Timing }) {
  const find = (output: Timing['output']) =>
    (output?.elements as { label?: string; element_index: number; element_token: string; role: string }[] | undefined)?.find(
      (each) => each.label === label || each.label === `${label} ${label}`,
    );
  const mine = find(state.ours.output);
  const theirs = find(state.peer.output);
  const effects = new Set<unknown>();
  const pair = await takeTurns(ROUNDS, {
    ours: async () => {
      if (!mine) return undefined;
      const { ms, output } = await ours('click', { ...target, element_index: mine.element_index });
      effects.add(output?.effect);
      return ms;
    },
    peer: async () => {
      const fresh = find((await peer('get_window_state', { ...target, include_screenshot: false })).output) ?? theirs;
      return fresh && (await peer('click', { ...target, element_token: fresh.element_token })).ms;
    },
  });
  return { ...pair, effects: [...effects] };
}

function print(row: Record<string, unknown>): void {
  const quotient = ({ ours, peer }: Sides<number>) => `${ours.toFixed(1)} / ${peer.toFixed(1)} = ${(peer / ours).toFixed(1)}×`;
  const ratio = (pair: unknown) => (pair ? `${quotient(pair as Pair)} (least ${quotient((pair as Pair).least)})` : '–');
  const { ours = 0, peer = 0 } = row.tokens as Sides<number>;
  const since = row.since as { ours: number; least: number };
  process.stdout.write(
    `${[
      `${row.app}`,
      `cold ${ratio(row.cold)}`,
      `warm ${ratio(row.warm)}`,
      `since ${since.ours.toFixed(1)} ms (least ${since.least.toFixed(1)})`,
      `click ${ratio(row.click)}`,
      `tokens ${ours}/${peer} = ${((100 * ours) / peer).toFixed(0)} %`,
      `elements ${JSON.stringify(row.elements)} ${(row.errors as string[]).join(' ')}`,
    ].join('\n  ')}\n`,
  );
}

function keep(rows: Record<string, unknown>[]): void {
  mkdirSync(join(bench, 'results'), { recursive: true });
  writeFileSync(
    join(bench, 'results/compare.json'),
    `${JSON.stringify({ node: process.version, loadAverage: loadavg()[0], rows }, undefined, 2)}\n`,
  );
}

await main();
