/** What a short command costs beside an empty Node: `offhand list_windows` through a daemon, and `node -e 0`, taking turns. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';

const bench = process.env.OFFHAND_BENCH ?? 'bench';
const home = process.env.OFFHAND_HOME ?? '';
const ROUNDS = Number(process.env.ROUNDS ?? 40);
const offhand = join(bench, '../bin/offhand');
const env = { ...process.env, OFFHAND_DESKTOP: 'bench' };
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function timed(command: string, args: string[]): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
  return performance.now() - started;
}

const daemon = spawn(offhand, ['serve'], { env: { ...env, OFFHAND_DESKTOP: '' }, stdio: 'ignore' });
try {
  while (!existsSync(join(home, 'daemon.sock'))) await sleep(50);
  timed(offhand, ['desktop', 'start', 'bench']);
  timed(offhand, ['list_windows']);
  const times = { node: [] as number[], offhand: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    times.node.push(timed(process.execPath, ['-e', '0']));
    times.offhand.push(timed(offhand, ['list_windows']));
  }
  const at = (values: number[], share: number) => [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
  const pick = (share: number) => ({ node: at(times.node, share), offhand: at(times.offhand, share) });
  const result = { node: process.version, loadAverage: loadavg()[0], least: pick(0), median: pick(0.5) };
  for (const [name, { node, offhand: ours }] of Object.entries({ least: result.least, median: result.median }))
    process.stdout.write(
      `${name.padEnd(7)} node -e 0 ${node.toFixed(1)} ms, offhand list_windows ${ours.toFixed(1)} ms = ${(ours / node).toFixed(2)}×\n`,
    );
  mkdirSync(join(bench, 'results'), { recursive: true });
  writeFileSync(join(bench, 'results/start.json'), `${JSON.stringify(result, undefined, 2)}\n`);
} finally {
  spawnSync(offhand, ['desktop', 'stop', 'bench'], { env, stdio: 'ignore' });
  spawnSync(offhand, ['stop'], { env, stdio: 'ignore' });
  daemon.kill();
}
