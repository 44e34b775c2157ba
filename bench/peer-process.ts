/** cua-driver in a process of its own, spoken to a line at a time; its telemetry is off. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const bench = process.env.OFFHAND_BENCH ?? 'bench';

export interface Peer<Answer> {
  call(tool: string, input: object): Promise<Answer>;
  readonly child: ChildProcess;
}

/** Longer than any call takes that ever comes back. */
const ANSWER_MS = 60_000;

/** `Answer` is what `peer.mjs` prints for a call. One that does not answer in time is ended, and every call to it an error. */
export function startPeer<Answer>(env: Record<string, string>): Peer<Answer> {
  const child = spawn(process.execPath, [join(bench, 'peer.mjs')], {
    env: { ...env, CUA_TELEMETRY_ENABLED: 'false', CUA_DRIVER_TELEMETRY: '0' },
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: bench,
  });
  const waiting: ((line: string) => void)[] = [];
  const failure = (error: string) => JSON.stringify({ ms: ANSWER_MS, error });
  createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => waiting.shift()?.(line));
  child.stdin?.on('error', () => {}); // it ended; its answers say so
  child.on('exit', () => {
    for (const answer of waiting.splice(0)) answer(failure('the peer ended'));
  });
  return {
    child,
    call: (tool, input) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => child.kill('SIGKILL'), ANSWER_MS);
        const answer = (line: string) => {
          clearTimeout(timer);
          resolve(JSON.parse(line));
        };
        if (child.exitCode !== null || child.signalCode !== null) return answer(failure('the peer ended'));
        waiting.push(answer);
        child.stdin?.write(`${JSON.stringify({ tool, input })}\n`);
      }),
  };
}
