/** What scrolls shows only part of what it holds, and toolkits still tell places for the rest: there, something else stands. */
import type { ElementNode } from '../../../model/element.js';
import { intersect, type Rect } from '../../../model/geometry.js';
import type { AtspiBus } from '../../../wire/atspi/invoke.js';
import { getParent, getRole } from '../../../wire/atspi/objects/accessible.js';
import { type AtspiRef, refKey } from '../../../wire/atspi/ref.js';
import { type RoleName, roleName } from '../../../wire/atspi/tables/roles.js';
import type { TreeNode } from '../../../wire/atspi/tree/node.js';
import { isChromium } from '../web/tree/renderer-tree.js';

const scrolling: ReadonlySet<RoleName> = new Set(['scroll pane', 'viewport']);
/** Qt has no pane around these: they scroll by themselves. */
const scrollingInQt: ReadonlySet<RoleName> = new Set(['list', 'list box', 'table', 'tree', 'tree table', ...scrolling]);
/** These open beyond whatever they belong to, or hold a page. */
const surfaces: ReadonlySet<RoleName> = new Set([
  'frame',
  'window',
  'dialog',
  'alert',
  'application',
  'combo box',
  'document web',
  'menu',
  'popup menu',
  'menu bar',
  'tool tip',
  'invalid',
]);

/** A browser tells which elements of its pages are out of sight, but gives the place of the whole where a part is in sight. */
const scrollingInPages: ReadonlySet<RoleName> = new Set(['list box', 'tree', 'tree table', ...scrolling]);
const partsInPages: ReadonlySet<string> = new Set(['listitem', 'treeitem', 'option', 'row', 'cell']);

const scrollersOf = (toolkit: string) => (/qt/i.test(toolkit) ? scrollingInQt : isChromium(toolkit) ? scrollingInPages : scrolling);
const isScroller = (role: number, toolkit: string): boolean => scrollersOf(toolkit).has(roleName(role));
const isSurface = (role: number): boolean => surfaces.has(roleName(role));

/** The part of a frame that everything it is scrolled in shows; null where nothing is left. */
export const shownIn = (frame: Rect, around: readonly (Rect | undefined)[]): Rect | null =>
  around.reduce<Rect | null>((part, each) => (part && each && intersect(part, each)) ?? null, frame);

/** Takes from the frames of `nodes`, in reading order, what is scrolled out of sight. */
export function clipToScrollers(frames: Map<TreeNode, Rect>, nodes: readonly TreeNode[], toolkit: string): Map<TreeNode, Rect> {
  for (const node of nodes) {
    const frame = frames.get(node);
    const shown =
      frame &&
      shownIn(
        frame,
        scrollersAround(node, toolkit).map((each) => frames.get(each)),
      );
    if (shown) frames.set(node, shown);
    else frames.delete(node);
  }
  return frames;
}

function scrollersAround(node: TreeNode, toolkit: string): TreeNode[] {
  const found: TreeNode[] = [];
  for (let each = node.parent; each && !isSurface(each.role); each = each.parent) if (isScroller(each.role, toolkit)) found.push(each);
  return found;
}

/** Elements that nothing of their kind scrolls need not be asked for what they are in. */
export const mayBeScrolled = ({ role, inWebContent }: Pick<ElementNode, 'role' | 'inWebContent'>): boolean =>
  !inWebContent || partsInPages.has(role);

const DEEPEST = 40;
const KEPT = 4000;

/** Finds what an element is scrolled in, once: objects stay where they are in their tree. */
export class ScrollParents {
  readonly #known = new Map<string, readonly AtspiRef[]>();

  async of(at: AtspiBus, ref: AtspiRef, toolkit: string): Promise<readonly AtspiRef[]> {
    const key = refKey(ref);
    const known = this.#known.get(key);
    if (known) return known;
    const found = await climb(at, ref, toolkit);
    if (this.#known.size >= KEPT) this.#known.clear();
    this.#known.set(key, found);
    return found;
  }
}

async function climb(at: AtspiBus, ref: AtspiRef, toolkit: string): Promise<AtspiRef[]> {
  const found: AtspiRef[] = [];
  let each = await getParent(at, ref);
  for (let depth = 0; depth < DEEPEST; depth++) {
    const [role, parent] = await Promise.all([getRole(at, each), getParent(at, each)]);
    if (isSurface(role)) break;
    if (isScroller(role, toolkit)) found.push(each);
    each = parent;
  }
  return found;
}
