// Processes of a test: each leads its own process group and is told to end when the test runner dies.
import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { until } from '../until.js';

export type Env = Record<string, string>;

export interface SpawnOptions {
  env: Env;
  logFile: string;
  /** Where output goes when it should not go to the log. */
  stdio?: { stdin?: 'pipe'; stdout?: 'pipe'; extra?: 'pipe' };
  /** What the process gets when the test runner dies without cleaning up. */
  deathSignal?: 'TERM' | 'KILL';
  cwd?: string;
}

export interface Child {
  readonly pid: number;
  readonly command: string;
  readonly process: ChildProcess;
  /** Everything the process wrote to its log so far. */
  log(): string;
  isAlive(): boolean;
  /** Ends the whole process group; resolves once its leader is gone. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

export function startChild(command: string, args: readonly string[], options: SpawnOptions): Child {
  const { env, logFile, stdio = {}, deathSignal = 'KILL' } = options;
  const log = openSync(logFile, 'a');
  const wrapped = ['--pdeathsig', deathSignal, '--', command, ...args];
  const streams: StdioOptions = [stdio.stdin ?? 'ignore', stdio.stdout ?? log, log, ...(stdio.extra ? [stdio.extra] : [])];
  const spawned = spawn('setpriv', wrapped, { env, stdio: streams, detached: true, ...(options.cwd ? { cwd: options.cwd } : {}) });
  closeSync(log);
  const { pid } = spawned;
  if (pid === undefined) throw new Error(`could not start ${command}`);
  spawned.stdin?.on('error', () => {}); // EPIPE when the process ends first: its exit is what callers look at
  const isAlive = () => spawned.exitCode === null && spawned.signalCode === null;
  return {
    pid,
    command,
    process: spawned,
    log: () => readFileSync(logFile, 'utf8'),
    isAlive,
    async kill(signal = 'SIGKILL') {
      signalGroup(pid, signal);
      if (signal !== 'SIGKILL')
        await until(() => !isAlive(), { what: `${command} ends`, timeoutMs: 3000 }).catch(() => signalGroup(pid, 'SIGKILL'));
      await until(() => !isAlive(), { what: `${command} is gone`, timeoutMs: 5000 });
    },
  };
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Runs a short command to its end and gives its standard output. */
export function capture(command: string, args: readonly string[], env: Env, timeoutMs = 15_000): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, [...args], { env, timeout: timeoutMs, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${command} ${args.join(' ')}: ${stderr.trim() || stdout.trim() || error.message}`, { cause: error }));
      else resolve(stdout);
    });
  });
}

/** Processes that were started, directly or not, with this variable in their environment. */
export function processesWithEnv(name: string, value: string): number[] {
  const wanted = `${name}=${value}\0`;
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  return pids.filter((pid) => environOf(pid).includes(wanted)).map(Number);
}

function environOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return ''; // gone, or not ours to read
  }
}

export function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`);
}
