import type { ElementState } from '../../../model/element.js';
import type { StateName, StateSet } from '../../../wire/atspi/tables/states.js';

const direct: readonly (readonly [StateName, ElementState])[] = [
  ['focusable', 'focusable'],
  ['focused', 'focused'],
  ['editable', 'editable'],
  ['multi-line', 'multiline'],
  ['checkable', 'checkable'],
  ['checked', 'checked'],
  ['indeterminate', 'mixed'],
  ['pressed', 'pressed'],
  ['selectable', 'selectable'],
  ['selected', 'selected'],
  ['expandable', 'expandable'],
  ['expanded', 'expanded'],
  ['required', 'required'],
  ['invalid-entry', 'invalid'],
  ['read-only', 'read_only'],
  ['modal', 'modal'],
  ['busy', 'busy'],
  ['visited', 'visited'],
];

const CHECKABLE_ROLES = new Set(['checkbox', 'switch', 'togglebutton', 'radiobutton', 'checkmenuitem', 'radiomenuitem']);
const FIELD_ROLES = new Set(['textfield', 'textarea', 'passwordfield', 'searchfield', 'spinbutton', 'combobox']);

export interface StateHints {
  readonly role: string;
  readonly interactive: boolean;
  /** GTK 4.8 says of nothing but windows whether it is on screen. */
  readonly tellsVisibility: boolean;
}

export function statesOf(set: StateSet, { role, interactive, tellsVisibility }: StateHints): ElementState[] {
  const states: ElementState[] = direct.filter(([theirs]) => set.has(theirs)).map(([, ours]) => ours);
  if (CHECKABLE_ROLES.has(role) && !states.includes('checkable')) states.push('checkable');
  if (role === 'passwordfield') states.push('password');
  if (set.has('expandable') && !set.has('expanded')) states.push('collapsed');
  const enabled = set.has('enabled') || set.has('sensitive');
  if (interactive) states.push(enabled ? 'enabled' : 'disabled');
  if (FIELD_ROLES.has(role) && role !== 'combobox' && role !== 'spinbutton' && !set.has('editable') && !states.includes('read_only'))
    states.push('read_only');
  if (tellsVisibility && !set.has('showing')) states.push(set.has('visible') ? 'offscreen' : 'hidden');
  return states;
}
