/**
 * What a model has to read. The tool lists by profile, and tasks of eight steps: Offhand as text, with numbered pictures and as
 * changes only, against the peer's click or type followed by its get_window_state. Counted with the o200k tokenizer; pictures at
 * one token per 28 × 28 pixels for both.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine } from '../src/bin/create-engine.js';
import { startDesktop } from '../src/stage/start.js';
import { stopDesktop } from '../src/stage/stop.js';
import { profiles } from '../src/tools/registry.js';
import { localDriver } from '../src/transport/driver.js';
import { toCallResult } from '../src/transport/mcp/result.js';
import { mcpTools } from '../src/transport/mcp/tool-list.js';
import { bench, startPeer } from './peer-process.js';
import { type Step, type Task, tasksIn } from './tokens/tasks.js';

type Json = Record<string, unknown>;
type Call = (tool: string, input: object) => Promise<Json>;
type Target = { readonly pid: number; readonly window_id: number };

// Beside the bundle, not in it: the table of the tokenizer is megabytes.
const { encode } = (await import(join(bench, 'node_modules/gpt-tokenizer/esm/encoding/o200k_base.js'))) as {
  encode(text: string): number[];
};
const LIMITS: Readonly<Record<string, number>> = { computer_use: 1200, core: 5000 };
const LIMIT_SHARE = 0.35;

const textTokens = (text: string): number => encode(text).length;
const imageTokens = (width: number, height: number): number => Math.ceil(width / 28) * Math.ceil(height / 28);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What one way of working costs over a task, and which steps it did not get done. */
interface Cost {
  tokens: number;
  failed: string[];
}

const labelled = (elements: unknown, { label, role }: Step): Json | undefined =>
  (Array.isArray(elements) ? (elements as Json[]) : []).find(
    (each) =>
      (each.label === label || each.label === `${label} ${label}` || each.name === label) &&
      (role === undefined || role.test(String(each.role))),
  );

/** Everything a model is given by an MCP host for one call. */
function read(output: unknown): number {
  return toCallResult(output, false).content.reduce((sum, block) => {
    if (block.type === 'text') return sum + textTokens(block.text);
    const { image } = output as { image: { width: number; height: number } };
    return sum + imageTokens(image.width, image.height);
  }, 0);
}

async function universal(call: Call, target: Target, task: Task, mode: 'ax' | 'som'): Promise<Cost> {
  const cost: Cost = { tokens: read(await call('computer_use', { action: 'capture', mode, ...target })), failed: [] };
  for (const step of task.steps) {
    // The number a model would have read; asked for apart, so that it costs nothing here.
    const { elements } = await call('get_window_state', { ...target, include_screenshot: false });
    const element = labelled(elements, step)?.element_index;
    const act = step.text === undefined ? { action: 'click', element } : { action: 'type', element, text: step.text };
    await count(cost, step, () => call('computer_use', { ...act, capture_after: true }));
  }
  return cost;
}

async function delta(call: Call, target: Target, task: Task): Promise<Cost> {
  const first = await call('get_window_state', { ...target, include_screenshot: false });
  const cost: Cost = { tokens: read(first), failed: [] };
  for (const step of task.steps) {
    const { elements } = await call('get_window_state', { ...target, include_screenshot: false });
    const element_index = labelled(elements, step)?.element_index;
    const act = { ...target, element_index, capture_after: true };
    await count(cost, step, () => (step.text === undefined ? call('click', act) : call('type_text', { ...act, text: step.text })));
  }
  return cost;
}

async function count(cost: Cost, { label }: Step, act: () => Promise<Json>): Promise<void> {
  try {
    cost.tokens += read(await act());
  } catch (error) {
    cost.failed.push(`${label}: ${String(error).slice(0, 120)}`);
  }
}

async function peerCost(call: Call, target: Target, task: Task, pictures: boolean): Promise<Cost> {
  const cost: Cost = { tokens: 0, failed: [] };
  const look = async (): Promise<Json> => {
    const { text, output } = await call('get_window_state', { ...target, include_screenshot: pictures });
    const state = (output ?? {}) as Json;
    cost.tokens += textTokens(String(text ?? ''));
    if (pictures) cost.tokens += imageTokens(Number(state.screenshot_width), Number(state.screenshot_height));
    return state;
  };
  let state = await look();
  for (const step of task.steps) {
    const element_token = labelled(state.elements, step)?.element_token;
    const act = { ...target, element_token };
    const { text, error, isError } = await (step.text === undefined ? call('click', act) : call('type_text', { ...act, text: step.text }));
    if (error !== undefined || isError === true || element_token === undefined) cost.failed.push(step.label);
    cost.tokens += textTokens(String(text ?? error ?? ''));
    state = await look();
  }
  return cost;
}

