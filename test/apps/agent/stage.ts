// A private desktop started by the product itself, with what the fixtures and oracles need to work on it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDesktop } from '../../../src/stage/start.js';
import { stopDesktop } from '../../../src/stage/stop.js';
import type { Desktop } from '../../support/desktop.js';
import { type Child, capture, startChild } from '../../support/parts/child.js';
import { findWindows } from '../../support/parts/windows.js';
import { until } from '../../support/until.js';

export interface AgentStage extends AsyncDisposable {
  /** OFFHAND_HOME of the commands under test. */
  readonly home: string;
  readonly name: string;
  readonly desktop: Desktop;
}

const name = 'agents';

export async function openAgentStage(): Promise<AgentStage> {
  const home = mkdtempSync(join(tmpdir(), 'oh-agent-'));
  const registryDir = join(home, 'desktops');
  const stage = await startDesktop({ name, registryDir, size: { width: 1280, height: 900 } });
  const env = { ...stage.env };
  const children: Child[] = [];
  const runApp: Desktop['runApp'] = (command, args = [], run = {}) => {
    const { env: more = {}, ...rest } = run;
    const logFile = join(home, `${children.length}-${command.split('/').at(-1)}.log`);
    const child = startChild(command, args, { ...rest, env: { ...env, ...more }, logFile });
    children.push(child);
    return child;
  };
  const dispose = async () => {
    for (const child of children.reverse()) await child.kill();
    await stopDesktop(name, registryDir);
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  };
  const desktop = {
    display: stage.display,
    env,
    wm: 'openbox',
    dir: home,
    size: stage.size,
    runApp,
    run: (command: string, ...args: string[]) => capture(command, args, env),
    waitForWindow: (query: Parameters<Desktop['waitForWindow']>[0], timeoutMs = 30_000) =>
      until(async () => (await findWindows(query, 'openbox', env))[0], {
        what: `a window with ${JSON.stringify(query)}`,
        timeoutMs,
        intervalMs: 30,
      }),
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
  // The processes of a test's own desktop have no counterpart here; nothing that runs on a stage asks for them.
  return { home, name, desktop: desktop as unknown as AgentStage['desktop'], [Symbol.asyncDispose]: dispose };
}
