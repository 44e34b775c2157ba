// A real engine without a desktop: waiting touches no application, and rules may still speak about it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine, type RunningEngine } from '../../../src/bin/create-engine.js';

export interface Headless extends AsyncDisposable {
  readonly engine: RunningEngine;
  readonly home: string;
}

/** Sessions named cua-careful are asked about, those named cua-banned are denied. */
const policy = `[cua.policy]
first_time_per_app_approval = false
[[cua.policy.rule]]
match = { session = "cua-careful" }
decision = "ask"
reason = "careful ones are asked about"
[[cua.policy.rule]]
match = { session = "cua-banned" }
decision = "deny"
`;

export function headlessEngine(): Headless {
  const home = mkdtempSync(join(tmpdir(), 'offhand-headless-'));
  writeFileSync(join(home, 'policy.toml'), policy);
  const engine = createEngine({ OFFHAND_HOME: home, PATH: process.env.PATH });
  return {
    engine,
    home,
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export const waitOp = (subAgent?: string, durationMs = 0) => ({
  op: { kind: 'wait', duration_ms: durationMs },
  ...(subAgent ? { sub_agent: subAgent } : {}),
});
