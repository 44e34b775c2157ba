// The built product as people run it: a home of its own, commands, a daemon and private desktops, all gone afterwards.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { capture, type Env, isRunning, processesWithEnv } from '../support/parts/child.js';
import { until } from '../support/until.js';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const bin = join(root, 'bin/offhand');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly stdin?: string | undefined;
  /** Leaves stdin open and silent, as some programs that start others do. */
  readonly holdStdin?: boolean | undefined;
  readonly cwd?: string | undefined;
  readonly env?: Env | undefined;
  readonly timeoutMs?: number | undefined;
}

export interface Daemon {
  readonly pid: number;
  readonly http: string | undefined;
  readonly token: string | undefined;
  /** Settles when the process has ended by itself. */
  readonly ended: Promise<Finished>;
}

export interface Product extends AsyncDisposable {
  readonly home: string;
  readonly env: Env;
  readonly socket: string;
  run(args: readonly string[], options?: RunOptions): Promise<Finished>;
  /** Runs with --json and gives what was printed. */
  json(...args: string[]): Promise<Record<string, unknown>>;
  serve(...args: string[]): Promise<Daemon>;
  startDesktop(name?: string): Promise<StartedDesktop>;
}

export interface StartedDesktop {
  readonly name: string;
  readonly env: Env;
}

export function openProduct(extraEnv: Env = {}): Product {
  const home = mkdtempSync(join(tmpdir(), 'oht-')); // short: socket paths are limited to 107 bytes
  const env = productEnv(home, extraEnv);
  const run: Product['run'] = (args, options = {}) => finish(bin, args, { ...options, env: { ...env, ...options.env } });
  const json: Product['json'] = async (...args) => {
    const { code, stdout, stderr } = await run([...args, '--json']);
    if (code !== 0) throw new Error(`offhand ${args.join(' ')}: exit ${code} ${stderr}${stdout}`);
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  return {
    home,
    env,
    socket: join(home, 'daemon.sock'),
    run,
    json,
    serve: (...args) => serve(env, args),
    async startDesktop(name = 'test') {
      await json('desktop', 'start', name, '--size', '1000x700', '--owner-pid', String(process.pid));
      const record = JSON.parse(readFileSync(join(home, 'desktops', `${name}.json`), 'utf8')) as { env: Env };
      return { name, env: record.env };
    },
    async [Symbol.asyncDispose]() {
      if (existsSync(join(home, 'daemon.sock'))) await run(['stop']);
      if (existsSync(join(home, 'desktops'))) await run(['desktop', 'stop', '--all']);
      // Whatever a test left behind; everything of ours carries the home in its environment.
      for (const pid of processesWithEnv('OFFHAND_HOME', home)) if (pid !== process.pid && isRunning(pid)) process.kill(pid, 'SIGKILL');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Nothing of the machine's own session: no display, no bus, no settings. */
function productEnv(home: string, extra: Env): Env {
  const { PATH = '/usr/bin:/bin' } = process.env;
  return { PATH, HOME: home, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TMPDIR: tmpdir(), OFFHAND_HOME: home, ...extra };
}

export function finish(command: string, args: readonly string[], options: RunOptions & { env: Env }): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], {
      env: options.env,
      cwd: options.cwd ?? tmpdir(),
      stdio: 'pipe',
      timeout: options.timeoutMs ?? 60_000,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdin.on('error', () => {}); // EPIPE: it may end without reading
    if (!options.holdStdin) child.stdin.end(options.stdin ?? '');
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

async function serve(env: Env, args: readonly string[]): Promise<Daemon> {
  const child = spawn(bin, ['serve', ...args, '--json'], { env, cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Finished>((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
  const line = await until(() => (stdout.includes('\n') ? stdout : child.exitCode !== null ? `! ${stderr}${stdout}` : ''), {
    what: 'the daemon is ready',
    timeoutMs: 30_000,
  });
  if (!line.startsWith('{"ready"')) throw new Error(`serve ended: ${line}`);
  const { http, token_file: tokenFile } = JSON.parse(line) as { http?: string; token_file?: string };
  return { pid: child.pid ?? 0, http, token: tokenFile === undefined ? undefined : readFileSync(tokenFile, 'utf8').trim(), ended };
}

const reader = fileURLToPath(new URL('../support/parts/atspi-read.py', import.meta.url));

/** What libatspi says an application's text widgets hold: none of our code is involved. */
export async function textsOf(desktop: StartedDesktop, pid: number): Promise<string[]> {
  const objects = JSON.parse(await capture('/usr/bin/python3', [reader, String(pid), '--role', 'text'], desktop.env)) as {
    text?: string;
  }[];
  return objects.map(({ text }) => text ?? '');
}
