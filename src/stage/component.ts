/** Starts one long-running part of a desktop and knows how to tell why it failed. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ErrorCode } from '../errors/catalog.js';
import { DriverError } from '../errors/driver-error.js';
import { after } from '../kit/clock.js';
import { type ProcessHandle, spawnProcess } from '../kit/process.js';

export interface ComponentStart {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly logs: string;
  /** It writes a line to READY_FD once it is up. */
  readonly announces?: boolean;
}

export interface Component {
  readonly program: string;
  readonly handle: ProcessHandle;
  /** The error to give when it ended or did not become ready, with its last words. */
  failure(code: ErrorCode, what: string): Promise<DriverError>;
}

/** Descriptor on which servers announce themselves (`-displayfd`, `--print-address`). */
export const READY_FD = 3;

export async function startComponent({ program, args, env, cwd, logs, announces }: ComponentStart): Promise<Component> {
  const logFile = join(logs, `${program}.log`);
  const handle = await spawnProcess(program, args, { env, cwd, detached: true, logFile, pipeAtFd3: announces });
  // A desktop must not keep its owner from ending.
  handle.unref();
  return {
    program,
    handle,
    failure: async (code, what) => {
      const said = await lastWords(logFile);
      return new DriverError(code, said === '' ? what : `${what}: ${said}`, { program, log: logFile });
    },
  };
}

/** The first line the component writes to its ready descriptor; undefined when it ended or time ran out before. */
export function firstLine(component: Component, timeoutMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const stream = component.handle.stdio[READY_FD] as Readable;
    let text = '';
    const finish = (line: string | undefined) => {
      timer.cancel();
      stream.removeAllListeners();
      stream.on('error', () => {}); // the component may still write or end; nobody listens any more
      stream.destroy();
      resolve(line);
    };
    const timer = after(timeoutMs, () => finish(undefined));
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end >= 0) finish(text.slice(0, end).trim());
    });
    stream.on('error', () => finish(undefined));
    stream.on('close', () => finish(undefined));
  });
}

async function lastWords(logFile: string): Promise<string> {
  // No log means nothing was said.
  const text = await readFile(logFile, 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-5).join(' / ').slice(-600);
}
