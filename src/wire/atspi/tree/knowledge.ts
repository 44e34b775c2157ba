import type { AtspiRef } from '../ref.js';
import type { NodeFacts, TreeNode } from './node.js';

/** What is known about objects without asking them. */
export interface Knowledge {
  /** Facts that hold; undefined means the object must be asked. */
  facts(ref: AtspiRef, parent: TreeNode | undefined): NodeFacts | undefined;
  /** Facts that may have changed; they save asking for what never does. */
  remembered(ref: AtspiRef): NodeFacts | undefined;
  /** The children in order; undefined means the object must be asked. */
  children(node: TreeNode): readonly AtspiRef[] | undefined;
  /** Children that are doubted but too many to be listed for that. */
  likelyChildren(node: TreeNode): LikelyChildren | undefined;
}

/** They hold as long as the witnesses among them still stand in their places. */
export interface LikelyChildren {
  readonly children: readonly AtspiRef[];
  /** Places of those that may have changed, and of the last, which moves when any before it comes or goes. */
  readonly witnesses: readonly number[];
}

export const NOTHING_KNOWN: Knowledge = {
  facts: () => undefined,
  remembered: () => undefined,
  children: () => undefined,
  likelyChildren: () => undefined,
};
