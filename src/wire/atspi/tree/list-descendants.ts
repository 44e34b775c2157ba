import { monotonicMs } from '../../../kit/clock.js';
import type { AtspiBus } from '../invoke.js';
import { getChildren } from '../objects/accessible.js';
import { type AtspiRef, refKey } from '../ref.js';
import { sweep } from './sweep.js';

interface Limits {
  readonly maxNodes: number;
  readonly budgetMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Names every object below `root` once, level by level. GTK 4 puts an object into its cache when somebody is told of it, so
 * after this one sweep of the cache has them all, which is a sixth of the calls that asking each would take.
 */
export async function listDescendants(at: AtspiBus, root: AtspiRef, { maxNodes, budgetMs, signal }: Limits): Promise<number> {
  const deadline = monotonicMs() + budgetMs;
  const seen = new Set([refKey(root)]);
  let level: readonly AtspiRef[] = [root];
  while (level.length > 0 && seen.size < maxNodes && monotonicMs() < deadline) {
    const { results } = await sweep(level, (ref) => getChildren(at, ref), signal ? { signal } : {});
    const next: AtspiRef[] = [];
    for (const child of results.flatMap((children) => children ?? [])) {
      const key = refKey(child);
      if (seen.has(key) || seen.size >= maxNodes) continue;
      seen.add(key);
      next.push(child);
    }
    level = next;
  }
  return seen.size;
}
