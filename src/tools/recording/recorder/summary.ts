/** A turn in one line for people. Texts are counted, never quoted. */
import { formatCombo } from '../../../model/key-combo.js';
import type { OpenTurn } from './open-turn.js';

const LONGEST_NAME = 60;

const named = (text: string): string => `“${text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME)}…` : text}”`;

export function summaryOf(open: OpenTurn, hidesKeys: boolean): string {
  const { act, window, call } = open;
  const where = window ? ` in ${named(window.title)}` : '';
  if (!act) return `${spaced(call.tool.name)}${where}`;
  const { element, point, text, combos } = act;
  const label = open.targets[0]?.signature.label ?? element?.name ?? '';
  const what = [
    spaced(act.verb),
    ...(combos && !hidesKeys ? [combos.map((combo) => formatCombo(combo, 'meta')).join(', ')] : []),
    ...(element ? [element.role, ...(label === '' ? [] : [named(label)])] : []),
    ...(!element && point ? [`at ${point.x}, ${point.y}`] : []),
    ...(act.app === undefined || window ? [] : [act.window ? `in ${act.app}` : act.app]),
    ...(text === undefined ? [] : [`(${[...text].length} characters)`]),
  ];
  return `${what.join(' ')}${where}`;
}

/** `type_text` reads “Type text”. */
const spaced = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;
