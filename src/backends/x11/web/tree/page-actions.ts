/** Chromium leaves the names in its list of actions empty and tells them one by one. */
import type { AtspiBus } from '../../../../wire/atspi/invoke.js';
import { getActionName, getActions } from '../../../../wire/atspi/objects/action.js';
import type { AtspiRef } from '../../../../wire/atspi/ref.js';
import type { TreeNode } from '../../../../wire/atspi/tree/node.js';
import { sweep } from '../../../../wire/atspi/tree/sweep.js';

/** What it calls the default action of things a click does nothing to, and of text inside something clickable. */
const NO_ACTION = new Set(['doDefault', 'clickAncestor']);

/** All names in order, asked one by one where the list has none. */
export async function namedActions(client: AtspiBus, ref: AtspiRef): Promise<string[]> {
  const names = (await getActions(client, ref)).map(({ name }) => name);
  if (names.length < 2 || names.some((name) => name !== '')) return names;
  return Promise.all(names.map((_, index) => getActionName(client, ref, index)));
}

/**
 * The names of many nodes. On a large page asking for each would take seconds, so only what is on screen is asked,
 * and only for the action of a plain click; what can have the focus can be clicked.
 */
export async function readPageActions(
  client: AtspiBus,
  nodes: readonly TreeNode[],
  shown: ReadonlySet<TreeNode>,
): Promise<(readonly string[] | undefined)[]> {
  const asked = nodes.filter((node) => shown.has(node) && !node.states.has('focusable'));
  const { results } = await sweep(asked, (node) => getActionName(client, node, 0));
  const first = new Map(asked.map((node, index) => [node, results[index]]));
  return nodes.map((node) => {
    const name = node.states.has('focusable') ? 'press' : first.get(node);
    if (name === undefined) return undefined;
    return NO_ACTION.has(name) ? [] : [name];
  });
}
