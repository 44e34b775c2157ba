// A driver killed outright at any instant leaves nothing of itself on the display, and the person types and clicks on.
// CHAOS=200 kills that often, at other instants each time, and holds the clean-up to one second; SEED=… repeats the instants; CHAOS_WM=metacity: not under openbox.
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type AgentDevices, driversOn, now, type StartDriver, watchAgentDevices } from '../matrix/chaos.js';
import { type Random, seededRandom } from '../matrix/soak/random.js';
import { type Fixture, startFixture } from '../support/apps.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import { oracleOf } from '../support/oracle.js';
import { windowManagers } from '../support/parts/window-managers.js';
import { startSentinel } from '../support/sentinel.js';
import { disturbances } from '../support/undisturbed.js';
import { until } from '../support/until.js';
import { agentWindows } from './seat/held-devices.js';

const { CHAOS, CHAOS_WM, SEED } = process.env;
/** These two have one device more; see wm-traits. */
const usual = [
  { wm: 'openbox', kills: 6 },
  { wm: 'metacity', kills: 4 },
  { wm: 'i3', kills: 8 },
] as const;
const chosen = [{ wm: windowManagers.find((each) => each === CHAOS_WM) ?? 'openbox', kills: Number(CHAOS) }];
const longestMs = CHAOS === undefined ? 10_000 : 1000;
/** The usual run repeats itself; one that is asked for explores. */
const seed = Number(SEED ?? (CHAOS === undefined ? 920_795_860 : randomInt(2 ** 31)));
const longestLifeMs = 1500;
const overFixture = { x: 560, y: 10, width: 700, height: 860 };

/** The agent's own doings while it lived: its cursor on the screen, the selection a program took, what the window manager was told. */
const meanwhile = [
  /^event of another device/,
  /^active window/,
  /PRIMARY/,
  /^selection/,
  /^primary/,
  /focus-in on .*"detail":5/,
  /^(visibility|expose) on/,
];
/** It holds the person's pointer for a moment whenever they click, with no agent anywhere. */
const clickUnderFluxbox = /^(leave|enter) on .*"mode":[12]/;

const timeout = 60_000 + Number(CHAOS ?? 6) * 20_000;

test.each(CHAOS === undefined ? usual : chosen)(
  '$kills kills at random instants under $wm leave no device, hole, button or key behind',
  { timeout },
  async ({ wm, kills }) => {
    console.log(`CHAOS=${kills} CHAOS_WM=${wm} SEED=${seed}`);
    const random = seededRandom(seed);
    await using desktop = await openDesktop({ wm });
    const apps = [await startFixture(desktop, 'gtk3'), await startFixture(desktop, 'gtk4'), await startFixture(desktop, 'qt5')];
    const start = await driversOn(desktop);
    const devices = await watchAgentDevices(desktop);
    const took: number[] = [];
    const faults: string[] = [];
    for (let kill = 0; kill < kills; kill++) {
      const app = random.pick(apps);
      const { cleanMs, found } = await killOnce(desktop, app, { start, devices }, random).catch(async (error) => {
        throw new Error(`kill ${kill} in ${app.toolkit}: ${error.message}; ${await situation(desktop)}`, { cause: error });
      });
      took.push(cleanMs);
      const told = found.map((line) => `kill ${kill} in ${app.toolkit}: ${line}`);
      for (const line of told) console.log(line);
      faults.push(...told);
      if (took.length % killsPerLine === 0 || took.length === kills) console.log(progress(took, kills));
    }
    expect(faults).toEqual([]);
    expect(await agentWindows(desktop)).toEqual([]);
    for (const app of apps) expect(app.child.isAlive()).toBe(true);
  },
);

const killsPerLine = 20;

function progress(took: readonly number[], kills: number): string {
  const sorted = took.toSorted((a, b) => a - b).map(Math.round);
  return `${took.length} of ${kills} kills, clean after ${sorted[sorted.length >> 1]} ms (median), ${sorted.at(-1)} ms (longest)`;
}

/** What holds the desktop up when the person cannot go on. */
async function situation(desktop: Desktop): Promise<string> {
  const { focusedWindow, activeWindow, popups, devices } = oracleOf(desktop);
  const [focus, active, open, all] = await Promise.all([focusedWindow(), activeWindow(), popups(), devices()]);
  return `focus ${focus}, active ${active}, popups ${open.join(' ')}, devices ${all.filter((name) => name.includes('offhand')).join(', ')}`;
}

interface Drivers {
  readonly start: StartDriver;
  readonly devices: AgentDevices;
}

async function killOnce(desktop: Desktop, app: Fixture, { start, devices }: Drivers, random: Random) {
  const place = random.chance(0.5) ? { at: overFixture } : {};
  const watch = await startSentinel(desktop, { typing: true, shapes: [app.windowId], ignore: ['offhand-cursor'], ...place });
  const driver = await start(app);
  await sleep(random.number(longestLifeMs)); // the random instant
  const killedAt = now();
  await driver.kill('SIGKILL');
  const found: string[] = [];
  const cleanMs = (await devices.gone(10_000)) - killedAt;
  if (cleanMs > longestMs) found.push(`the devices were gone only after ${Math.round(cleanMs)} ms`);
  const typedThen = (await watch.typed()).length;
  await until(async () => (await watch.typed()).length > typedThen + 3, { what: 'the person types on' }).catch((error: Error) =>
    found.push(error.message),
  );
  await watch.person('click 1');
  await until(async () => (await watch.clicks()) > 0, { what: 'the person’s click arrives' }).catch((error: Error) =>
    found.push(error.message),
  );
  const report = await watch.stop();
  const usualThere = desktop.wm === 'fluxbox' ? [...meanwhile, clickUnderFluxbox] : meanwhile;
  found.push(...disturbances(report).filter((line) => !usualThere.some((pattern) => pattern.test(line))));
  if (report.after.active !== report.before.active) found.push('another window is active');
  if (found.length > 0) found.push(`killed at ${killedAt}, its devices were gone ${cleanMs} ms later`);
  return { cleanMs, found };
}
