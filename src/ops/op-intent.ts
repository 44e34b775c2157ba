/** What an operation means to policy, events and approvals: its keys, its text, its place. */
import { formatCombo, type KeyCombo } from '../model/key-combo.js';
import { MODIFIERS } from '../model/key-names.js';
import type { Op } from './op.js';
import { requireCombo } from './require-combo.js';

export interface OpIntent {
  readonly risk: 'observe' | 'act';
  readonly text?: string;
  readonly combos?: readonly KeyCombo[];
  /** Modifiers held while a pointer operation runs. */
  readonly held?: readonly string[];
  readonly coords?: readonly [number, number];
}

export function opIntent(op: Op): OpIntent {
  switch (op.kind) {
    case 'left_click':
    case 'right_click':
      return { risk: 'act', coords: [op.x, op.y], held: MODIFIERS.filter((modifier) => modifier !== 'fn' && op.mods[modifier]) };
    case 'double_click':
    case 'mouse_move':
    case 'scroll':
      return { risk: 'act', coords: [op.x, op.y] };
    case 'type':
      return { risk: 'act', text: op.text };
    case 'key':
      return { risk: 'act', combos: [requireCombo({ keys: op.keys, mods: op.mods })] };
    case 'screenshot':
    case 'ax_tree':
    case 'wait':
    case 'frontmost_app':
      return { risk: 'observe' };
  }
}

/** One line for people. Says how much was typed, never what. */
export function describeOp(op: Op): string {
  switch (op.kind) {
    case 'left_click':
      return `${op.button} click at (${op.x}, ${op.y})`;
    case 'right_click':
      return `right click at (${op.x}, ${op.y})`;
    case 'double_click':
      return `double click at (${op.x}, ${op.y})`;
    case 'mouse_move':
      return `moved the agent's pointer to (${op.x}, ${op.y})`;
    case 'scroll':
      return `scrolled by (${op.dx}, ${op.dy}) at (${op.x}, ${op.y})`;
    case 'type':
      return describeTyping(op.text);
    case 'key':
      return `pressed ${formatCombo(requireCombo({ keys: op.keys, mods: op.mods }))}`;
    case 'screenshot':
      return op.region === 'full' ? 'took a screenshot' : `took a screenshot of ${op.region.width}×${op.region.height}`;
    case 'ax_tree':
      return 'read the accessibility tree';
    case 'wait':
      return `waited ${op.duration_ms} ms`;
    case 'frontmost_app':
      return 'asked for the frontmost application';
  }
}

export function describeTyping(text: string): string {
  const count = Array.from(text).length;
  return `typed ${count} character${count === 1 ? '' : 's'}`;
}
