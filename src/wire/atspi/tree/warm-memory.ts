import { type AtspiRef, refKey } from '../ref.js';
import type { DirtyMarks } from './dirty-log.js';
import type { Knowledge, LikelyChildren } from './knowledge.js';
import { type NodeFacts, preorder, shownState, type TreeNode } from './node.js';

/**
 * How much of a remembered tree is believed.
 * `events`: everything not announced as changed. `shown`: besides, what is on screen or borders
 * on it is confirmed. `shown-with-children`: besides, the children on screen are listed anew.
 */
export type Trust = 'events' | 'shown' | 'shown-with-children';

export interface WarmSources {
  readonly marks: Pick<DirtyMarks, 'facts' | 'children'>;
  readonly trust: Trust;
  /** What was learned just now, believed before memory. */
  readonly fresh: Knowledge;
  /** Where given, only these are doubted although they are on screen. */
  readonly suspects?: ReadonlySet<string> | undefined;
}

/** Chromium takes 90 ms to list 2,000 children, each of which it finds by counting from the first. */
const MANY_CHILDREN = 100;

/** The last tree of a window as knowledge for the next walk. */
export class WarmMemory {
  readonly #nodes = new Map<string, TreeNode>();
  readonly #shown: 'showing' | 'visible';

  constructor(trees: readonly TreeNode[]) {
    for (const tree of trees) for (const node of preorder(tree)) this.#nodes.set(refKey(node), node);
    const [root] = trees;
    this.#shown = root ? shownState(root) : 'showing';
  }

  parentOf(key: string): AtspiRef | undefined {
    return this.#nodes.get(key)?.parent;
  }

  /** How many nodes trusting `shown` would ask. */
  countNearScreen(suspects?: ReadonlySet<string>): number {
    let count = 0;
    for (const [key, node] of this.#nodes) if (isDoubted(key, suspects) && this.#isNearScreen(node, node.parent)) count++;
    return count;
  }

  believe(sources: WarmSources): Knowledge {
    const { marks, fresh } = sources;
    return {
      facts: (ref, parent) => this.#facts(ref, parent, sources),
      remembered: (ref) => {
        const key = refKey(ref);
        const before = marks.facts.has(key) ? undefined : this.#nodes.get(key);
        return before?.isThin ? undefined : before;
      },
      children: (node) => fresh.children(node) ?? this.#children(node, sources),
      likelyChildren: (node) => this.#likelyChildren(node, sources),
    };
  }

  #facts(ref: AtspiRef, parent: TreeNode | undefined, { marks, trust, fresh, suspects }: WarmSources): NodeFacts | undefined {
    const key = refKey(ref);
    const before = this.#nodes.get(key);
    const item = fresh.facts(ref, parent);
    // The cache withholds the count of menus and tables, which memory has.
    if (item) return item.childCount < 0 && before ? { ...item, childCount: before.childCount } : item;
    if (!before || marks.facts.has(key) || marks.children.has(key)) return undefined;
    const isDubious = trust !== 'events' && isDoubted(key, suspects) && this.#isNearScreen(before, parent);
    return isDubious ? undefined : factsOf(before);
  }

  #children(node: TreeNode, { marks, trust, fresh, suspects }: WarmSources): readonly AtspiRef[] | undefined {
    const key = refKey(node);
    const before = this.#nodes.get(key);
    if (!before || marks.children.has(key) || before.childCount !== node.childCount) return undefined;
    if (trust !== 'events' && isDoubted(key, suspects) && node.states.has(this.#shown)) {
      // Children the cache cannot tell are replaced unannounced, such as the document of another tab.
      const isGapInCache = fresh.facts(node, node.parent) !== undefined;
      if (trust === 'shown-with-children' || isGapInCache) return undefined;
    }
    return before.children;
  }

  #likelyChildren(node: TreeNode, { marks, suspects }: WarmSources): LikelyChildren | undefined {
    const key = refKey(node);
    const before = this.#nodes.get(key);
    if (!before || !suspects || marks.children.has(key) || before.childCount !== node.childCount) return undefined;
    const { children } = before;
    if (children.length < MANY_CHILDREN) return undefined;
    const isWitness = (child: TreeNode, index: number): boolean => index === children.length - 1 || suspects.has(refKey(child));
    return { children, witnesses: children.flatMap((child, index) => (isWitness(child, index) ? [index] : [])) };
  }

  /** On screen when last seen, or below something that is now: the only places where an unannounced change matters. */
  #isNearScreen(remembered: TreeNode, parent: TreeNode | undefined): boolean {
    return parent === undefined || parent.states.has(this.#shown) || remembered.states.has(this.#shown);
  }
}

const isDoubted = (key: string, suspects: ReadonlySet<string> | undefined): boolean => suspects === undefined || suspects.has(key);

function factsOf({ role, name, description, states, interfaces, childCount, isThin }: TreeNode): NodeFacts {
  return { role, name, description, states, interfaces, childCount, isThin };
}
