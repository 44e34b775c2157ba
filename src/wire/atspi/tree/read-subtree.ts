import { monotonicMs } from '../../../kit/clock.js';
import type { AtspiBus } from '../invoke.js';
import { getChildren, getRole, getState } from '../objects/accessible.js';
import { getCacheItems } from '../objects/cache.js';
import { type AtspiRef, ROOT_PATH, sameRef } from '../ref.js';
import { type RoleName, roleName } from '../tables/roles.js';
import type { StateSet } from '../tables/states.js';
import { CacheIndex } from './cache-index.js';
import { type Knowledge, NOTHING_KNOWN } from './knowledge.js';
import type { TreeNode } from './node.js';
import type { RoleSamples } from './role-samples.js';
import { abortable, isFatal, sweep } from './sweep.js';
import { type CutReason, Walker, type WalkPlan } from './walker.js';

export interface ReadOptions {
  readonly maxNodes?: number;
  readonly maxDepth?: number;
  readonly maxChildren?: number;
  readonly budgetMs?: number;
  /** Use Cache.GetItems where the application offers it. */
  readonly useCache?: boolean;
  /** Also read menus and popups the application keeps as top-levels of their own. */
  readonly popups?: boolean;
  readonly descend?: (node: TreeNode) => boolean;
  readonly signal?: AbortSignal;
  /** Reads what is off screen with fewer calls. */
  readonly samples?: RoleSamples | undefined;
}

export interface Subtree {
  readonly root: TreeNode;
  readonly popups: readonly TreeNode[];
  readonly nodeCount: number;
  /** Objects that had to be asked one by one. */
  readonly askedCount: number;
  /** Why the tree is not whole; empty when it is. */
  readonly cuts: readonly CutReason[];
  /** Keys of nodes that named children which were gone when asked. */
  readonly vanishedUnder: ReadonlySet<string>;
}

const DEFAULTS = { maxNodes: 20_000, maxDepth: 200, maxChildren: 1000, budgetMs: 5000 } as const;

/** The tree below one object, usually a window. A hung application is a DBusTimeout after one call's bound. */
export function readSubtree(at: AtspiBus, root: AtspiRef, options: ReadOptions = {}): Promise<Subtree> {
  const work = async () => {
    const knowledge = options.useCache === false ? NOTHING_KNOWN : await loadCache(at, root, options.budgetMs);
    return walkTrees(at, root, knowledge, options);
  };
  return abortable(work(), options.signal);
}

/**
 * One sweep of the application's cache. The window is asked first: once it answered the
 * application is alive, and a large cache may take as long as the whole read may.
 */
export async function loadCache(at: AtspiBus, root: AtspiRef, budgetMs: number = DEFAULTS.budgetMs): Promise<Knowledge> {
  const alive = getState(at, root);
  const items = getCacheItems({ bus: at.bus, timeoutMs: budgetMs }, root.bus);
  // Not waited for when the window does not answer.
  items.catch(() => {});
  await alive;
  const answered = await items;
  return answered && answered.length > 0 ? new CacheIndex(answered) : NOTHING_KNOWN;
}

export async function walkTrees(at: AtspiBus, root: AtspiRef, knowledge: Knowledge, options: ReadOptions): Promise<Subtree> {
  const plan: WalkPlan = {
    knowledge,
    maxNodes: options.maxNodes ?? DEFAULTS.maxNodes,
    maxDepth: options.maxDepth ?? DEFAULTS.maxDepth,
    maxChildren: options.maxChildren ?? DEFAULTS.maxChildren,
    deadline: monotonicMs() + (options.budgetMs ?? DEFAULTS.budgetMs),
    descend: options.descend ?? (() => true),
    signal: options.signal,
    samples: options.samples,
  };
  const walker = new Walker(at, plan);
  const tree = await walker.walk(root);
  const popups = options.popups && !walker.cuts.has('time') ? await walkPopups(at, root, walker) : [];
  const { nodeCount, askedCount, vanishedUnder } = walker;
  return { root: tree, popups, nodeCount, askedCount, vanishedUnder, cuts: [...walker.cuts] };
}

async function walkPopups(at: AtspiBus, window: AtspiRef, walker: Walker): Promise<TreeNode[]> {
  const popups: TreeNode[] = [];
  for (const ref of await findPopups(at, window)) {
    try {
      popups.push(await walker.walk(ref));
    } catch (error) {
      // Popups close at any moment; only what concerns the whole application matters.
      if (isFatal(error)) throw error;
    }
  }
  return popups;
}

const POPUP_ROLES: ReadonlySet<RoleName> = new Set(['window', 'menu', 'popup menu', 'tool tip', 'list', 'list box', 'combo box']);

/** Top-levels of the same application that are shown and are no windows of their own. */
export async function findPopups(at: AtspiBus, window: AtspiRef): Promise<AtspiRef[]> {
  const topLevels = (await getChildren(at, { bus: window.bus, path: ROOT_PATH })).filter((ref) => !sameRef(ref, window));
  const { results } = await sweep(
    topLevels,
    async (ref): Promise<[number, StateSet]> => Promise.all([getRole(at, ref), getState(at, ref)]),
  );
  return topLevels.filter((_, index) => {
    const answer = results[index];
    return answer !== undefined && POPUP_ROLES.has(roleName(answer[0])) && answer[1].has('showing');
  });
}
