/** Actions of the elements of one window. They belong to the class of a widget, so they are asked once in an element's life. */
import { refKey } from '../../../../wire/atspi/ref.js';
import { type RoleName, roleName } from '../../../../wire/atspi/tables/roles.js';
import type { TreeNode } from '../../../../wire/atspi/tree/node.js';

/** GTK 4 lists for these only what their class installs as `group.action`, none of it about the one element. */
const WITHOUT_IN_GTK4: ReadonlySet<RoleName> = new Set(['panel', 'filler', 'label', 'scroll pane', 'separator', 'image']);

export class KnownActions {
  readonly #names = new Map<string, readonly string[]>();
  readonly #samples = new Map<string, readonly string[]>();

  /**
   * Nodes whose actions have to be asked. What is not on screen is taken to offer what the first of its role under such a parent
   * does: items of closed menus are many and all alike. An act asks the element itself, whatever is said here.
   */
  unknown(nodes: readonly TreeNode[], shown: ReadonlySet<TreeNode>, toolkit: string): TreeNode[] {
    const asked = new Set<string>();
    return nodes.filter((node) => {
      if (this.#names.has(refKey(node)) || (toolkit === 'GTK' && WITHOUT_IN_GTK4.has(roleName(node.role)))) return false;
      if (shown.has(node)) return true;
      const kind = kindOf(node);
      if (asked.has(kind) || this.#samples.has(kind)) return false;
      asked.add(kind);
      return true;
    });
  }

  learn(nodes: readonly TreeNode[], names: readonly (readonly string[] | undefined)[]): void {
    nodes.forEach((node, index) => {
      const found = names[index];
      if (!found) return;
      this.#names.set(refKey(node), found);
      if (!this.#samples.has(kindOf(node))) this.#samples.set(kindOf(node), found);
    });
  }

  /** What is known or, off screen, likely. */
  likely(node: TreeNode, isShown: boolean): readonly string[] {
    return this.#names.get(refKey(node)) ?? (isShown ? [] : (this.#samples.get(kindOf(node)) ?? []));
  }

  /** Drops elements that are gone. */
  keep(nodes: readonly TreeNode[]): void {
    if (this.#names.size < nodes.length * 2) return;
    const alive = new Set(nodes.map(refKey));
    for (const key of this.#names.keys()) if (!alive.has(key)) this.#names.delete(key);
  }
}

const kindOf = (node: TreeNode): string => `${node.role} ${node.parent?.role ?? ''}`;
