import type { AtspiBus } from '../invoke.js';
import { getChildCount, getDescription, getInterfaces, getName, getRole, getState } from '../objects/accessible.js';
import type { AtspiRef } from '../ref.js';
import type { NodeFacts } from './node.js';

/** Asks the object itself: six calls that leave together. */
export async function fetchFacts(at: AtspiBus, ref: AtspiRef): Promise<NodeFacts> {
  const [role, interfaces, changeable] = await Promise.all([getRole(at, ref), getInterfaces(at, ref), fetchChangeable(at, ref)]);
  return { role, interfaces, ...changeable };
}

/** Asks only what changes in an object's life without its toolkit announcing it. */
export async function confirmFacts(at: AtspiBus, ref: AtspiRef, { role, interfaces }: NodeFacts): Promise<NodeFacts> {
  return { role, interfaces, ...(await fetchChangeable(at, ref)) };
}

async function fetchChangeable(at: AtspiBus, ref: AtspiRef): Promise<Omit<NodeFacts, 'role' | 'interfaces'>> {
  const [name, description, states, childCount] = await Promise.all([
    getName(at, ref),
    getDescription(at, ref),
    getState(at, ref),
    getChildCount(at, ref),
  ]);
  return { name, description, states, childCount };
}
