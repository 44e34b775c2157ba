/** cua-driver in a process of its own, spoken to a line at a time; its telemetry is off. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const bench = process.env.OFFHAND_BENCH ?? 'bench';

export interface Peer<Answer> {
  call(tool: string, input: object): Promise<Answer>;
  readonly child: ChildProcess;
}

/** `Answer` is what `peer.mjs` prints for a call. */
export function startPeer<Answer>(env: Record<string, string>): Peer<Answer> {
  const child = spawn(process.execPath, [join(bench, 'peer.mjs')], {
    env: { ...env, CUA_TELEMETRY_ENABLED: 'false', CUA_DRIVER_TELEMETRY: '0' },
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: bench,
  });
  const waiting: ((line: string) => void)[] = [];
  createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => waiting.shift()?.(line));
  return {
    child,
    call: (tool, input) =>
      new Promise((resolve) => {
        waiting.push((line) => resolve(JSON.parse(line)));
        child.stdin?.write(`${JSON.stringify({ tool, input })}\n`);
      }),
  };
}
