/** How one element reads in the outline: number, role, label, value, and only the states that tell something. */
import type { ElementState } from '../model/element.js';
import { isIdleAction } from './meaningful.js';
import { adjustableRoles, checkableRoles, roleTraits, textEntryRoles } from './roles.js';
import type { SnapshotNode } from './snapshot.js';
import { quoted } from './text.js';

export interface ClipLengths {
  readonly label: number;
  readonly text: number;
  readonly value: number;
}

export const roomyClip: ClipLengths = { label: 100, text: 200, value: 120 };
export const tightClip: ClipLengths = { label: 40, text: 60, value: 40 };

const clickLike: ReadonlySet<string> = new Set(['click', 'press', 'activate', 'jump', 'default', 'invoke', 'toggle', 'select']);
const statesAlwaysTold: readonly ElementState[] = ['selected', 'focused', 'required', 'invalid', 'busy', 'modal'];
const closedByNature: ReadonlySet<string> = new Set(['combobox', 'menu', 'menubutton', 'menuitem']);

/** `button "OK" disabled`, with the number in front. */
export function elementLine(node: SnapshotNode, clip: ClipLengths): string {
  return joined(node, `${node.role}${labelPart(node, clip, ' ')}`, clip);
}

/** As `elementLine` without the role, for a run of siblings that share it. */
export function elementInRun(node: SnapshotNode, clip: ClipLengths): string {
  return joined(node, labelPart(node, clip, ''), clip).trimStart();
}

function joined(node: SnapshotNode, middle: string, clip: ClipLengths): string {
  const number = node.index === undefined ? '' : `[${node.index}]`;
  const gap = number !== '' && middle !== '' ? ' ' : '';
  return `${number}${gap}${middle}${valuePart(node, clip)}${statesPart(node)}${actionsPart(node)}`;
}

function labelPart(node: SnapshotNode, clip: ClipLengths, gap: string): string {
  if (node.label === '') return '';
  const limit = node.index === undefined ? clip.text : clip.label;
  return gap + quoted(node.label, limit);
}

function valuePart(node: SnapshotNode, clip: ClipLengths): string {
  const { value, role, element } = node;
  if (value === undefined || value === '' || value === node.label || isTicked(node)) return '';
  if (!adjustableRoles.has(role)) return ` = ${quoted(value, clip.value)}`;
  const shown = /^[-+\d.,%e ]+$/.test(value) ? value : quoted(value, clip.value);
  return element.range && role !== 'scrollbar' ? ` = ${shown} (${element.range.min}–${element.range.max})` : ` = ${shown}`;
}

/** Its value is its tick, which the state already tells. */
const isTicked = (node: SnapshotNode): boolean => checkableRoles.has(node.role) || node.states.includes('checkable');

function statesPart(node: SnapshotNode): string {
  const { states } = node;
  if (states.length === 0 && !checkableRoles.has(node.role) && !node.suspicious) return '';
  const has = (state: ElementState): boolean => states.includes(state);
  let words = has('disabled') ? ' disabled' : '';
  if (has('mixed')) words += ' mixed';
  else if (has('checked')) words += ' checked';
  else if (checkableRoles.has(node.role) || (has('checkable') && !isRadio(node.role) && node.role !== 'togglebutton'))
    words += ' unchecked';
  if (has('pressed')) words += ' pressed';
  for (const state of statesAlwaysTold) if (has(state)) words += ` ${state}`;
  if (has('expanded')) words += ' expanded';
  else if ((has('collapsed') || has('expandable')) && !closedByNature.has(node.role)) words += ' collapsed';
  if (has('read_only') && textEntryRoles.has(node.role)) words += ' readonly';
  if (has('password') && node.role !== 'passwordfield') words += ' password';
  return node.suspicious ? `${words} suspicious` : words;
}

/** Of a radio group only the chosen one is news. */
const isRadio = (role: string): boolean => role === 'radiobutton' || role === 'radiomenuitem';

function actionsPart(node: SnapshotNode): string {
  if (node.index === undefined || node.element.actions.length === 0) return '';
  const { defaultActions } = roleTraits(node.role);
  const telling: string[] = [];
  for (const action of node.element.actions) {
    const word = action.toLowerCase();
    // Some toolkits put a whole sentence where the action's name belongs.
    if (clickLike.has(word) || defaultActions.includes(word) || isIdleAction(word) || word.length > 24) continue;
    const short = word.replace(/[^\p{L}\p{N}]+/gu, '-');
    if (!telling.includes(short)) telling.push(short);
  }
  return telling.length > 0 ? ` (${telling.slice(0, 4).join(', ')})` : '';
}
