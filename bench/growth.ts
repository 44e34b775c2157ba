/** Memory of a daemon over 1,000 looks at one window, and its CPU while nobody calls. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDesktop } from '../src/stage/start.js';
import { stopDesktop } from '../src/stage/stop.js';
import { DaemonClient } from '../src/transport/daemon/client.js';
import { daemonDriver } from '../src/transport/daemon/driver.js';

const LOOKS = Number(process.env.LOOKS ?? 1000);
/** What is still done in the first is the collector tidying up after the looks. */
const IDLE_STRETCHES = 4;
const bench = process.env.OFFHAND_BENCH ?? 'bench';
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const daemon = spawn(join(bench, '../bin/offhand'), ['serve'], { stdio: 'ignore' });
const rssMb = (): number => Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${daemon.pid}/status`, 'utf8'))?.[1]) / 102.4) / 10;
/** Milliseconds of CPU so far; the kernel counts in hundredths of a second. */
const cpuMs = (): number => {
  const fields = readFileSync(`/proc/${daemon.pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};
async function connect(): Promise<DaemonClient> {
  const client = await DaemonClient.open(join(process.env.OFFHAND_HOME ?? '', 'daemon.sock'));
  if (client) return client;
  await sleep(50);
  return connect();
}

const desktop = await startDesktop({});
try {
  const driver = daemonDriver(await connect(), { client: 'bench', session: 'growth', desktop: desktop.name });
  const launched = (await driver.call('launch_app', { name: 'gnome-calculator' })) as { pid: number; windows: { window_id: number }[] };
  const target = { pid: launched.pid, window_id: launched.windows[0]?.window_id ?? 0 };
  const state = (await driver.call('get_window_state', target)) as { elements: { label: string; element_index: number }[] };
  const button = state.elements.find(({ label }) => label === '7');
  const memory: Record<number, number> = {};
  for (let look = 1; look <= LOOKS; look++) {
    if (look % 50 === 0) await driver.call('click', { ...target, element_index: button?.element_index });
    await driver.call('get_window_state', target);
    if (look !== 100 && look % 300 !== 100 && look !== LOOKS) continue;
    memory[look] = rssMb();
    process.stdout.write(`after ${look} looks: ${memory[look]} MB\n`);
  }
  await sleep(5000); // the collector tidies up after the last look
  const idleCpuPercent: number[] = [];
  for (let stretch = 0; stretch < IDLE_STRETCHES; stretch++) {
    const before = cpuMs();
    await sleep(10_000);
    idleCpuPercent.push((cpuMs() - before) / 100);
  }
  process.stdout.write(`idle CPU, 10 s each: ${idleCpuPercent.map((each) => each.toFixed(2)).join(', ')} % of a core\n`);
  mkdirSync(join(bench, 'results'), { recursive: true });
  writeFileSync(join(bench, 'results/growth.json'), `${JSON.stringify({ node: process.version, memory, idleCpuPercent }, undefined, 2)}\n`);
  await driver[Symbol.asyncDispose]();
} finally {
  daemon.kill();
  await stopDesktop(desktop.name);
}
