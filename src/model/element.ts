import type { Rect } from './geometry.js';

/** States that change what an agent would do; everything else a toolkit reports is dropped at the backend. */
export const elementStates = [
  'enabled',
  'disabled',
  'focusable',
  'focused',
  'editable',
  'multiline',
  'password',
  'checkable',
  'checked',
  'mixed',
  'pressed',
  'selectable',
  'selected',
  'expandable',
  'expanded',
  'collapsed',
  'required',
  'invalid',
  'read_only',
  'modal',
  'busy',
  'visited',
  'offscreen',
  'hidden',
] as const;

export type ElementState = (typeof elementStates)[number];

export interface ElementNode {
  /** Identity inside the backend; the same object keeps it for its whole life. */
  readonly key: string;
  readonly role: string;
  readonly name: string;
  readonly value?: string;
  readonly description?: string;
  readonly states: readonly ElementState[];
  readonly actions: readonly string[];
  /** In window space (client-area pixels); null when the element has no place. */
  readonly frame: Rect | null;
  readonly range?: { readonly min: number; readonly max: number; readonly current: number };
  readonly url?: string;
  readonly inWebContent?: boolean;
  readonly children: readonly ElementNode[];
}

export interface ElementTree {
  readonly root: ElementNode;
  readonly toolkit: string;
  /** Elements read; more than `shown` when a cap cut the walk. */
  readonly truncated?: { readonly shown: number; readonly reason: 'max_elements' | 'max_depth' | 'timeout' };
  readonly degraded?: string;
}

/** What can be set on an element directly, besides its named actions. */
export type ElementAbility = 'insert_text' | 'set_text' | 'set_number' | 'select_child';

/** An element read again by its key, without its children. */
export type ElementDetail = Omit<ElementNode, 'children'> & {
  readonly abilities: readonly ElementAbility[];
  /** Full text of a text element, unclipped; absent for passwords. */
  readonly text?: string;
  readonly characterCount?: number;
  readonly caret?: number;
};

export const hasState = (node: Pick<ElementNode, 'states'>, state: ElementState): boolean => node.states.includes(state);

type Identity = Pick<ElementNode, 'role' | 'name'>;

/** Whether an object is still what it was taken for. Qt names a combo box by what it shows, so there the name may change. */
export const isSameElement = (before: Identity, now: Identity): boolean =>
  before.role === now.role && (before.name === now.name || now.role === 'combobox');
