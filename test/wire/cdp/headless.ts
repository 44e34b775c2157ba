// A real browser without any window, reached by pipe or by port.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PipeFiles } from '../../../src/wire/cdp/pipe.js';
import { until } from '../../support/until.js';

const flags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
];

export interface Headless extends AsyncDisposable {
  readonly dir: string;
  readonly pipe: PipeFiles;
  /** Dies without a word, as a crash would. */
  kill(): Promise<void>;
}

export interface HeadlessOnPort extends Headless {
  readonly port: number;
  readonly path: string;
}

export function startOnPipe(): Headless {
  const dir = mkdtempSync(join(tmpdir(), 'oh-cdp-'));
  const pipe = { commands: join(dir, 'commands'), answers: join(dir, 'answers') };
  execFileSync('mkfifo', [pipe.commands, pipe.answers]);
  const fds = [pipe.commands, pipe.answers].map((path) => openSync(path, constants.O_RDWR));
  const browser = start(dir, ['--remote-debugging-pipe'], fds);
  fds.forEach(closeSync);
  return { dir, pipe, ...ending(browser, dir) };
}

export async function startOnPort(): Promise<HeadlessOnPort> {
  const dir = mkdtempSync(join(tmpdir(), 'oh-cdp-'));
  const browser = start(dir, ['--remote-debugging-port=0'], []);
  const file = join(dir, 'profile', 'DevToolsActivePort');
  await until(() => existsSync(file) && readFileSync(file, 'utf8').includes('\n'), { what: 'the browser listens', timeoutMs: 30_000 });
  const [port = '', path = ''] = readFileSync(file, 'utf8').split('\n');
  const pipe = { commands: '', answers: '' };
  return { dir, pipe, port: Number(port), path, ...ending(browser, dir) };
}

function start(dir: string, args: readonly string[], fds: readonly number[]): ChildProcess {
  const all = [...flags, `--user-data-dir=${join(dir, 'profile')}`, ...args, 'about:blank'];
  return spawn('chromium', all, { stdio: ['ignore', 'ignore', 'ignore', ...fds], detached: true, env: { ...process.env, HOME: dir } });
}

function ending(browser: ChildProcess, dir: string): Pick<Headless, 'kill' | typeof Symbol.asyncDispose> {
  const kill = async () => {
    if (browser.exitCode !== null || browser.signalCode !== null) return;
    const gone = once(browser, 'exit');
    process.kill(-(browser.pid ?? 0), 'SIGKILL');
    await gone;
  };
  return {
    kill,
    async [Symbol.asyncDispose]() {
      await kill();
      rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}
