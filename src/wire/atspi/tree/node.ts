import { type AtspiRef, refKey } from '../ref.js';
import { type RoleName, roleName } from '../tables/roles.js';
import type { StateSet } from '../tables/states.js';

/** What an object says about itself apart from where it stands. */
export interface NodeFacts {
  role: number;
  name: string;
  description: string;
  states: StateSet;
  /** Bits of tables/interfaces.ts. */
  interfaces: number;
  /** As the application counts, which may be more than the children kept. */
  childCount: number;
  /** Not on screen when read: only role, name and states were asked, the rest is as with others of its role. */
  isThin?: boolean | undefined;
}

export interface TreeNode extends NodeFacts, AtspiRef {
  parent: TreeNode | undefined;
  depth: number;
  children: TreeNode[];
}

/** Depth first, in reading order. */
export function* preorder(root: TreeNode): Generator<TreeNode> {
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    for (let i = node.children.length - 1; i >= 0; i--) {
      const child = node.children[i];
      if (child) stack.push(child);
    }
  }
}

export const nodesByKey = (roots: readonly TreeNode[]): Map<string, TreeNode> =>
  new Map(roots.flatMap((root) => [...preorder(root)].map((node): [string, TreeNode] => [refKey(node), node])));

const TOP_LEVEL_ROLES: ReadonlySet<RoleName> = new Set([
  'frame',
  'window',
  'dialog',
  'alert',
  'file chooser',
  'color chooser',
  'font chooser',
]);

/**
 * The state that tells what is on screen: 'showing', but GTK 4.8 gives that one to windows only
 * and 'visible' to all the rest, while elsewhere the items of closed menus are 'visible'.
 */
export function shownState(root: TreeNode): 'showing' | 'visible' {
  for (const node of preorder(root)) {
    if (node.states.has('showing') && !TOP_LEVEL_ROLES.has(roleName(node.role))) return 'showing';
  }
  return 'visible';
}

/** The nodes on screen, in reading order. */
export function shownNodes(root: TreeNode): TreeNode[] {
  const state = shownState(root);
  return [...preorder(root)].filter((node) => node.states.has(state));
}
