/** CPU of the agent cursor, of our process and of the X server, while it glides and after it has hidden: bench/run.sh cursor */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import { createEngine } from '../src/bin/create-engine.js';
import type { ToolInput, ToolName, ToolOutput } from '../src/sdk/index.js';
import { startDesktop } from '../src/stage/start.js';
import { stopDesktop } from '../src/stage/stop.js';
import { localDriver } from '../src/transport/driver.js';

const GLIDES = 20;
const GLIDE_MS = 1000;
const IDLE_MS = 10_000;
const TICKS_PER_SECOND = 100;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** CPU seconds a process has used so far, as the kernel counts. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function sharesDuring(server: number, work: () => Promise<void>) {
  const [before, started, drawn] = [process.cpuUsage(), performance.now(), cpuOf(server)];
  await work();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  const percent = (used: number): number => Math.round((used / seconds) * 10_000) / 100;
  return { own_percent: percent((user + system) / 1e6), server_percent: percent(cpuOf(server) - drawn) };
}

const desktop = await startDesktop({ size: { width: 1280, height: 900 } });
const engine = createEngine();
const driver = localDriver(engine, { client: 'bench', session: 'bench', desktop: desktop.name });
// The registry gives each tool its own types; calling by name loses them, the signature puts them back.
const call = <N extends ToolName>(tool: N, input: ToolInput<N>) => driver.call(tool, input) as Promise<ToolOutput<N>>;
try {
  await call('set_agent_cursor_motion', { glide_ms: GLIDE_MS, idle_hide_ms: 200 });
  await call('move_agent_cursor', { x: 100, y: 100, wait: true });
  const server = desktop.processes.server.pid;
  const gliding = await sharesDuring(server, async () => {
    for (let glide = 0; glide < GLIDES; glide++) {
      await call('move_agent_cursor', { x: glide % 2 === 0 ? 1150 : 100, y: 100 + ((glide * 311) % 700), wait: true });
    }
  });
  await sleep(2000);
  const { phase } = await call('get_agent_cursor_state', {});
  if (phase !== 'hidden') throw new Error(`the cursor is ${phase}`);
  await sleep(500);
  const hidden = await sharesDuring(server, () => sleep(IDLE_MS).then(() => {}));
  mkdirSync('results', { recursive: true });
  writeFileSync('results/cursor.json', `${JSON.stringify({ cpus: cpus().length, glides: GLIDES, gliding, hidden }, undefined, 2)}\n`);
  process.stdout.write(readFileSync('results/cursor.json', 'utf8'));
} finally {
  await engine[Symbol.asyncDispose]();
  await stopDesktop(desktop.name);
}
