/** The same questions answered from the accessibility tree, for pages nobody may attach to. */
import type { Call } from '../../engine/call.js';
import { DriverError } from '../../errors/driver-error.js';
import { type ElementNode, hasState } from '../../model/element.js';
import type { PageInfo } from '../../model/page.js';
import type { Window } from '../../model/window.js';
import type { DomMatch, DomQuery, PageText } from './read-page.js';
import { matchesSelector, parseSelector } from './tree-selector.js';

interface TreePages {
  /** The documents the window shows, outermost only. */
  readonly documents: readonly ElementNode[];
  readonly root: ElementNode;
  readonly degraded: string | undefined;
}

export async function readPageTree(call: Call, window: Window): Promise<TreePages> {
  const { access } = await call.backend();
  const { root, degraded } = await access.read(window, {
    maxElements: call.setting('snapshot_max_elements'),
    maxDepth: call.setting('snapshot_max_depth'),
    signal: call.signal,
  });
  const documents = outermost(root, (node) => node.role === 'webarea');
  if (documents.length === 0) {
    throw new DriverError('page_unavailable', `window_id ${window.id} shows no page${degraded === undefined ? '' : `: ${degraded}`}.`, {
      window_id: window.id,
    });
  }
  return { documents, root, degraded };
}

function outermost(root: ElementNode, isWanted: (node: ElementNode) => boolean): ElementNode[] {
  return isWanted(root) ? [root] : root.children.flatMap((child) => outermost(child, isWanted));
}

const BLOCK_ROLES = new Set([
  'paragraph',
  'heading',
  'listitem',
  'row',
  'section',
  'article',
  'form',
  'table',
  'list',
  'blockquote',
  'region',
  'button',
  'group',
]);

/** Names of texts in reading order; blocks begin a line of their own. */
export function textOfTree(documents: readonly ElementNode[], maxCharacters: number): PageText {
  let text = '';
  const visit = (node: ElementNode): void => {
    if (hasState(node, 'hidden')) return;
    if (BLOCK_ROLES.has(node.role) && text !== '' && !text.endsWith('\n')) text += '\n';
    const own = node.children.length === 0 ? (node.value ?? node.name) : '';
    if (own !== '') text += text === '' || text.endsWith('\n') ? own : ` ${own}`;
    for (const child of node.children) visit(child);
    if (BLOCK_ROLES.has(node.role) && text !== '' && !text.endsWith('\n')) text += '\n';
  };
  for (const document of documents) visit(document);
  return { text: text.slice(0, maxCharacters), total: text.length };
}

export function queryTree(
  documents: readonly ElementNode[],
  { selector, attributes, limit }: DomQuery,
): { total: number; matches: DomMatch[] } {
  const wanted = parseSelector(selector);
  const found: DomMatch[] = [];
  let total = 0;
  const visit = (node: ElementNode, ancestors: readonly ElementNode[]): void => {
    if (matchesSelector(wanted, node, ancestors) && ++total <= limit) found.push(asMatch(node, attributes));
    const below = [...ancestors, node];
    for (const child of node.children) visit(child, below);
  };
  for (const document of documents) visit(document, []);
  return { total, matches: found };
}

function asMatch(node: ElementNode, attributes: readonly string[]): DomMatch {
  const visible = node.frame !== null && !hasState(node, 'hidden');
  const known: Record<string, string | undefined> = {
    value: node.value,
    href: node.url,
    role: node.role,
    'aria-label': node.name,
    checked: hasState(node, 'checked') ? 'true' : undefined,
  };
  const read = attributes.flatMap((name): [string, string][] => (known[name] === undefined ? [] : [[name, known[name]]]));
  return {
    tag: node.role,
    text: textOfTree([node], 300).text.trim() || node.name,
    attributes: Object.fromEntries(read),
    bounds: node.frame,
    visible,
    inView: visible && !hasState(node, 'offscreen'),
  };
}

/** What Chromium puts behind the title of a tab once it knows. */
const MEMORY = / - Memory usage - [\d.,]+ ?[KMG]B$/;

/** Tabs by their titles; the address is known of the one that shows. */
export function pagesOfTree(window: Window, { documents, root }: TreePages): PageInfo[] {
  const [shown] = documents;
  const tabs = outermost(root, (node) => node.role === 'tab' && node.inWebContent !== true);
  if (tabs.length === 0) return shown ? [{ id: '', title: shown.name, url: shown.url ?? '', windowId: window.id, active: true }] : [];
  return tabs.map((tab) => {
    const active = hasState(tab, 'selected');
    const title = active && shown && tab.name.startsWith(shown.name) ? shown.name : tab.name.replace(MEMORY, '');
    return { id: '', title, url: active ? (shown?.url ?? '') : '', windowId: window.id, active };
  });
}
