/**
 * The only place that starts processes. The environment is always given by the caller
 * (`config/env.ts` builds it), so nothing of ours reaches a child by accident.
 */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { after, type Timer } from './clock.js';
import { poll } from './poll.js';
import { isAlive, processInfo, processTree } from './process-info.js';

export type ChildEnvironment = Readonly<Record<string, string | undefined>>;

export type ProcessFailure = 'not_found' | 'not_executable' | 'spawn_failed' | 'timeout' | 'output_too_large';

export class ProcessError extends Error {
  override readonly name = 'ProcessError';
  constructor(
    readonly reason: ProcessFailure,
    readonly command: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface RunOptions {
  readonly env: ChildEnvironment;
  readonly timeoutMs: number;
  readonly input?: Buffer | string | undefined;
  readonly cwd?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Per stream; more than this ends the process. */
  readonly maxOutputBytes?: number | undefined;
}

export interface RunResult {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const DEFAULT_MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** A child that daemonises may leave its pipes open for ever; its output counts only until shortly after it ended. */
const PIPE_LINGER_MS = 500;

/** Runs a command to its end. Any exit code is a result; not starting, timing out and flooding are errors. */
export function runProcess(command: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const { signal } = options;
  if (signal?.aborted) return Promise.reject(signal.reason);
  const limit = options.maxOutputBytes ?? DEFAULT_MAX_OUTPUT_BYTES;
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { env: options.env, cwd: options.cwd, detached: true, stdio: 'pipe' });
    let failure: unknown;
    let linger: Timer | undefined;
    const abandon = (reason: unknown) => {
      failure ??= reason;
      killGroup(child.pid, 'SIGKILL');
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const onAbort = () => abandon(signal?.reason);
    const tooLong = () => abandon(new ProcessError('timeout', command, `${command} did not finish within ${options.timeoutMs} ms`));
    const tooMuch = () => abandon(new ProcessError('output_too_large', command, `${command} wrote more than ${limit} bytes`));
    const timer = after(options.timeoutMs, tooLong);
    signal?.addEventListener('abort', onAbort, { once: true });
    const settle = (finish: () => void) => {
      timer.cancel();
      linger?.cancel();
      signal?.removeEventListener('abort', onAbort);
      finish();
    };
    const stdout = collect(child.stdout, limit, tooMuch);
    const stderr = collect(child.stderr, limit, tooMuch);
    child.stdin.on('error', () => {}); // EPIPE: the child may end without reading its input
    child.stdin.end(options.input ?? '');
    child.on('error', (error) => settle(() => reject(failure ?? spawnFailure(command, error))));
    child.on('exit', () => {
      linger = after(PIPE_LINGER_MS, () => {
        child.stdout.destroy();
        child.stderr.destroy();
      });
    });
    child.on('close', (code, endedBy) =>
      settle(() => {
        if (failure !== undefined) reject(failure);
        else resolve({ code, signal: endedBy, stdout: stdout(), stderr: stderr().toString('utf8') });
      }),
    );
  });
}

export interface SpawnOptions {
  readonly env: ChildEnvironment;
  readonly cwd?: string | undefined;
  /** Own session and process group: survives our terminal, and `kill` reaches its whole group. */
  readonly detached?: boolean | undefined;
  readonly stdio?: StdioOptions | undefined;
  /** Both output streams are appended here (file mode 0600), unless `stdio` says otherwise. */
  readonly logFile?: string | undefined;
  /** Adds a pipe at descriptor 3, for servers that announce themselves on a descriptor of their own. */
  readonly pipeAtFd3?: boolean | undefined;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface ProcessHandle {
  readonly pid: number;
  readonly starttime: number;
  /** Never rejects. */
  readonly exited: Promise<Exit>;
  readonly stdin: Writable | null;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  /** Streams by descriptor number, for protocols that use more than three. */
  readonly stdio: ChildProcess['stdio'];
  /** Signals the process (its whole group when detached); nothing happens once it has ended. */
  kill(signal?: NodeJS.Signals): void;
  /** Ends the process and its descendants: SIGTERM, then SIGKILL for what is left after `graceMs`. */
  killTree(graceMs?: number): Promise<void>;
  /** Lets our own process end while this one runs. */
  unref(): void;
}

/** Starts a long-running process; resolves once it runs. */
export function spawnProcess(command: string, args: readonly string[], options: SpawnOptions): Promise<ProcessHandle> {
  return new Promise((resolve, reject) => {
    const log = options.logFile === undefined ? undefined : openSync(options.logFile, 'a', 0o600);
    const output = log ?? 'ignore';
    const stdio = options.stdio ?? ['ignore', output, output, ...(options.pipeAtFd3 ? (['pipe'] as const) : [])];
    const detached = options.detached ?? false;
    const child = spawn(command, [...args], { env: options.env, cwd: options.cwd, detached, stdio });
    if (log !== undefined) closeSync(log);
    const exited = new Promise<Exit>((ended) => {
      child.on('exit', (code, signal) => ended({ code, signal }));
    });
    child.once('error', (error) => reject(spawnFailure(command, error)));
    child.once('spawn', () => resolve(handleOf(child, exited, detached)));
  });
}

function handleOf(child: ChildProcess, exited: Promise<Exit>, detached: boolean): ProcessHandle {
  const pid = child.pid ?? -1;
  const starttime = processInfo(pid)?.starttime ?? 0;
  return {
    pid,
    starttime,
    exited,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    stdio: child.stdio,
    kill(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      if (detached) killGroup(pid, signal);
      else child.kill(signal);
    },
    killTree: (graceMs) => endProcesses(processTree(pid), graceMs),
    unref: () => child.unref(),
  };
}

/** SIGTERM, then SIGKILL for what is left after `graceMs`; returns when all are gone. */
export async function endProcesses(pids: readonly number[], graceMs = 1000): Promise<void> {
  const targets = pids.map((pid) => ({ pid, starttime: processInfo(pid)?.starttime }));
  const living = () => targets.filter(({ pid, starttime }) => starttime !== undefined && isAlive(pid, starttime));
  const allGone = () => living().length === 0;
  // A stopped process only acts on SIGTERM after it continues.
  for (const { pid } of living()) for (const signal of ['SIGTERM', 'SIGCONT'] as const) sendSignal(pid, signal);
  if (await poll(allGone, { timeoutMs: graceMs })) return;
  for (const { pid } of living()) sendSignal(pid, 'SIGKILL');
  await poll(allGone, { timeoutMs: 2000 });
}

/** False when the process is gone or not ours. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false; // ESRCH, EPERM
  }
}

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  // 0 and -1 would address our own group and every process of ours.
  if (pid !== undefined && pid > 1) sendSignal(-pid, signal);
}

function collect(stream: Readable, limit: number, tooMuch: () => void): () => Buffer {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) tooMuch();
    else chunks.push(chunk);
  });
  return () => Buffer.concat(chunks);
}

function spawnFailure(command: string, cause: NodeJS.ErrnoException): ProcessError {
  const reason = cause.code === 'ENOENT' ? 'not_found' : cause.code === 'EACCES' ? 'not_executable' : 'spawn_failed';
  return new ProcessError(reason, command, `cannot start ${command}: ${cause.message}`, { cause });
}
