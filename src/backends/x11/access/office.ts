/** LibreOffice draws in a pane of its own inside a GTK window, and its accessibility shows that in two ways. */
import type { AtspiApp } from '../../../wire/atspi/client.js';
import type { AtspiBus } from '../../../wire/atspi/invoke.js';
import { getParent, getRole } from '../../../wire/atspi/objects/accessible.js';
import { getExtents } from '../../../wire/atspi/objects/component.js';
import type { AtspiRef } from '../../../wire/atspi/ref.js';
import { roleName } from '../../../wire/atspi/tables/roles.js';
import { preorder, type TreeNode } from '../../../wire/atspi/tree/node.js';
import type { ExtentsOrigin } from './to-element.js';

export interface Shift {
  readonly x: number;
  readonly y: number;
}

export const isOffice = ({ name }: Pick<AtspiApp, 'name'>): boolean => /^(?:soffice|libreoffice)/i.test(name);

/**
 * Objects of its documents die without leaving the cache that GTK keeps for it: asking for the whole cache
 * makes LibreOffice 7.4 touch them and crash. Asked one by one they are simply gone.
 */
export const keepsDeadObjects = isOffice;

const isPane = (role: number): boolean => roleName(role) === 'root pane';

export function isInPane(node: TreeNode): boolean {
  for (let each: TreeNode | undefined = node; each; each = each.parent) if (isPane(each.role)) return true;
  return false;
}

/** It counts as if its pane began where the window does, although GTK's menu bar stands above it. */
export async function paneShift(at: AtspiBus, root: TreeNode): Promise<Shift | undefined> {
  for (const node of preorder(root)) if (isPane(node.role) && node.parent) return shiftOf(at, node, node.parent);
  return undefined;
}

/** Whether an element stands in the pane, asked of the element itself: above the pane its parents are not those of the tree. */
export async function standsInPane(at: AtspiBus, ref: AtspiRef): Promise<boolean> {
  let each = ref;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const [role, parent] = await Promise.all([getRole(at, each), getParent(at, each)]);
    if (isPane(role)) return true;
    if (OUTSIDE.has(roleName(role))) return false;
    each = parent;
  }
  return false;
}

const DEEPEST = 60;
const OUTSIDE: ReadonlySet<string> = new Set(['frame', 'dialog', 'window', 'application', 'invalid']);

async function shiftOf(at: AtspiBus, pane: AtspiRef, around: AtspiRef): Promise<Shift> {
  const [inner, outer] = await Promise.all([getExtents(at, pane, 'screen'), getExtents(at, around, 'screen')]);
  return { x: outer.x - inner.x, y: outer.y - inner.y };
}

export const shifted = (origin: ExtentsOrigin, by: Shift | undefined): ExtentsOrigin =>
  by ? { ...origin, x: origin.x - by.x, y: origin.y - by.y } : origin;
