import type { AtspiClient } from '../client.js';
import type { AtspiBus } from '../invoke.js';
import type { AtspiRef } from '../ref.js';
import { CacheIndex } from './cache-index.js';
import { DirtyLog } from './dirty-log.js';
import { type Knowledge, NOTHING_KNOWN } from './knowledge.js';
import { listDescendants } from './list-descendants.js';
import { loadCache, type ReadOptions, type Subtree, walkTrees } from './read-subtree.js';
import { RoleSamples } from './role-samples.js';
import { abortable } from './sweep.js';
import { TREE_EVENTS, watchTree } from './tree-events.js';
import { type Trust, WarmMemory } from './warm-memory.js';

export interface WarmOptions extends Omit<ReadOptions, 'signal' | 'samples'> {
  /** As Application.ToolkitName says; decides how far its events are believed. */
  readonly toolkit?: string;
  /** Spends few calls on what is not on screen. */
  readonly thrifty?: boolean;
}

export interface RefreshOptions {
  /** `events` believes the toolkit to announce all changes: cheapest, and wrong where it does not. */
  readonly verify?: 'shown' | 'events';
  readonly signal?: AbortSignal;
  /** Takes the questions instead of the bus; events still come over that. */
  readonly via?: AtspiBus;
  /** Keys of objects that may have changed unannounced; all that are on screen when left out. */
  readonly suspects?: ReadonlySet<string> | undefined;
}

/** GTK 3 announces every child that comes or goes; Qt 5, GTK 4.8 and Chromium do not. */
const ANNOUNCES_CHILDREN: ReadonlySet<string> = new Set(['gtk']);

/** Toolkits that put into their cache whatever somebody was told of. */
const CACHES_WHAT_IS_NAMED: ReadonlySet<string> = new Set(['GTK']);

/** Confirming one node takes four calls; in that time the cache gives about this many items. */
const CACHE_ITEMS_PER_NODE = 6;

/** Objects may vanish while they are being read; after so many rounds the rest is left to the next refresh. */
const MAX_ROUNDS = 3;

/**
 * The tree of one window, kept across reads: the first read is whole, later ones ask for what
 * the application announced as changed and confirm what is on screen.
 */
export class WarmTree {
  readonly #log = new DirtyLog();
  #memory: WarmMemory | undefined;
  #cacheSize = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #stopWatching: () => void = () => {};
  readonly #samples: RoleSamples | undefined;

  private constructor(
    private readonly at: AtspiClient,
    readonly root: AtspiRef,
    private readonly options: WarmOptions,
  ) {
    this.#samples = options.thrifty ? RoleSamples.for(options.toolkit) : undefined;
  }

  static async open(at: AtspiClient, root: AtspiRef, options: WarmOptions = {}): Promise<WarmTree> {
    const tree = new WarmTree(at, root, options);
    const [stop] = await Promise.all([
      watchTree(at.bus, root.bus, tree.#log, (key) => tree.#memory?.parentOf(key)),
      at.events.register(TREE_EVENTS),
    ]);
    tree.#stopWatching = stop;
    return tree;
  }

  /** Whether the application announced a change since the last refresh. */
  get hasAnnouncedChange(): boolean {
    return !this.#log.isEmpty;
  }

  /** The tree as it is now; refreshes wait for one another. */
  refresh(options: RefreshOptions = {}): Promise<Subtree> {
    const read = this.#turn.then(() => {
      options.signal?.throwIfAborted();
      return this.#refresh(options);
    });
    this.#turn = read.catch(() => {});
    return abortable(read, options.signal);
  }

  /** Makes the next refresh a whole read. */
  forget(): void {
    this.#memory = undefined;
  }

  close(): void {
    this.#stopWatching();
    this.forget();
  }

  async #refresh({ verify = 'shown', signal, via = this.at, suspects }: RefreshOptions): Promise<Subtree> {
    const marks = this.#log.take();
    const memory = marks.overflown ? undefined : this.#memory;
    const options: ReadOptions = { ...this.options, samples: this.#samples, ...(signal ? { signal } : {}) };
    try {
      const fresh = memory ? await this.#sweepCache(memory, verify, suspects) : await this.#wholeCache(options);
      const knowledge = memory ? memory.believe({ marks, trust: this.#trust(verify), fresh, suspects }) : fresh;
      return await this.#settle(via, await walkTrees(via, this.root, knowledge, options), options);
    } catch (error) {
      this.#log.restore(marks);
      throw error;
    }
  }

  /** Parents that named vanished children are asked again, and nothing else is. */
  async #settle(via: AtspiBus, first: Subtree, options: ReadOptions): Promise<Subtree> {
    let subtree = first;
    for (let round = 1; ; round++) {
      this.#memory = new WarmMemory([subtree.root, ...subtree.popups]);
      const { vanishedUnder } = subtree;
      if (vanishedUnder.size === 0) return subtree;
      const marks = { facts: new Set<string>(), children: vanishedUnder, overflown: false };
      if (round >= MAX_ROUNDS) {
        this.#log.restore(marks);
        return subtree;
      }
      const knowledge = this.#memory.believe({ marks, trust: 'events', fresh: NOTHING_KNOWN });
      const next = await walkTrees(via, this.root, knowledge, options);
      subtree = { ...next, askedCount: subtree.askedCount + next.askedCount };
    }
  }

  #trust(verify: 'shown' | 'events'): Trust {
    if (verify === 'events') return 'events';
    return ANNOUNCES_CHILDREN.has(this.options.toolkit ?? '') ? 'shown' : 'shown-with-children';
  }

  /** The cache with all that is in the window, where the application can be brought to put it there. */
  async #wholeCache({ maxNodes = 20_000, budgetMs = 5000, signal }: ReadOptions): Promise<Knowledge> {
    const cache = await this.#sweepCache(undefined, 'shown');
    if (this.options.useCache === false || !CACHES_WHAT_IS_NAMED.has(this.options.toolkit ?? '')) return cache;
    const known = cache instanceof CacheIndex ? cache : new CacheIndex([]);
    const isMore = await listDescendants(this.at, this.root, known, { maxNodes, budgetMs: budgetMs / 2, signal });
    return isMore ? this.#sweepCache(undefined, 'shown') : cache;
  }

  /** One sweep of the cache, where that costs less than confirming node by node. */
  async #sweepCache(memory: WarmMemory | undefined, verify: 'shown' | 'events', suspects?: ReadonlySet<string>): Promise<Knowledge> {
    if (this.options.useCache === false || (memory && verify === 'events')) return NOTHING_KNOWN;
    if (memory && this.#cacheSize > memory.countNearScreen(suspects) * CACHE_ITEMS_PER_NODE) return NOTHING_KNOWN;
    const knowledge = await loadCache(this.at, this.root, this.options.budgetMs);
    this.#cacheSize = knowledge instanceof CacheIndex ? knowledge.size : 0;
    return knowledge;
  }
}
