import { after, monotonicMs } from '../../../kit/clock.js';
import type { AtspiBus } from '../invoke.js';
import { type AtspiRef, isNullRef, refKey } from '../ref.js';
import { askChildren, confirmChildren } from './child-refs.js';
import type { Knowledge } from './knowledge.js';
import type { NodeFacts, TreeNode } from './node.js';
import { confirmFacts, fetchFacts, fetchThinFacts } from './node-facts.js';
import type { RoleSamples } from './role-samples.js';
import { isFatal } from './sweep.js';

export interface WalkPlan {
  readonly knowledge: Knowledge;
  readonly maxNodes: number;
  readonly maxDepth: number;
  /** Of a node with more children only the first so many are read. */
  readonly maxChildren: number;
  /** Monotonic time at which the walk ends with what it has. */
  readonly deadline: number;
  /** False for nodes whose children are not wanted. */
  readonly descend: (node: TreeNode) => boolean;
  readonly signal: AbortSignal | undefined;
  /** Given where objects off screen may be read with fewer calls. */
  readonly samples: RoleSamples | undefined;
}

export type CutReason = 'nodes' | 'depth' | 'children' | 'time';

/** One object and the place its parent gave it. */
interface Visit {
  readonly ref: AtspiRef;
  readonly parent: TreeNode;
  readonly index: number;
}

const OBJECTS_AT_ONCE = 48;

/**
 * Builds nodes breadth first, asking only what is not known, many objects at a time.
 * An object is visited once, however often the tree names it.
 */
export class Walker {
  readonly cuts = new Set<CutReason>();
  /** Keys of nodes that named a child which could not be read. */
  readonly vanishedUnder = new Set<string>();
  readonly #visited = new Set<string>();
  readonly #queue: Visit[] = [];
  #head = 0;
  #asked = 0;
  #stopped = false;

  constructor(
    private readonly at: AtspiBus,
    private readonly plan: WalkPlan,
  ) {}

  get nodeCount(): number {
    return this.#visited.size;
  }

  /** How many objects had to be asked something. */
  get askedCount(): number {
    return this.#asked;
  }

  /** The tree below `ref`; an error when the root itself cannot be read. */
  async walk(ref: AtspiRef): Promise<TreeNode> {
    this.#visited.add(refKey(ref));
    const facts = this.plan.knowledge.facts(ref, undefined) ?? (await this.#askFacts(ref));
    const root = makeNode(ref, facts, undefined);
    await this.#open(root);
    await this.#drain();
    dropHoles(root);
    return root;
  }

  #drain(): Promise<void> {
    let active = 0;
    return new Promise<void>((resolve, reject) => {
      const finish = (settle: () => void) => {
        this.#stopped = true;
        timer.cancel();
        settle();
      };
      const timer = after(Math.max(0, this.plan.deadline - monotonicMs()), () => {
        this.cuts.add('time');
        finish(resolve);
      });
      const pump = () => {
        if (this.plan.signal?.aborted) finish(() => reject(this.plan.signal?.reason));
        while (!this.#stopped && active < OBJECTS_AT_ONCE && this.#head < this.#queue.length) {
          const visit = this.#queue[this.#head++];
          const pending = visit && this.#visit(visit);
          if (!pending) continue;
          active++;
          pending.then(
            () => {
              active--;
              pump();
            },
            (error) => finish(() => reject(error)),
          );
        }
        if (active === 0 && this.#head >= this.#queue.length) finish(resolve);
      };
      this.#stopped = false;
      pump();
    });
  }

  /** Undefined when nothing had to be asked, so that known parts take no turn of the event loop. */
  #visit(visit: Visit): Promise<void> | undefined {
    const known = this.plan.knowledge.facts(visit.ref, visit.parent);
    const pending = known ? this.#open(this.#attach(visit, known)) : this.#visitByAsking(visit);
    // A vanished object is left out; an application that hangs ends the walk.
    return pending?.catch((error) => {
      if (isFatal(error)) throw error;
      this.vanishedUnder.add(refKey(visit.parent));
    });
  }

  async #visitByAsking(visit: Visit): Promise<void> {
    const facts = await this.#askFacts(visit.ref);
    if (!this.#stopped) await this.#open(this.#attach(visit, facts));
  }

  #attach({ ref, parent, index }: Visit, facts: NodeFacts): TreeNode {
    const node = makeNode(ref, facts, parent);
    parent.children[index] = node;
    return node;
  }

  #open(node: TreeNode): Promise<void> | undefined {
    const isLeaf = node.childCount === 0 && node.parent !== undefined;
    if (isLeaf || !this.plan.descend(node)) return undefined;
    if (node.depth >= this.plan.maxDepth) {
      this.cuts.add('depth');
      return undefined;
    }
    const known = this.plan.knowledge.children(node);
    if (known) this.#enqueue(node, known);
    else return this.#openByAsking(node);
    return undefined;
  }

  async #openByAsking(node: TreeNode): Promise<void> {
    this.#asked++;
    const likely = this.plan.knowledge.likelyChildren(node);
    const refs = (likely && (await confirmChildren(this.at, likely))) ?? (await askChildren(this.at, node, this.plan.maxChildren));
    if (!this.#stopped || node.parent === undefined) this.#enqueue(node, refs);
  }

  #enqueue(parent: TreeNode, refs: readonly AtspiRef[]): void {
    const { maxChildren, maxNodes } = this.plan;
    if (Math.max(parent.childCount, refs.length) > maxChildren) this.cuts.add('children');
    let index = 0;
    for (const ref of refs) {
      const key = refKey(ref);
      if (isNullRef(ref) || this.#visited.has(key)) continue;
      if (index >= maxChildren) return;
      if (this.#visited.size >= maxNodes) {
        this.cuts.add('nodes');
        return;
      }
      this.#visited.add(key);
      this.#queue.push({ ref, parent, index: index++ });
    }
  }

  #askFacts(ref: AtspiRef): Promise<NodeFacts> {
    this.#asked++;
    const { knowledge, samples } = this.plan;
    const remembered = knowledge.remembered(ref);
    if (remembered) return confirmFacts(this.at, ref, remembered);
    return samples ? fetchThinFacts(this.at, ref, samples) : fetchFacts(this.at, ref);
  }
}

function makeNode(ref: AtspiRef, facts: NodeFacts, parent: TreeNode | undefined): TreeNode {
  const { role, name, description, states, interfaces, childCount, isThin } = facts;
  const { bus, path } = ref;
  const depth = parent ? parent.depth + 1 : 0;
  return { bus, path, key: refKey(ref), role, name, description, states, interfaces, childCount, isThin, parent, depth, children: [] };
}

/** Children that vanished while being read leave holes in the arrays. */
function dropHoles(root: TreeNode): void {
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    node.children = node.children.filter((child) => child !== undefined);
    for (const child of node.children) stack.push(child);
  }
}
