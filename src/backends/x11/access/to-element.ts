/** AT-SPI objects in our nouns: one sweep for everything the tree itself does not carry. */
import type { ElementNode } from '../../../model/element.js';
import type { Rect } from '../../../model/geometry.js';
import type { AtspiBus } from '../../../wire/atspi/invoke.js';
import { getName } from '../../../wire/atspi/objects/accessible.js';
import type { ActionInfo } from '../../../wire/atspi/objects/action.js';
import { isOnScreen } from '../../../wire/atspi/objects/component.js';
import { getDocumentAttribute } from '../../../wire/atspi/objects/document.js';
import { getSelectedChild } from '../../../wire/atspi/objects/selection.js';
import { refKey } from '../../../wire/atspi/ref.js';
import { hasInterface } from '../../../wire/atspi/tables/interfaces.js';
import { roleName } from '../../../wire/atspi/tables/roles.js';
import { readActions, readExtents, readTexts, readValues, type TextDetail, type ValueDetail } from '../../../wire/atspi/tree/details.js';
import { preorder, shownNodes, shownState, type TreeNode } from '../../../wire/atspi/tree/node.js';
import { type Swept, sweep } from '../../../wire/atspi/tree/sweep.js';
import { readPageActions } from '../web/tree/page-actions.js';
import { isChromium } from '../web/tree/renderer-tree.js';
import { actionNames } from './actions.js';
import { isInPane, type Shift, shifted } from './office.js';
import { roleOf } from './roles.js';
import { clipToScrollers } from './scroll-view.js';
import { statesOf } from './states.js';
import type { KnownActions } from './tree/known-actions.js';

const MAX_VALUE_CHARACTERS = 2000;
const TEXT_ROLES = new Set(['textfield', 'textarea', 'searchfield', 'terminal', 'spinbutton', 'combobox', 'datefield']);
/** Told as disabled when they are, even where a toolkit then takes their actions away. */
const CONTROL_ROLES = new Set(['button', 'checkbox', 'radiobutton', 'switch', 'slider', 'combobox', 'menubutton', ...TEXT_ROLES]);
const VALUE_ROLES = new Set(['slider', 'spinbutton', 'scrollbar', 'progressbar', 'levelbar', 'dial']);

/** Where the numbers of a toolkit's extents start. */
export interface ExtentsOrigin {
  readonly space: 'screen' | 'window';
  readonly x: number;
  readonly y: number;
  /** Pixels per unit. */
  readonly scale: number;
  /** How much further what is in an office's pane stands than it says. */
  readonly pane?: Shift | undefined;
}

export interface Details {
  /** Whether the toolkit tells what is on screen; GTK 4.8 does so for windows only. */
  readonly tellsVisibility: boolean;
  readonly frames: ReadonlyMap<TreeNode, Rect>;
  readonly actions: ReadonlyMap<TreeNode, readonly string[]>;
  readonly texts: ReadonlyMap<TreeNode, TextDetail>;
  readonly values: ReadonlyMap<TreeNode, ValueDetail>;
  /** Addresses of web pages. */
  readonly urls: ReadonlyMap<TreeNode, string>;
  readonly choices: ReadonlyMap<TreeNode, string>;
  /** Nodes nothing has happened to since the last look, with what they were made into then. */
  readonly unchanged: ReadonlyMap<TreeNode, ElementNode>;
  /** What each node is made into. */
  readonly elements: Map<TreeNode, ElementNode>;
}

export const ourRole = (node: TreeNode, toolkit: string): string =>
  roleOf(roleName(node.role), {
    isEditable: node.states.has('editable') || hasInterface(node.interfaces, 'EditableText'),
    isMultiLine: node.states.has('multi-line'),
    hasPopup: node.states.has('has-popup'),
    toolkit,
  });

/** What the last look told, for elements that nothing has happened to since. */
export interface DetailsBefore {
  readonly details: Details;
  /** The same element then; undefined when it has to be asked again. */
  same(node: TreeNode): TreeNode | undefined;
}

export interface DetailRequest {
  readonly roots: readonly TreeNode[];
  readonly origin: ExtentsOrigin;
  readonly actions: KnownActions;
  readonly toolkit: string;
  /** All of it stands in a page. */
  readonly isPage?: boolean;
  readonly before?: DetailsBefore | undefined;
}

