// An agent in a process of its own, to be killed while it acts.
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Desktop } from '../../support/desktop.js';
import type { Child } from '../../support/parts/child.js';

const bundle = (entry: string, outfile: string, format: 'esm' | 'cjs' = 'esm') =>
  build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format, target: 'node20', logLevel: 'error' });

export type StartAgent = (windowId: number, widgets: unknown, ...mode: string[]) => Child;

/** How to start one, with or without the guardian that cleans up after it. */
export async function killableAgent(desktop: Desktop, guarded = true): Promise<StartAgent> {
  const [child, guardian] = [join(desktop.dir, 'agent.mjs'), join(desktop.dir, 'guardian.mjs')];
  await bundle('test/apps/seat/endless-agent.ts', child);
  await bundle('src/backends/x11/seat/person/person-hands-thread.ts', join(desktop.dir, 'person-hands.cjs'), 'cjs');
  if (guarded) await bundle('src/bin/seat-guardian.ts', guardian);
  return (windowId, widgets, ...mode) => {
    const args = [child, desktop.display, String(windowId), JSON.stringify(widgets), journalOf(desktop), guardian, ...mode];
    return desktop.runApp(process.execPath, args);
  };
}

export const journalOf = ({ dir }: Desktop): string => join(dir, 'journal');
