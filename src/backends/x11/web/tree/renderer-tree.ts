/**
 * Chromium (and with it Electron) keeps its tree to itself until an assistive program shows up. There is no switch on the bus
 * for a running one: it takes the question for a window's attributes, which only screen readers ask, as the sign.
 */
import { monotonicMs } from '../../../../kit/clock.js';
import type { AtspiClient } from '../../../../wire/atspi/client.js';
import { getAttributes } from '../../../../wire/atspi/objects/accessible.js';
import { getDocumentAttribute } from '../../../../wire/atspi/objects/document.js';
import { type AtspiRef, refKey } from '../../../../wire/atspi/ref.js';
import { roleName } from '../../../../wire/atspi/tables/roles.js';
import { preorder, type TreeNode } from '../../../../wire/atspi/tree/node.js';
import type { Subtree } from '../../../../wire/atspi/tree/read-subtree.js';
import type { ChangeWatch } from '../../../port.js';

/** A renderer serialises a large page in about a second on a slow machine. */
const RENDERER_MS = 2500;
const LOOK_AGAIN_MS = 40;

export const TREE_OFF =
  'page_tree_off: the browser keeps its tree to itself, because accessibility was off when it started. Start it again with launch_app, or with --force-renderer-accessibility and ACCESSIBILITY_ENABLED=1 in its environment, and look again.';

export const isChromium = (toolkit: string): boolean => toolkit === 'Chromium';

export interface PageTreeReader {
  readonly client: AtspiClient;
  readonly frame: AtspiRef;
  readonly watch: ChangeWatch;
  refresh(): Promise<Subtree>;
}

export interface PageTree {
  readonly subtree: Subtree;
  /** Why the page's part is missing although the window has one. */
  readonly degraded?: string;
}

/** Trees of windows that show pages: switched on at every look, waited for at the first. */
export class RendererTrees {
  readonly #seen = new Set<string>();

  async read({ client, frame, watch, refresh }: PageTreeReader, signal: AbortSignal): Promise<PageTree> {
    // Chromium may switch itself off again; asking costs one message and goes out before the walk does, which meets the same faults.
    const asked = getAttributes(client, frame).catch(() => undefined);
    const known = this.#seen.has(refKey(frame));
    const deadline = monotonicMs() + RENDERER_MS;
    if (!known) await asked;
    for (;;) {
      const subtree = await refresh();
      if (known || (await isComplete(client, subtree))) {
        this.#seen.add(refKey(frame));
        return { subtree };
      }
      if (monotonicMs() >= deadline) return { subtree, ...explain(subtree) };
      await watch.next(LOOK_AGAIN_MS, signal);
    }
  }

  forget(frame: AtspiRef): void {
    this.#seen.delete(refKey(frame));
  }
}

const documentsIn = (root: TreeNode): TreeNode[] => [...preorder(root)].filter((node) => roleName(node.role) === 'document web');

/** Dialogs and bubbles of the browser have no page; a window has one that shows, loaded or at least named. */
async function isComplete(client: AtspiClient, { root }: Subtree): Promise<boolean> {
  if (roleName(root.role) !== 'frame') return root.children.length > 0;
  const shown = documentsIn(root).filter((node) => node.states.has('showing') && !node.states.has('busy'));
  if (shown.some(({ childCount }) => childCount > 0)) return true;
  const addresses = await Promise.all(shown.map((node) => getDocumentAttribute(client, node, 'URI').catch(() => '')));
  return addresses.some((address) => address !== '');
}

function explain({ root }: Subtree): Pick<PageTree, 'degraded'> {
  if (root.children.length === 0) return { degraded: TREE_OFF };
  const documents = documentsIn(root);
  if (documents.some((node) => node.states.has('busy')))
    return { degraded: 'page_loading: the page is still loading, so its tree may not be whole.' };
  if (documents.some((node) => node.states.has('showing'))) return {};
  return { degraded: 'page_tree_missing: the browser’s own controls are here but no page is. It may be hung, or the window shows none.' };
}
