/**
 * What launch_app does to the person, as an independent X client and their own window saw it: how often another window was called
 * active, for how long, and how long their window was covered. bench/run.sh launch ; WMS=openbox APPS=kcalc ROUNDS=4
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '../test/harness/product.js';
import { openDesktop } from '../test/support/desktop.js';
import type { Line } from '../test/support/parts/line-process.js';
import type { WindowManager } from '../test/support/parts/window-managers.js';
import { type SentinelReport, startSentinel } from '../test/support/sentinel.js';

const bench = process.env.OFFHAND_BENCH ?? 'bench';
const rounds = Number(process.env.ROUNDS ?? 3);
const wms = (process.env.WMS ?? 'openbox,xfwm4,metacity,mutter,kwin_x11,i3,fluxbox').split(',') as WindowManager[];
const apps = (process.env.APPS ?? 'gnome-calculator,kcalc,chromium,qalculate-gtk,mousepad').split(',');
/** Late requests for the focus come within this time. */
const AFTERWARDS_MS = 2500;
/** Large enough that any new window in front would cover some of it. */
const place = { x: 60, y: 60, width: 1100, height: 760 };

interface Launch {
  readonly wm: WindowManager;
  readonly app: string;
  readonly ms: number;
  readonly focusChanges: number;
  /** Each time another window than the person's was called active, in milliseconds. */
  readonly active: readonly number[];
  readonly covered: readonly number[];
  readonly receipt: string;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** How long each stretch lasted in which `isAway` held after a line. */
function stretches(lines: readonly Line[], isAway: (line: Line) => boolean): number[] {
  const found: number[] = [];
  let since: number | undefined;
  for (const line of lines) {
    if (isAway(line)) since ??= line.at;
    else if (since !== undefined) {
      found.push(round(line.at - since));
      since = undefined;
    }
  }
  return since === undefined ? found : [...found, Number.POSITIVE_INFINITY];
}

function seenBy(report: SentinelReport): Pick<Launch, 'focusChanges' | 'active' | 'covered'> {
  const { window, changes, events } = report;
  return {
    focusChanges: changes.filter(({ type }) => type === 'focus').length,
    active: stretches(
      changes.filter(({ type }) => type === 'active'),
      ({ to }) => to !== window,
    ),
    covered: stretches(
      events.filter(({ type }) => type === 'visibility'),
      ({ state }) => state !== 0,
    ),
  };
}

async function launch(wm: WindowManager, app: string): Promise<Launch> {
  await using desktop = await openDesktop({ wm, size: { width: 1280, height: 900 } });
  await using product = startProduct(desktop);
  const watch = await startSentinel(desktop, { typing: true, at: place });
  const began = performance.now();
  const args = app === 'chromium' ? { additional_arguments: ['--no-sandbox', '--no-first-run', 'about:blank'] } : {};
  const launched = await product.call('launch_app', { name: app, timeout_ms: 60_000, ...args });
  const ms = Math.round(performance.now() - began);
  await new Promise((resolve) => setTimeout(resolve, AFTERWARDS_MS));
  const report = await watch.stop();
  return { wm, app, ms, ...seenBy(report), receipt: String(launched.interference.active_window) };
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const list = (times: readonly number[]) => (times.length === 0 ? 'never' : `${times.join(', ')} ms`);

const results: Launch[] = [];
const load = loadavg()[0];
for (const wm of wms)
  for (const app of apps)
    for (let number = 0; number < rounds; number++) {
      const found = await launch(wm, app).catch((error: unknown) => void say(`${wm} ${app}: ${error}`));
      if (!found) continue;
      results.push(found);
      const { ms, focusChanges, active, covered, receipt } = found;
      say(
        `${wm.padEnd(9)} ${app.padEnd(17)} ${String(ms).padStart(5)} ms; focus ${focusChanges}; active ${list(active)}; covered ${list(covered)}; told ${receipt}`,
      );
    }
mkdirSync(join(bench, 'results'), { recursive: true });
writeFileSync(join(bench, 'results/launch.json'), `${JSON.stringify({ node: process.version, load, results }, undefined, 2)}\n`);
