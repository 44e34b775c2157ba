/**
 * Background input of Offhand and of cua-driver on the same windows in one run: which cells are delivered, refused or disturb
 * the person, and how long they take. bench/run.sh input [cells|speed] ; TOOLKITS=chromium,gtk3 ROUNDS=30
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '../test/harness/product.js';
import type { Toolkit } from '../test/support/apps.js';
import { openDesktop } from '../test/support/desktop.js';
import { type Cell, runCells } from './input/cells.js';
import { cuaDriver, offhand } from './input/drivers.js';
import { type AppSpeed, appSpeed, receiptCost, type Throughput, type Times, throughput } from './input/speed.js';
import { watchStolen } from './stolen.js';

const bench = process.env.OFFHAND_BENCH ?? 'bench';
const rounds = Number(process.env.ROUNDS ?? 30);
const toolkits = (process.env.TOOLKITS ?? 'chromium,gtk3,gtk4,qt5,qt6,tk').split(',') as Toolkit[];
const timed: readonly Toolkit[] = ['chromium', 'gtk3', 'qt5'];
const [, , only] = process.argv;

interface Speed {
  readonly apps: readonly AppSpeed[];
  readonly receipt: Times | undefined;
  readonly sessions: Throughput;
}

async function cells(): Promise<Cell[]> {
  const found: Cell[] = [];
  for (const toolkit of toolkits) {
    await using desktop = await openDesktop();
    await using product = startProduct(desktop);
    const peer = cuaDriver(desktop);
    await runCells(desktop, toolkit, [offhand(product), peer], (cell) => {
      found.push(cell);
      say(`${row(cell)}  ${cell.driver.padEnd(10)} ${text(cell)}${cell.refusal ? ` (${cell.refusal})` : ''}`);
    });
    peer.child.stdin?.end();
  }
  return found;
}

async function speed(): Promise<Speed> {
  const apps: AppSpeed[] = [];
  for (const toolkit of timed.filter((each) => toolkits.includes(each))) {
    await using desktop = await openDesktop();
    apps.push(await appSpeed(desktop, toolkit, rounds));
  }
  await using desktop = await openDesktop({ size: { width: 1400, height: 900 } });
  await using product = startProduct(desktop);
  await product.call('check_permissions', {});
  return { apps, receipt: await receiptCost(product, 10 * rounds), sessions: await throughput(desktop, product, rounds) };
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const row = ({ toolkit, visibility, verb }: Cell) => `${toolkit.padEnd(9)} ${visibility.padEnd(8)} ${verb.padEnd(13)}`;
const text = ({ outcome, disturbed }: Cell) => `${outcome}${disturbed ? ', disturbed' : ''}`;

function times(each: Times | undefined): string {
  if (!each) return 'not delivered';
  const { median, least, count, undisturbed } = each;
  const own =
    undisturbed && undisturbed.count < count ? `, ${undisturbed.median} in the ${undisturbed.count} of ${count} the host left alone` : '';
  return `${median} ms (least ${least}${own})`;
}

function printCells(found: readonly Cell[]): void {
  say(`\n${'toolkit'.padEnd(9)} ${'window'.padEnd(8)} ${'verb'.padEnd(13)}  ${'offhand'.padEnd(22)} cua-driver`);
  for (const cell of found.filter(({ driver }) => driver === 'offhand')) {
    const peer = found.find((each) => each.driver === 'cua-driver' && row(each) === row(cell));
    say(`${row(cell)}  ${text(cell).padEnd(22)} ${peer ? text(peer) : ''}`);
  }
  for (const driver of ['offhand', 'cua-driver'] as const) {
    const own = found.filter((cell) => cell.driver === driver);
    const count = (test: (cell: Cell) => boolean) => own.filter(test).length;
    const clean = count(({ outcome, disturbed }) => outcome === 'delivered' && !disturbed);
    say(
      `${driver}: ${clean} of ${own.length} delivered and nobody disturbed, ${count(({ outcome }) => outcome === 'refused')} refused, ${count(({ outcome }) => outcome === 'missing')} missing, ${count(({ disturbed }) => disturbed)} disturbed`,
    );
  }
}

function printSpeed({ apps, receipt, sessions }: Speed): void {
  for (const { toolkit, click, type100, drag20 } of apps) {
    const [ours, peer] = [click.offhand, click['cua-driver']];
    const ratio = ours && peer ? ` = ${(peer.median / ours.median).toFixed(1)}×` : '';
    say(
      `${toolkit.padEnd(9)} click ${times(ours)}, cua-driver ${times(peer)}${ratio}; 100 characters ${times(type100)}; drag of 20 steps ${times(drag20)}`,
    );
  }
  say(`receipt ${times(receipt)}; one session ${sessions.one} clicks/s, two ${sessions.two} = ${sessions.ratio}×`);
}

const load = loadavg()[0] ?? 0;
const readStolen = watchStolen();
const found = only === 'speed' ? undefined : await cells();
const speeds = only === 'cells' ? undefined : await speed();
if (found) printCells(found);
if (speeds) printSpeed(speeds);
const stolen = readStolen();
say(`load average ${load.toFixed(1)} at the start; the host kept ${stolen} % of the processor time that was needed`);
mkdirSync(join(bench, 'results'), { recursive: true });
if (found) writeFileSync(join(bench, 'results/input-cells.json'), `${JSON.stringify({ cells: found }, undefined, 2)}\n`);
if (speeds) writeFileSync(join(bench, 'results/input-speed.json'), `${JSON.stringify({ load, stolen, ...speeds }, undefined, 2)}\n`);
process.exit(0);
