import type { ElementNode, ElementTree } from '../../../src/model/element.js';
import { ElementNumbers } from '../../../src/snapshot/numbering.js';
import { type Snapshot, takeSnapshot } from '../../../src/snapshot/snapshot.js';

type Details = Partial<Omit<ElementNode, 'role' | 'name' | 'children'>>;

/** Keys are made from role and name, so the same element in two trees has the same key; pass `key` to tell twins apart. */
export function el(role: string, name = '', details: Details = {}, children: readonly ElementNode[] = []): ElementNode {
  return {
    key: `${role}:${name}`,
    role,
    name,
    states: [],
    actions: [],
    frame: { x: 10, y: 10, width: 20, height: 10 },
    ...details,
    children,
  };
}

export function win(...children: ElementNode[]): ElementNode {
  return el('window', 'Main', { frame: { x: 0, y: 0, width: 400, height: 300 } }, children);
}

export const treeOf = (root: ElementNode, extra: Partial<Omit<ElementTree, 'root'>> = {}): ElementTree => ({
  root,
  toolkit: 'test',
  ...extra,
});

interface SnapOptions {
  readonly numbers?: ElementNumbers;
  readonly id?: string;
  readonly truncated?: NonNullable<ElementTree['truncated']>;
}

export function snap(root: ElementNode, { numbers = new ElementNumbers(), id = 's1', truncated }: SnapOptions = {}): Snapshot {
  return takeSnapshot(treeOf(root, truncated ? { truncated } : {}), {
    numbers,
    snapshotId: id,
    pid: 7,
    windowId: 9,
    toImage: (rect) => rect,
  });
}
