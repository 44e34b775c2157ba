/**
 * What may have changed unseen when an act began. A difference found there afterwards proves nothing about the act, unless the
 * element has announced something since.
 */
import { refKey } from '../../../../wire/atspi/ref.js';
import { nodesByKey, type TreeNode } from '../../../../wire/atspi/tree/node.js';

interface Since {
  /** As they are now. */
  readonly roots: readonly TreeNode[];
  /** Undefined when more was announced than can be told apart. */
  readonly announced: ReadonlySet<string> | undefined;
}

export class Doubts {
  readonly #before: ReadonlyMap<string, TreeNode>;

  constructor(
    private readonly doubted: ReadonlySet<string>,
    roots: readonly TreeNode[],
  ) {
    this.#before = nodesByKey(roots);
  }

  /** Tells of an element whether a difference in it must have come about since. */
  newsSince({ roots, announced }: Since): (key: string) => boolean {
    if (!announced) return () => true;
    const now = nodesByKey(roots);
    // What an element says may be about its children or about what it is part of.
    const hasSaid = (node: TreeNode): boolean =>
      [node, ...(node.parent ? [node.parent] : []), ...node.children].some((each) => announced.has(refKey(each)));
    return (key) => {
      const [old, current] = [this.#before.get(key), now.get(key)];
      if ((old && hasSaid(old)) || (current && hasSaid(current))) return true;
      if (old) return !this.doubted.has(key);
      // It may have been there before it was looked for.
      const parent = current?.parent;
      return parent === undefined || !this.doubted.has(refKey(parent));
    };
  }
}
