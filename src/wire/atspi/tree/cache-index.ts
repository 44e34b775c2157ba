import type { CacheItem } from '../objects/cache.js';
import { type AtspiRef, refKey } from '../ref.js';
import { INTERFACE_BITS } from '../tables/interfaces.js';
import type { Knowledge } from './knowledge.js';
import type { NodeFacts } from './node.js';

/** Answers from one Cache.GetItems sweep, and knows which of them can be trusted. */
export class CacheIndex implements Knowledge {
  readonly #items = new Map<string, CacheItem>();
  readonly #children = new Map<string, CacheItem[]>();

  constructor(items: readonly CacheItem[]) {
    for (const item of items) {
      this.#items.set(refKey(item.ref), item);
      const parent = refKey(item.parent);
      const siblings = this.#children.get(parent);
      if (siblings) siblings.push(item);
      else this.#children.set(parent, [item]);
    }
  }

  get size(): number {
    return this.#items.size;
  }

  remembered(): undefined {
    return undefined;
  }

  likelyChildren(): undefined {
    return undefined;
  }

  facts(ref: AtspiRef): NodeFacts | undefined {
    const item = this.#items.get(refKey(ref));
    if (!item) return undefined;
    const { role, name, description, states, interfaces, childCount } = item;
    return { role, name, description, states, interfaces, childCount };
  }

  /**
   * The children in order, or undefined when only the application itself can tell: GTK 3 gives
   * menus, lists and tables a count of -1 and caches no cells, GTK 4 caches only what was asked for before.
   */
  children(ref: AtspiRef): readonly AtspiRef[] | undefined {
    const key = refKey(ref);
    const count = this.#items.get(key)?.childCount;
    if (count === undefined || count < 0) return undefined;
    const cached = this.#children.get(key) ?? [];
    if (cached.length < count) return undefined;
    const ordered = new Map<number, AtspiRef | undefined>();
    for (const item of cached) {
      // A GTK 3 stack counts only the page shown, while its hidden pages stay in the cache and claim their places.
      if (item.indexInParent >= count || (item.indexInParent >= 0 && ordered.has(item.indexInParent))) return undefined;
      ordered.set(item.indexInParent, this.#unwrap(item));
    }
    const children: AtspiRef[] = [];
    for (let index = 0; index < count; index++) {
      const child = ordered.get(index);
      if (!child) return undefined;
      children.push(child);
    }
    return children;
  }

  /** GTK 4 caches the pages of stacks and notebooks, which its own lists of children pass over. */
  #unwrap(item: CacheItem): AtspiRef | undefined {
    if (item.interfaces !== INTERFACE_BITS.Accessible || item.childCount !== 1) return item.ref;
    return this.#children.get(refKey(item.ref))?.[0]?.ref;
  }
}
