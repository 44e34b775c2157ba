import type { AtspiBus } from '../invoke.js';
import { getChildAtIndex, getChildCount, getChildren, getIndexInParent } from '../objects/accessible.js';
import type { AtspiRef } from '../ref.js';
import type { LikelyChildren } from './knowledge.js';
import type { TreeNode } from './node.js';
import { isFatal, sweep } from './sweep.js';

/** Listing a few too many is cheaper than asking for each by its index. */
const FEW_MORE = 4;

/**
 * The first children of a node, at most `limit`. A list of thousands is asked for by index, so
 * that the toolkit need not make an object for every row.
 */
export async function askChildren(at: AtspiBus, node: TreeNode, limit: number): Promise<readonly AtspiRef[]> {
  // GTK 3 withholds the count of whatever makes its children on demand.
  if (node.childCount < 0 && node.states.has('manages-descendants')) node.childCount = await getChildCount(at, node);
  if (node.childCount <= limit * FEW_MORE) {
    const children = await getChildren(at, node);
    if (node.childCount < 0) node.childCount = children.length;
    return children;
  }
  const asked = await Promise.allSettled(Array.from({ length: limit }, (_, index) => getChildAtIndex(at, node, index)));
  return asked.flatMap((answer) => {
    if (answer.status === 'fulfilled') return [answer.value];
    if (isFatal(answer.reason)) throw answer.reason;
    return [];
  });
}

/** The children remembered, where each witness says that it stands where it stood. */
export async function confirmChildren(at: AtspiBus, { children, witnesses }: LikelyChildren): Promise<readonly AtspiRef[] | undefined> {
  const { results } = await sweep(witnesses, (place) => getIndexInParent(at, children[place] as AtspiRef));
  return witnesses.every((place, index) => results[index] === place) ? children : undefined;
}
