import type { AtspiBus } from '../invoke.js';
import { getChildCount, getDescription, getInterfaces, getName, getRole, getState } from '../objects/accessible.js';
import type { AtspiRef } from '../ref.js';
import type { NodeFacts } from './node.js';
import type { RoleSamples } from './role-samples.js';

/** Asks the object itself: six calls that leave together. */
export async function fetchFacts(at: AtspiBus, ref: AtspiRef): Promise<NodeFacts> {
  const [role, interfaces, changeable] = await Promise.all([getRole(at, ref), getInterfaces(at, ref), fetchChangeable(at, ref)]);
  return { role, interfaces, ...changeable };
}

/** Asks only what changes in an object's life without its toolkit announcing it. */
export async function confirmFacts(at: AtspiBus, ref: AtspiRef, { role, interfaces }: NodeFacts): Promise<NodeFacts> {
  return { role, interfaces, ...(await fetchChangeable(at, ref)) };
}

/**
 * As few calls as an object that is not on screen is worth: its role, name and states, and a description where that has to do
 * for the name; the rest is taken from the first of its role, and asked when the object comes on screen. Objects on screen are
 * asked everything.
 */
export async function fetchThinFacts(at: AtspiBus, ref: AtspiRef, samples: RoleSamples): Promise<NodeFacts> {
  const [role, name, states] = await Promise.all([getRole(at, ref), getName(at, ref), getState(at, ref)]);
  const sampled = samples.interfaces(role);
  const isOnScreen = states.has('showing');
  const [interfaces, description, childCount] = await Promise.all([
    isOnScreen || sampled === undefined ? getInterfaces(at, ref) : sampled,
    isOnScreen || (name === '' && states.has('focusable')) ? getDescription(at, ref) : '',
    samples.childCount(role) ?? getChildCount(at, ref),
  ]);
  samples.learn(role, interfaces);
  return { role, name, description, states, interfaces, childCount, ...(isOnScreen ? {} : { isThin: true }) };
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
