// The product under test, in process, on a test's own desktop and with a home of its own.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
// Loaded on first use, and compiled then where nothing is built: a first act would wait for that, and what guards the person too.
import '../../src/backends/x11/backend.js';
import { createEngine, type RunningEngine } from '../../src/bin/create-engine.js';
import type { ToolInput, ToolName, ToolOutput } from '../../src/sdk/index.js';
import { localDriver } from '../../src/transport/driver.js';
import type { Fixture } from '../support/apps.js';
import type { Desktop } from '../support/desktop.js';

export interface Product extends AsyncDisposable {
  readonly engine: RunningEngine;
  readonly home: string;
  call<N extends ToolName>(tool: N, input: ToolInput<N>, signal?: AbortSignal): Promise<ToolOutput<N>>;
  /** Arguments that name a fixture's window. */
  at(fixture: Pick<Fixture, 'pid' | 'windowId'>): { pid: number; window_id: number };
}

const permissive = '[cua.policy]\nfirst_time_per_app_approval = false\nallow_foreground = true\nallow_javascript = true\n';

export interface ProductOptions {
  session?: string;
  policy?: string;
  /** Settings on disk; the agent cursor is off unless asked for. */
  config?: Readonly<Record<string, unknown>>;
}

export function startProduct(desktop: Desktop, { session = 'test', policy = permissive, config = {} }: ProductOptions = {}): Product {
  const home = join(desktop.dir, `offhand-${session}`);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'policy.toml'), policy);
  writeFileSync(join(home, 'config.json'), JSON.stringify({ overlay: false, ...config }));
  const engine = createEngine({ ...desktop.env, OFFHAND_HOME: home });
  const driver = localDriver(engine, { client: 'test', session });
  return {
    engine,
    home,
    // The registry gives each tool its own types; calling by name loses them, the signature puts them back.
    call: (tool, input, signal) => driver.call(tool, input, { signal }) as Promise<ToolOutput<typeof tool>>,
    at: ({ pid, windowId }) => ({ pid, window_id: windowId }),
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}
