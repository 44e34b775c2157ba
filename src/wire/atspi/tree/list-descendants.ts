import { monotonicMs } from '../../../kit/clock.js';
import type { AtspiBus } from '../invoke.js';
import { getChildren } from '../objects/accessible.js';
import { type AtspiRef, refKey } from '../ref.js';
import type { CacheIndex } from './cache-index.js';
import { sweep } from './sweep.js';

interface Limits {
  readonly maxNodes: number;
  readonly budgetMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Names every object below `root` that `cache` does not hold yet, level by level. GTK 4 puts an object into its cache when
 * somebody is told of it, so after this one sweep of the cache has them all, which is a sixth of the calls that asking each
 * would take; and all of them from the start where somebody has looked before. True when something new was named.
 */
export async function listDescendants(
  at: AtspiBus,
  root: AtspiRef,
  cache: CacheIndex,
  { maxNodes, budgetMs, signal }: Limits,
): Promise<boolean> {
  const deadline = monotonicMs() + budgetMs;
  const seen = new Set([refKey(root)]);
  let isNews = cache.facts(root) === undefined;
  let level: readonly AtspiRef[] = [root];
  while (level.length > 0 && seen.size < maxNodes && monotonicMs() < deadline) {
    const unlisted: AtspiRef[] = [];
    const children: AtspiRef[] = [];
    const add = (refs: readonly AtspiRef[]) => {
      for (const ref of refs) {
        const key = refKey(ref);
        if (seen.has(key) || seen.size >= maxNodes) continue;
        seen.add(key);
        children.push(ref);
        isNews ||= cache.facts(ref) === undefined;
      }
    };
    for (const ref of level) {
      const known = cache.children(ref);
      if (known) add(known);
      else unlisted.push(ref);
    }
    const { results } = await sweep(unlisted, (ref) => getChildren(at, ref), signal ? { signal } : {});
    for (const refs of results) add(refs ?? []);
    level = children;
  }
  return isNews;
}
