// The owner is a program of its own here, so that it can be killed outright.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childEnv } from '../../../src/config/env.js';
import { type ProcessHandle, spawnProcess } from '../../../src/kit/process.js';
import { isAlive, pidsWithEnvironment, processInfo } from '../../../src/kit/process-info.js';
import type { Desktop } from '../../../src/stage/desktop.js';
import { until } from '../../support/until.js';
import { startNamelessHelper } from './nameless-helper.js';

const folder = mkdtempSync(join(tmpdir(), 'oh-owner-'));
const bundle = join(folder, 'start.mjs');
let number = 0;

beforeAll(() =>
  build({ entryPoints: ['src/stage/start.ts'], bundle: true, platform: 'node', format: 'esm', outfile: bundle, logLevel: 'error' }),
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Owner {
  readonly handle: ProcessHandle;
  readonly registryDir: string;
  readonly temporary: string;
  /** Resolves with what the owner printed once its desktop ran. */
  readonly desktop: Promise<Desktop>;
}

async function startOwner(afterwards: string): Promise<Owner> {
  const home = join(folder, String(++number));
  const [registryDir, temporary] = [join(home, 'registry'), join(home, 'tmp')];
  mkdirSync(temporary, { recursive: true });
  const script = `
    const { startDesktop } = await import(${JSON.stringify(bundle)});
    const desktop = await startDesktop({ registryDir: ${JSON.stringify(registryDir)}, size: { width: 640, height: 480 } });
    console.log(JSON.stringify(desktop));
    ${afterwards}`;
  const env = childEnv({ TMPDIR: temporary });
  const handle = await spawnProcess(process.execPath, ['--input-type=module', '-e', script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const desktop = new Promise<Desktop>((resolve) => {
    let printed = '';
    handle.stdout?.on('data', (chunk) => {
      printed += chunk;
      if (printed.endsWith('\n')) resolve(JSON.parse(printed) as Desktop);
    });
  });
  return { handle, registryDir, temporary, desktop };
}

const stayAlive = 'setInterval(() => {}, 1000);';
const partsOf = (runtimeDir: string) => pidsWithEnvironment('XDG_RUNTIME_DIR', runtimeDir);

async function expectNothingLeft({ registryDir, temporary }: Owner, runtimeDir: string, others: readonly number[]): Promise<void> {
  await until(() => partsOf(runtimeDir).length === 0 && others.every((pid) => !isAlive(pid)), {
    what: 'all processes end',
    timeoutMs: 20_000,
  });
  await until(() => readdirSync(temporary).length === 0, { what: 'the directory is removed' });
  await until(() => !existsSync(registryDir) || readdirSync(registryDir).length === 0, { what: 'the record is removed' });
}

test('kill -9 of the owner ends everything, also a stopped and a stubborn application', async () => {
  const owner = await startOwner(stayAlive);
  const desktop = await owner.desktop;
  const { env } = desktop;
  const stubborn = await spawnProcess('sh', ['-c', 'trap "" TERM; echo; while :; do sleep 1; done'], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise((resolve) => stubborn.stdout?.once('data', resolve));
  const stopped = await spawnProcess('xterm', [], { env, detached: true });
  stopped.kill('SIGSTOP');
  await until(() => processInfo(stopped.pid)?.state === 'T', { what: 'the terminal is stopped' });
  const helper = await startNamelessHelper(env);
  const runtimeDir = desktop.env.XDG_RUNTIME_DIR ?? '';
  const parts = partsOf(runtimeDir);
  expect(parts).not.toContain(helper);
  for (const { pid } of [stubborn, stopped, desktop.processes.server, desktop.processes.bus]) expect(parts).toContain(pid);
  const { supervisor } = desktop.processes;
  expect(isAlive(supervisor.pid, supervisor.starttime)).toBe(true);

  owner.handle.kill('SIGKILL');
  await expectNothingLeft(owner, runtimeDir, [supervisor.pid, helper]);
});

test.each(['Xauthority', 'bus.conf', join('run', 'bus'), join('run', 'at-spi')])(
  'kill -9 of the owner while it starts the desktop (%s just appeared) leaves nothing',
  async (file) => {
    const owner = await startOwner(stayAlive);
    const directory = await until(() => readdirSync(owner.temporary).map((name) => join(owner.temporary, name))[0], {
      what: 'the directory',
      intervalMs: 1,
    });
    await until(() => existsSync(join(directory, file)), { what: file, intervalMs: 1 });
    owner.handle.kill('SIGKILL');
    await expectNothingLeft(owner, join(directory, 'run'), []);
  },
);

test('an owner that just finishes is not held up by its desktop, and takes it along', async () => {
  const owner = await startOwner('');
  const desktop = await owner.desktop;
  expect((await owner.handle.exited).code).toBe(0);
  await expectNothingLeft(owner, desktop.env.XDG_RUNTIME_DIR ?? '', [desktop.processes.supervisor.pid]);
});
