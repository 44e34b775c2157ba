import { DriverError } from '../../errors/driver-error.js';
import { nearest } from '../../kit/nearest.js';

export const actions = [
  'capture',
  'click',
  'double_click',
  'right_click',
  'middle_click',
  'drag',
  'scroll',
  'type',
  'key',
  'set_value',
  'wait',
  'list_apps',
  'list_windows',
  'focus_app',
] as const;

export type Action = (typeof actions)[number];

/** Names other tools use for the same thing. They are never taken silently, only suggested. */
const otherNames: Readonly<Record<string, Action>> = {
  screenshot: 'capture',
  take_screenshot: 'capture',
  get_window_state: 'capture',
  snapshot: 'capture',
  observe: 'capture',
  left_click: 'click',
  mouse_click: 'click',
  press: 'click',
  tap: 'click',
  triple_click: 'double_click',
  left_click_drag: 'drag',
  drag_and_drop: 'drag',
  hotkey: 'key',
  press_key: 'key',
  keypress: 'key',
  key_press: 'key',
  key_combo: 'key',
  key_combination: 'key',
  shortcut: 'key',
  type_text: 'type',
  input_text: 'type',
  write: 'type',
  select_option: 'set_value',
  fill: 'set_value',
  sleep: 'wait',
  apps: 'list_apps',
  windows: 'list_windows',
  activate: 'focus_app',
  open_app: 'focus_app',
  switch_app: 'focus_app',
};

/** The action a model meant to write; anything else is refused with the nearest one. */
export function requireAction(raw: unknown): Action {
  const word = typeof raw === 'string' ? raw.trim().toLowerCase() : undefined;
  if (word === undefined || word === '') {
    throw new DriverError('invalid_input', `computer_use: action is missing. Use one of ${actions.join(', ')}.`, { expected: actions });
  }
  const known = actions.find((action) => action === word);
  if (known) return known;
  const meant = otherNames[word];
  const suggestions = meant === undefined ? nearest(word, actions) : [meant];
  const hint = suggestions.length > 0 ? ` Did you mean "${suggestions.join('" or "')}"?` : '';
  throw new DriverError(
    'invalid_input',
    `computer_use: there is no action "${word.slice(0, 40)}".${hint} Actions: ${actions.join(', ')}.`,
    {
      suggestions,
      expected: actions,
    },
  );
}
