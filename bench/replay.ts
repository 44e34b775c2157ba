/** How often twenty recorded turns replay, in an application started anew, every other time at half its size: bench/run.sh replay [runs] [flow] */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import { createEngine } from '../src/bin/create-engine.js';
import { DriverError } from '../src/errors/driver-error.js';
import type { ToolOutput } from '../src/sdk/index.js';
import type { Desktop } from '../src/stage/desktop.js';
import { startDesktop } from '../src/stage/start.js';
import { stopDesktop } from '../src/stage/stop.js';
import { localDriver } from '../src/transport/driver.js';
import { browser } from './replay/browser.js';
import { calculator } from './replay/calculator.js';
import { editor } from './replay/editor.js';
import { close, type Flow, halve, type MakeFlow, type Product } from './replay/flow.js';

const flows: Readonly<Record<string, MakeFlow>> = { calculator, editor, browser };
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
const rounded = (value: number): number => Math.round(value * 10) / 10;

async function record(product: Product, flow: Flow, name: string): Promise<number> {
  const at = await flow.open();
  await product.call('start_recording', { name, record_video: false, keep_typed_text: true, include_looks: false });
  await flow.act(at);
  const { turns } = await product.call('stop_recording', {});
  const truth = await flow.truth(at);
  if (truth !== flow.expected) throw new Error(`${name}: recorded ${JSON.stringify(truth)} instead of ${JSON.stringify(flow.expected)}`);
  await close(product, at.pid);
  return turns;
}

interface Run {
  readonly isRight: boolean;
  /** Something other than what was recorded came of it, and the report did not say so. */
  readonly isWrong: boolean;
  readonly healed: number;
  readonly seconds: number;
  readonly why: string;
}

async function replayOnce(product: Product, desktop: Desktop, flow: Flow, name: string, isHalf: boolean): Promise<Run> {
  const at = await flow.open();
  if (isHalf) await halve(desktop, at.window_id);
  const started = performance.now();
  const report = await product
    .call('replay_trajectory', { dir: name })
    .catch((error: unknown) => (error instanceof DriverError ? error : Promise.reject(error)));
  const seconds = (performance.now() - started) / 1000;
  const truth = await flow.truth(at);
  await close(product, at.pid);
  const isComplete = !(report instanceof DriverError) && report.complete;
  const isAsExpected = truth === flow.expected;
  return {
    isRight: isComplete && isAsExpected,
    isWrong: !isAsExpected && (isComplete || !flow.isOnTheWay(truth)),
    healed: report instanceof DriverError ? 0 : report.healed,
    seconds,
    why: JSON.stringify({ truth, isHalf, report: report instanceof DriverError ? report.message : troubled(report) }),
  };
}

const troubled = ({ turns }: ToolOutput<'replay_trajectory'>) => turns.filter(({ status }) => status !== 'done' && status !== 'healed');

async function measure(product: Product, desktop: Desktop, name: string, runs: number) {
  const flow = await (flows[name] ?? calculator)(product, desktop);
  try {
    const turns = await record(product, flow, name);
    const done: Run[] = [];
    for (let run = 0; run < runs; run++) {
      const result = await replayOnce(product, desktop, flow, name, run % 2 === 1);
      done.push(result);
      process.stdout.write(result.isRight ? '.' : `\n${name} run ${run}: ${result.why}\n`);
    }
    process.stdout.write('\n');
    const share = (some: readonly Run[]): number => rounded((some.length / runs) * 100);
    return {
      runs,
      turns,
      right_percent: share(done.filter(({ isRight }) => isRight)),
      wrong: done.filter(({ isWrong }) => isWrong).length,
      runs_that_healed_percent: share(done.filter(({ healed }) => healed > 0)),
      seconds_per_replay: rounded(median(done.map(({ seconds }) => seconds))),
    };
  } finally {
    flow.dispose?.();
  }
}

const runs = Number(process.argv[2] ?? 20);
const chosen = process.argv[3] === undefined ? Object.keys(flows) : [process.argv[3]];
const desktop = await startDesktop({ size: { width: 1280, height: 900 } });
const engine = createEngine();
const driver = localDriver(engine, { client: 'bench', session: 'bench', desktop: desktop.name });
// The registry gives each tool its own types; calling by name loses them, the signature puts them back.
const product: Product = { call: (tool, input) => driver.call(tool, input) as Promise<ToolOutput<typeof tool>> };
try {
  const file = 'results/replay.json';
  mkdirSync('results', { recursive: true });
  for (const name of chosen) {
    const result = await measure(product, desktop, name, runs);
    const known = (() => {
      try {
        return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
      } catch {
        return {};
      }
    })();
    writeFileSync(file, `${JSON.stringify({ ...known, cpus: cpus().length, [name]: result }, undefined, 2)}\n`);
  }
  process.stdout.write(readFileSync(file, 'utf8'));
} finally {
  await engine[Symbol.asyncDispose]();
  await stopDesktop(desktop.name);
}