export async function readDetails(client: AtspiBus, request: DetailRequest): Promise<Details> {
  const { roots, origin, actions: known, toolkit, before } = request;
  const all = roots.flatMap((root) => [...preorder(root)]);
  const kept = new Map(before ? all.flatMap((node) => sameAs(node, before)) : []);
  const nodes = all.filter((node) => !kept.has(node));
  const roles = new Map(nodes.map((node) => [node, ourRole(node, toolkit)]));
  const roleIn = (set: ReadonlySet<string>) => (node: TreeNode) => set.has(roles.get(node) ?? '');
  const visible = new Set(roots.flatMap((root) => shownNodes(root)));
  const shown = nodes.filter((node) => visible.has(node) && hasInterface(node.interfaces, 'Component'));
  const able = nodes.filter((node) => hasInterface(node.interfaces, 'Action'));
  const acting = known.unknown(able, visible, toolkit);
  const texting = nodes.filter((node) => hasInterface(node.interfaces, 'Text') && visible.has(node) && roleIn(TEXT_ROLES)(node));
  const valued = nodes.filter((node) => hasInterface(node.interfaces, 'Value') && visible.has(node) && roleIn(VALUE_ROLES)(node));
  const pages = nodes.filter((node) => hasInterface(node.interfaces, 'Document') && roles.get(node) === 'webarea');
  const choosing = nodes.filter((node) => hasInterface(node.interfaces, 'Selection') && roles.get(node) === 'combobox');
  const [extents, actions, texts, values, urls, choices] = await Promise.all([
    readExtents(client, shown, origin.space),
    isChromium(toolkit) ? readPageActions(client, acting, visible) : readActions(client, acting).then(namesOf),
    readTexts(client, texting, { maxCharacters: MAX_VALUE_CHARACTERS }),
    readValues(client, valued),
    sweep(pages, (node) => getDocumentAttribute(client, node, 'URI')),
    sweep(choosing, (node) => chosenName(client, node)),
  ]);
  known.learn(acting, actions);
  const frames = new Map<TreeNode, Rect>();
  zip(shown, extents, (node, rect) => {
    const from = origin.pane && isInPane(node) ? shifted(origin, origin.pane) : origin;
    if (isOnScreen(rect)) frames.set(node, placed(rect, from, request.isPage || isPartOfPage(node)));
  });
  return {
    tellsVisibility: roots.some((root) => shownState(root) === 'showing'),
    frames: clipToScrollers(withKept(frames, kept, before?.details.frames), shown, toolkit),
    actions: withKept(
      new Map(able.map((node) => [node, actionNames(known.likely(node, visible.has(node)))])),
      kept,
      before?.details.actions,
    ),
    texts: withKept(mapOf(texting, texts), kept, before?.details.texts),
    values: withKept(mapOf(valued, values), kept, before?.details.values),
    urls: withKept(mapOf(pages, urls), kept, before?.details.urls),
    choices: withKept(mapOf(choosing, choices), kept, before?.details.choices),
    unchanged: withKept(new Map<TreeNode, ElementNode>(), unchangedOf(kept), before?.details.elements),
    elements: new Map(),
  };
}

function sameAs(node: TreeNode, before: DetailsBefore): [TreeNode, TreeNode][] {
  const then = before.same(node);
  return then && then.role === node.role && then.interfaces === node.interfaces ? [[node, then]] : [];
}

const unchangedOf = (kept: ReadonlyMap<TreeNode, TreeNode>): ReadonlyMap<TreeNode, TreeNode> =>
  new Map([...kept].filter(([now, then]) => now.name === then.name && now.states === then.states && now.depth === then.depth));

function withKept<T>(asked: Map<TreeNode, T>, kept: ReadonlyMap<TreeNode, TreeNode>, before: ReadonlyMap<TreeNode, T> | undefined) {
  if (before)
    for (const [node, then] of kept) {
      const told = before.get(then);
      if (told !== undefined) asked.set(node, told);
    }
  return asked;
}

/** What a combo box shows; empty when nothing is chosen. */
async function chosenName(client: AtspiBus, node: TreeNode): Promise<string> {
  const child = await getSelectedChild(client, node, 0);
  return child ? getName(client, child) : '';
}

const namesOf = ({ results }: Swept<ActionInfo[]>): (string[] | undefined)[] => results.map((infos) => infos?.map(({ name }) => name));

/** A browser counts its own controls in units of the display, and what is in a page in pixels. */
function isPartOfPage(node: TreeNode): boolean {
  for (let each: TreeNode | undefined = node; each; each = each.parent) if (roleName(each.role) === 'document web') return true;
  return false;
}

