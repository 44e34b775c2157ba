// A child process that speaks JSON lines: one question, one answer.
import { spawn } from 'node:child_process';
import type { Env } from '../support/parts/child.js';
import { until } from '../support/until.js';

export interface LineChild {
  readonly pid: number;
  /** Everything it wrote to stdout, line by line. */
  readonly lines: readonly string[];
  readonly exitCode: number | null;
  write(text: string | Buffer): void;
  /** Sends one line and waits for the next one that comes back. */
  ask(message: unknown): Promise<unknown>;
  waitForLine(what: string, match: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
  end(): Promise<void>;
}

export function startLines(command: string, args: readonly string[], env: Env): LineChild {
  const child = spawn(command, [...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const lines: string[] = [];
  let rest = '';
  let errors = '';
  child.stdin.on('error', () => {}); // EPIPE: its exit is what tests look at
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const died = new Promise<never>((_, reject) =>
    child.once('close', (code) => reject(new Error(`the process ended with ${code}: ${errors}`))),
  );
  died.catch(() => {}); // for those who wait for a line
  return {
    pid: child.pid ?? 0,
    lines,
    get exitCode() {
      return child.exitCode;
    },
    write: (text) => void child.stdin.write(text),
    async ask(message) {
      const seen = lines.length;
      child.stdin.write(`${JSON.stringify(message)}\n`);
      const answered = until(() => lines[seen], {
        what: `an answer to ${JSON.stringify(message).slice(0, 100)}`,
        timeoutMs: 30_000,
      });
      return JSON.parse(await Promise.race([answered, died])) as unknown;
    },
    waitForLine: (what, match) =>
      until(() => lines.map((line) => JSON.parse(line) as Record<string, unknown>).find(match), { what, timeoutMs: 20_000 }),
    async end() {
      child.stdin.end();
      await until(() => child.exitCode !== null || child.signalCode !== null, { what: `${command} ends`, timeoutMs: 15_000 });
    },
  };
}
