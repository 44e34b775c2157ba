/** Offhand's `page` and cua-driver's `page` and `get_browser_state` on one window with a page of 10,000 elements. Prints ratios. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine } from '../src/bin/create-engine.js';
import { startDesktop } from '../src/stage/start.js';
import { stopDesktop } from '../src/stage/stop.js';
import { localDriver } from '../src/transport/driver.js';
import { bench, type Peer, startPeer } from './peer-process.js';

interface Timing {
  readonly ms: number;
  readonly output: Record<string, unknown> | undefined;
  readonly error?: string;
}

type Call = (tool: string, input: object) => Promise<Timing>;

const ROUNDS = Number(process.env.ROUNDS ?? 15);
const ROWS = 2000;
const folder = mkdtempSync(join(tmpdir(), 'offhand-bench-'));
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const median = (values: readonly number[]) => sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Five elements a row, as long lists on the web are made. */
const row = (n: number) => `<li><a href="#r${n}">Item ${n}</a> <span>costs <b>${n * 3}</b></span> <button>Buy</button></li>`;
const page = `<!doctype html><title>Big</title><ul>${Array.from({ length: ROWS }, (_, n) => row(n)).join('\n')}</ul>`;

const flags = [
  `--user-data-dir=${join(folder, 'profile')}`,
  '--remote-debugging-port=0',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--force-renderer-accessibility',
];

interface Row {
  readonly what: string;
  readonly target: number;
  readonly tool: string;
  readonly input: object;
  readonly peer?: { readonly tool: string; readonly input: object };
  /** Done before each time, not counted. */
  readonly first?: { readonly tool: string; readonly input: object };
}

const rows: readonly Row[] = [
  { what: 'get_text', target: 50, tool: 'page', input: { action: 'get_text' }, peer: { tool: 'page', input: { action: 'get_text' } } },
  {
    what: 'query_dom, 500 matches',
    target: 50,
    tool: 'page',
    input: { action: 'query_dom', css_selector: 'a', attributes: ['href'], limit: 500 },
    peer: { tool: 'page', input: { action: 'query_dom', css_selector: 'a', attributes: ['href'] } },
  },
  {
    what: 'snapshot, 2,000 tokens',
    target: 80,
    tool: 'get_window_state',
    input: { budget: 2000, include_screenshot: false },
    peer: { tool: 'get_window_state', input: { include_screenshot: false } },
  },
  {
    what: 'snapshot after a change',
    target: 80,
    tool: 'get_window_state',
    input: { budget: 2000, include_screenshot: false },
    first: {
      tool: 'page',
      input: { action: 'execute_javascript', javascript: 'document.querySelector("b").textContent = String(performance.now())' },
    },
  },
  {
    what: 'state of the browser',
    target: 50,
    tool: 'page',
    input: { action: 'list_pages' },
    peer: { tool: 'get_browser_state', input: {} },
  },
];

interface PeerLine extends Timing {
  readonly isError?: boolean;
  readonly text?: string;
}

const PEER_MS = 60_000;

function peerOn(env: Record<string, string>): Peer<Timing> {
  const peer = startPeer<PeerLine>(env);
  const call: Call = async (tool, input) => {
    const tooLong = new Promise((resolve) => setTimeout(resolve, PEER_MS).unref()).then(
      (): PeerLine => ({ ms: PEER_MS, output: undefined, error: `no answer within ${PEER_MS / 1000} s` }),
    );
    const { ms, output, error, isError, text } = await Promise.race([peer.call(tool, input), tooLong]);
    return { ms, output: output ?? undefined, ...(error || isError ? { error: String(error ?? text) } : {}) };
  };
  return { call, child: peer.child };
}

async function measure(
  { what, target, tool, input, peer, first }: Row,
  at: object,
  ours: Call,
  theirs: Call,
): Promise<Record<string, unknown>> {
  const mine: number[] = [];
  const other: number[] = [];
  let [last, lastPeer]: [Timing | undefined, Timing | undefined] = [await ours(tool, { ...at, ...input }), undefined];
  for (let round = 0; round < ROUNDS; round++) {
    if (first) await ours(first.tool, { ...at, ...first.input });
    last = await ours(tool, { ...at, ...input });
    mine.push(last.ms);
    // A peer that takes seconds is asked once.
    if (peer && lastPeer?.error === undefined && (round === 0 || median(other) < 500)) {
      lastPeer = await theirs(peer.tool, { ...at, ...peer.input });
      if (lastPeer.error === undefined) other.push(lastPeer.ms);
    }
  }
  return {
    what,
    target_ms: target,
    ours_ms: median(mine),
    ours_least_ms: sorted(mine)[0],
    ...(other.length > 0 ? { peer_ms: median(other), ratio: median(other) / median(mine) } : {}),
    ...(lastPeer?.error ? { peer_error: lastPeer.error.slice(0, 200) } : {}),
    ...(last.error ? { error: last.error.slice(0, 200) } : {}),
    characters: JSON.stringify(last.output?.text ?? last.output?.tree_markdown ?? last.output?.matches ?? '').length,
    peer_characters: JSON.stringify(lastPeer?.output ?? '').length,
  };
}

async function main(): Promise<void> {
  writeFileSync(
    join(process.env.OFFHAND_HOME ?? folder, 'policy.toml'),
    '[cua.policy]\nfirst_time_per_app_approval = false\nattach_user_browser = true\nallow_javascript = true\n',
  );
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const desktop = await startDesktop({ size: { width: 1600, height: 1000 } });
  const results: Record<string, unknown>[] = [];
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
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const launched = await ours('launch_app', { name: 'chromium', additional_arguments: flags, urls: [url], timeout_ms: 60_000 });
    const [window] = (launched.output?.windows ?? []) as { window_id: number; pid: number }[];
    if (!window) throw new Error(`no window: ${launched.error}`);
    const at = { pid: window.pid, window_id: window.window_id };
    await sleep(5000); // settling: this is a benchmark, not a test
    const attaching = await ours('page', { ...at, action: 'list_pages' });
    const add = (result: Record<string, unknown>): void => {
      results.push(result);
      print(result);
    };
    add({ what: 'attaching', target_ms: 150, ours_ms: attaching.ms, ...(attaching.error ? { error: attaching.error } : {}) });
    const peer = peerOn(desktop.env);
    for (const each of rows) add(await measure(each, at, ours, peer.call));
    peer.child.kill();
    await ours('kill_app', { pid: window.pid, force: true });
  } finally {
    await stopDesktop(desktop.name);
    server.close();
  }
  keep(results);
}

function print({ what, target_ms, ours_ms, ours_least_ms, peer_ms, ratio, peer_error = '', error = '' }: Record<string, unknown>): void {
  const ms = (value: unknown) => (typeof value === 'number' ? value.toFixed(1) : '–');
  const beside = typeof ratio === 'number' ? `${ratio.toFixed(1)}×` : peer_error;
  const ours = `${ms(ours_ms)} ms (least ${ms(ours_least_ms)}, target ${target_ms})`;
  process.stdout.write(`${String(what).padEnd(24)} ${ours}  peer ${ms(peer_ms)} ms  ${beside}  ${error}\n`);
}

function keep(results: readonly Record<string, unknown>[]): void {
  mkdirSync(join(bench, 'results'), { recursive: true });
  writeFileSync(
    join(bench, 'results/page.json'),
    `${JSON.stringify({ rounds: ROUNDS, elements: ROWS * 5, load_average: loadavg()[0], rows: results }, undefined, 2)}\n`,
  );
}

await main();