/** A toolkit's numbers in window space. */
export const placed = (rect: Rect, origin: ExtentsOrigin, isInPage: boolean): Rect => (isInPage ? inPage : inWindow)(rect, origin);

/**
 * Already in pixels, whatever the rest of its browser counts in, but from a corner of the window that was rounded down to whole units.
 * Where a unit is no whole number of pixels, each corner in the page is rounded down as well, and the far edges up.
 */
const inPage = (rect: Rect, { x, y, scale }: ExtentsOrigin): Rect => {
  const isExact = Number.isInteger(scale);
  const lost = isExact || rect.width < 2 || rect.height < 2 ? 0 : 1;
  const from = (corner: number): number => Math.floor(corner / scale) * scale - (isExact ? 0 : 0.5);
  return { x: Math.round(rect.x - from(x)), y: Math.round(rect.y - from(y)), width: rect.width - lost, height: rect.height - lost };
};

const inWindow = (rect: Rect, { x, y, scale }: ExtentsOrigin): Rect => ({
  x: Math.round(rect.x * scale) - x,
  y: Math.round(rect.y * scale) - y,
  width: Math.round(rect.width * scale),
  height: Math.round(rect.height * scale),
});

function zip<T>(nodes: readonly TreeNode[], swept: Swept<T>, use: (node: TreeNode, answer: T) => void): void {
  nodes.forEach((node, index) => {
    const answer = swept.results[index];
    if (answer !== undefined) use(node, answer);
  });
}

function mapOf<T>(nodes: readonly TreeNode[], swept: Swept<T>): Map<TreeNode, T> {
  const map = new Map<TreeNode, T>();
  zip(nodes, swept, (node, answer) => map.set(node, answer));
  return map;
}

/** The very same object as before when nothing has happened to the node nor to anything in it. */
export function toElement(node: TreeNode, details: Details, toolkit: string, inWeb = false): ElementNode {
  const before = details.unchanged.get(node);
  // Qt calls every framed box a frame; only what stands at the top is a window.
  const asked = before?.role ?? ourRole(node, toolkit);
  const role = asked === 'window' && node.depth > 0 ? 'group' : asked;
  const web = inWeb || role === 'webarea';
  const children = shownParts(node, toolkit, web).map((child) => toElement(child, details, toolkit, web));
  const isSame = before?.children.length === children.length && before.children.every((child, at) => child === children[at]);
  const element = before && isSame ? before : { ...describeNode(node, role, web, details), children };
  details.elements.set(node, element);
  return element;
}

function describeNode(node: TreeNode, role: string, web: boolean, details: Details): Omit<ElementNode, 'children'> {
  const offered = details.actions.get(node) ?? [];
  // GTK 3 offers it on every cell, also where nothing can open.
  const actions = node.states.has('expandable') ? offered : offered.filter((action) => action !== 'expand');
  const range = details.values.get(node);
  const value = shownValue(node, role, details);
  const url = details.urls.get(node);
  return {
    key: refKey(node),
    role,
    name: node.name,
    ...(value === undefined ? {} : { value }),
    ...(node.description ? { description: node.description } : {}),
    states: statesOf(node.states, {
      role,
      interactive: actions.length > 0 || node.states.has('focusable') || CONTROL_ROLES.has(role),
      tellsVisibility: details.tellsVisibility,
    }),
    actions,
    frame: details.frames.get(node) ?? null,
    ...(range ? { range: { min: range.minimum, max: range.maximum, current: range.current } } : {}),
    ...(url ? { url } : {}),
    ...(web ? { inWebContent: true } : {}),
  };
}

/** Chromium lists every control its windows might ever show; those not shown are no part of this one. */
function shownParts(node: TreeNode, toolkit: string, web: boolean): readonly TreeNode[] {
  if (web || !isChromium(toolkit) || !node.states.has('visible')) return node.children;
  return node.children.filter((child) => child.states.has('visible'));
}

function shownValue(node: TreeNode, role: string, details: Details): string | undefined {
  if (role === 'passwordfield') return undefined;
  // What a page shows is its address.
  if (role === 'webarea') return details.urls.get(node) || undefined;
  const choice = details.choices.get(node);
  if (choice) return choice;
  const text = details.texts.get(node);
  if (text) return text.characterCount > text.text.length ? `${text.text}…` : text.text;
  const value = details.values.get(node);
  return value && role !== 'scrollbar' ? String(Math.round(value.current * 1e6) / 1e6) : undefined;
}
