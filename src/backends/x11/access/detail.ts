import type { ElementAbility, ElementDetail } from '../../../model/element.js';
import type { AtspiClient } from '../../../wire/atspi/client.js';
import {
  getAttributes,
  getDescription,
  getInterfaces,
  getName,
  getParent,
  getRole,
  getState,
} from '../../../wire/atspi/objects/accessible.js';
import { getCaretOffset, getCharacterCount, getTextRange } from '../../../wire/atspi/objects/text.js';
import { type AtspiRef, refKey } from '../../../wire/atspi/ref.js';
import { hasInterface } from '../../../wire/atspi/tables/interfaces.js';
import type { TreeNode } from '../../../wire/atspi/tree/node.js';
import { isChromium } from '../web/tree/renderer-tree.js';
import { type ExtentsOrigin, readDetails, toElement } from './to-element.js';
import { KnownActions } from './tree/known-actions.js';

export interface DetailContext {
  readonly origin: ExtentsOrigin;
  readonly toolkit: string;
  /** The window itself rather than something in it. */
  readonly isTopLevel: boolean;
}

/** One element read fresh, with what can be set on it; rejects with a DBusError when it is gone. */
export async function readDetail(
  client: AtspiClient,
  ref: AtspiRef,
  { origin, toolkit, isTopLevel }: DetailContext,
): Promise<ElementDetail> {
  const [role, name, description, states, interfaces, inPage] = await Promise.all([
    getRole(client, ref),
    getName(client, ref),
    getDescription(client, ref),
    getState(client, ref),
    getInterfaces(client, ref),
    isChromium(toolkit) && isPageElement(client, ref),
  ]);
  const depth = isTopLevel ? 0 : 1;
  const node: TreeNode = { ...ref, role, name, description, states, interfaces, childCount: 0, parent: undefined, depth, children: [] };
  const [details, text] = await Promise.all([
    readDetails(client, { roots: [node], origin, actions: new KnownActions(), toolkit, isPage: inPage }),
    readText(client, node),
  ]);
  const { children: _children, ...element } = toElement(node, details, toolkit, inPage);
  const isOutOfSight = inPage && !states.has('showing');
  const isSecret = element.role === 'passwordfield';
  return {
    ...element,
    ...(isOutOfSight ? { frame: null } : {}),
    key: refKey(ref),
    abilities: abilitiesOf(node, toolkit),
    ...(text && !isSecret ? { text: text.content, caret: text.caret } : {}),
    ...(text ? { characterCount: text.count } : {}),
  };
}

/** Only what stands in a document has a tag, and its bare text by the element around it. */
export async function isPageElement(client: AtspiClient, ref: AtspiRef): Promise<boolean> {
  const hasTag = async (of: AtspiRef) => (await getAttributes(client, of)).has('tag');
  return (await hasTag(ref)) || hasTag(await getParent(client, ref));
}

async function readText(client: AtspiClient, node: TreeNode): Promise<{ content: string; count: number; caret: number } | undefined> {
  if (!hasInterface(node.interfaces, 'Text')) return undefined;
  const [count, caret] = await Promise.all([getCharacterCount(client, node), getCaretOffset(client, node)]);
  return { content: count > 0 ? await getTextRange(client, node, { start: 0, end: count }) : '', count, caret };
}

/** Firefox says yes to text for a field of a page, which lives in another process, and does nothing. */
const takesText = (node: TreeNode, toolkit: string): boolean =>
  toolkit !== 'Gecko' && hasInterface(node.interfaces, 'EditableText') && node.states.has('editable');

function abilitiesOf(node: TreeNode, toolkit: string): ElementAbility[] {
  const abilities: ElementAbility[] = [];
  if (takesText(node, toolkit)) abilities.push('insert_text', 'set_text');
  if (hasInterface(node.interfaces, 'Value')) abilities.push('set_number');
  if (hasInterface(node.interfaces, 'Selection')) abilities.push('select_child');
  return abilities;
}
