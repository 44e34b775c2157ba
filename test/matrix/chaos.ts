// Builds and starts drivers that are meant to be killed, with the guardian and the thread where the product looks for them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import type { Fixture } from '../support/apps.js';
import type { Desktop } from '../support/desktop.js';
import type { Child } from '../support/parts/child.js';
import { fixtureBinary } from '../support/parts/fixture-binaries.js';
import { startLineProcess } from '../support/parts/line-process.js';
import { until } from '../support/until.js';

const manifest = '{"name":"offhand","version":"0.0.0","type":"module"}';
const permissive = '[cua.policy]\nfirst_time_per_app_approval = false\n';
/** The ESM bundle still holds packages that call `require`. */
const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" };

const bundle = (entry: string, outfile: string) =>
  build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'error', banner });

const program = (entry: string, outfile: string) =>
  build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', target: 'node20', logLevel: 'error' });

export type StartDriver = (app: Fixture) => Promise<Child>;

export async function driversOn(desktop: Desktop): Promise<StartDriver> {
  const root = join(desktop.dir, 'chaos');
  const driver = join(root, 'one/two/three/four/driver.js');
  const home = join(root, 'home');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'policy.toml'), permissive);
  await bundle('test/matrix/endless-driver.ts', driver);
  await program('src/bin/seat-guardian.ts', join(root, 'bin/seat-guardian.cjs'));
  await program('src/backends/x11/seat/person/person-hands-thread.ts', join(dirname(driver), 'person-hands.cjs'));
  for (const folder of [root, join(root, 'one/two')]) writeFileSync(join(folder, 'package.json'), manifest); // where the version is read
  return async (app) => {
    const args = [driver, String(app.pid), String(app.windowId), JSON.stringify(app.widgets())];
    const child = desktop.runApp(process.execPath, args, { env: { OFFHAND_HOME: home } });
    await until(() => hasBegun(child), { what: 'the driver acts', timeoutMs: 40_000 });
    return child;
  };
}

function hasBegun(child: Child): boolean {
  if (!child.isAlive()) throw new Error(`the driver ended: ${child.log()}`);
  return /^1$/m.test(child.log());
}

export interface AgentDevices {
  /** Resolves with the instant the last one of them went, by the clock of `now`. */
  gone(timeoutMs: number): Promise<number>;
}

/** On a connection of its own that the server tells of every change: asking again and again would take as long as what is measured. */
export async function watchAgentDevices(desktop: Desktop): Promise<AgentDevices> {
  const { child, lines, next } = startLineProcess(desktop, await fixtureBinary('devices'), ['offhand']);
  await next('the devices', ({ type }) => type === 'devices');
  return {
    gone: async (timeoutMs) => {
      await until(() => child.isAlive() && lines.at(-1)?.count === 0, { what: 'the devices are gone', timeoutMs, intervalMs: 2 });
      return lines.at(-1)?.at ?? Number.NaN;
    },
  };
}

/** The clock of the display's own programs. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6;

export const agentDevices = async (desktop: Desktop): Promise<string[]> =>
  (await desktop.run('xinput', 'list', '--name-only')).split('\n').filter((name) => name.includes('offhand'));