async function withApp<T>(call: Call, task: Task, use: (target: Target) => Promise<T>): Promise<T> {
  const { windows } = await call('launch_app', {
    name: task.app,
    additional_arguments: [...task.args],
    creates_new_application_instance: true,
    timeout_ms: 60_000,
  });
  const [window] = windows as Target[];
  const target = { pid: window?.pid ?? 0, window_id: window?.window_id ?? 0 };
  await sleep(4000); // settling: this is a benchmark, not a test
  try {
    return await use(target);
  } finally {
    await call('kill_app', { pid: target.pid, force: true }).catch(() => ({}));
    await sleep(1000);
  }
}

function lists() {
  return profiles.map((profile) => {
    const cost = (structured: boolean) => textTokens(JSON.stringify(mcpTools({ profile, structured })));
    return {
      profile,
      tools: mcpTools({ profile, structured: false }).length,
      tokens: cost(false),
      with_results: cost(true),
      limit: LIMITS[profile],
    };
  });
}

async function run(task: Task, call: Call, peer: Call) {
  const ours = {
    text: await withApp(call, task, (target) => universal(call, target, task, 'ax')),
    som: await withApp(call, task, (target) => universal(call, target, task, 'som')),
    delta: await withApp(call, task, (target) => delta(call, target, task)),
  };
  const theirs = {
    text: await withApp(call, task, (target) => peerCost(peer, target, task, false)),
    pictures: await withApp(call, task, (target) => peerCost(peer, target, task, true)),
  };
  const share = {
    text: ours.text.tokens / theirs.text.tokens,
    som: ours.som.tokens / theirs.pictures.tokens,
    delta: ours.delta.tokens / theirs.text.tokens,
  };
  return { task: task.name, steps: task.steps.length, ours, peer: theirs, share };
}

async function main(): Promise<void> {
  const tool_lists = lists();
  for (const { profile, tools, tokens, with_results, limit } of tool_lists)
    console.log(
      `tools/list ${profile.padEnd(13)} ${String(tools).padStart(3)} tools  ${tokens} tokens, ${with_results} with result schemas${limit === undefined ? '' : ` (limit ${limit})`}`,
    );
  const desktop = await startDesktop({ size: { width: 1600, height: 1000 } });
  const tasks: Awaited<ReturnType<typeof run>>[] = [];
  try {
    await using engine = createEngine();
    const driver = localDriver(engine, { client: 'bench', session: 'bench', desktop: desktop.name });
    const call: Call = async (tool, input) => (await driver.call(tool, input)) as Json;
    const peer = startPeer<Json>(desktop.env);
    for (const task of tasksIn(mkdtempSync(join(tmpdir(), 'offhand-tokens-')))) {
      const row = await run(task, call, peer.call);
      tasks.push(row);
      const per = (mode: 'text' | 'som' | 'delta') => `${mode} ${row.ours[mode].tokens} (${(100 * row.share[mode]).toFixed(0)} %)`;
      console.log(
        `${row.task}: ${per('text')}, ${per('som')}, ${per('delta')}; peer ${row.peer.text.tokens} text, ${row.peer.pictures.tokens} with pictures`,
      );
    }
    peer.child.stdin?.end();
  } finally {
    await stopDesktop(desktop.name);
  }
  mkdirSync(join(bench, 'results'), { recursive: true });
  writeFileSync(join(bench, 'results/tokens.json'), `${JSON.stringify({ tool_lists, tasks }, undefined, 2)}\n`);
  const over = [
    ...tool_lists
      .filter(({ with_results, limit }) => limit !== undefined && with_results > limit)
      .map(({ profile }) => `tools/list ${profile}`),
    ...tasks.flatMap(({ task, share, ours }) => [
      ...Object.entries(share)
        .filter(([, value]) => !(value <= LIMIT_SHARE))
        .map(([mode]) => `${task}, ${mode}`),
      ...Object.entries(ours).flatMap(([mode, { failed }]) => failed.map((step) => `${task}, ${mode}: ${step}`)),
    ]),
  ];
  if (over.length > 0) throw new Error(`over the limit or not done: ${over.join('; ')}`);
}

await main();
process.exit(0);
