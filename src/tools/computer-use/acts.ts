/** Each action as the tool that carries it out, and its arguments. */
import type { Executable } from '../../engine/execute.js';
import { DriverError } from '../../errors/driver-error.js';
import type { Window } from '../../model/window.js';
import { drag, scroll } from '../act/gestures.js';
import { pressKey } from '../act/keyboard.js';
import { click, doubleClick, rightClick } from '../act/pointer.js';
import { setValue, typeText } from '../act/text.js';
import type { Action } from './actions.js';
import type { ComputerUseArguments } from './schema.js';

export type InputAction = Exclude<Action, 'capture' | 'wait' | 'list_apps' | 'list_windows' | 'focus_app'>;

type ToolArguments = Readonly<Record<string, unknown>>;

interface Act {
  readonly tool: Executable;
  /** Throws what is missing, in the words of this tool's arguments. */
  arguments(args: ComputerUseArguments): ToolArguments;
}

export const acts: Readonly<Record<InputAction, Act>> = {
  click: { tool: click, arguments: (args) => pointed(args) },
  double_click: { tool: doubleClick, arguments: (args) => pointed(args) },
  right_click: { tool: rightClick, arguments: (args) => pointed(args) },
  middle_click: { tool: click, arguments: (args) => ({ ...pointed(args), button: 'middle' }) },
  drag: { tool: drag, arguments: (args) => ({ ...dragEnds(args), modifier: args.modifiers }) },
  scroll: {
    tool: scroll,
    arguments: (args) => ({ ...placeOf(args), direction: args.direction, amount: args.amount, modifier: args.modifiers }),
  },
  type: { tool: typeText, arguments: (args) => ({ ...placeOf(args), text: needed(args, 'text') }) },
  key: { tool: pressKey, arguments: (args) => ({ ...placeOf(args), key: needed(args, 'keys'), modifiers: args.modifiers }) },
  set_value: {
    tool: setValue,
    arguments: (args) => ({ element_index: needed(args, 'element'), value: needed(args, 'value') }),
  },
};

export const isInputAction = (action: Action): action is InputAction => Object.hasOwn(acts, action);

/** Numbers and coordinates were read from a capture, so they need one. */
export const usesCapture = (args: ComputerUseArguments): boolean =>
  [args.element, args.coordinate, args.from_element, args.to_element, args.from_coordinate, args.to_coordinate].some(
    (each) => each !== undefined,
  );

export const windowArguments = ({ pid, id }: Window): ToolArguments => ({ window_id: id, ...(pid === null ? {} : { pid }) });

function placeOf({ action, element, coordinate, delivery_mode }: ComputerUseArguments): ToolArguments {
  if (element !== undefined && coordinate !== undefined) {
    throw new DriverError('invalid_input', `computer_use: ${action} takes element or coordinate, not both. Prefer element.`);
  }
  return { ...(element === undefined ? {} : { element_index: element }), ...named('', coordinate), delivery_mode };
}

function pointed(args: ComputerUseArguments): ToolArguments {
  if (args.element === undefined && args.coordinate === undefined) {
    throw new DriverError(
      'invalid_input',
      `computer_use: ${args.action} needs element (a number of the latest capture) or coordinate [x, y].`,
    );
  }
  return { ...placeOf(args), modifier: args.modifiers };
}

function dragEnds(args: ComputerUseArguments): ToolArguments {
  const byElements = args.from_element !== undefined && args.to_element !== undefined;
  const byPoints = args.from_coordinate !== undefined && args.to_coordinate !== undefined;
  if (byElements === byPoints) {
    throw new DriverError('invalid_input', 'computer_use: drag needs from_element and to_element, or from_coordinate and to_coordinate.');
  }
  const ends = byElements
    ? { from_element: args.from_element, to_element: args.to_element }
    : { ...named('from_', args.from_coordinate), ...named('to_', args.to_coordinate) };
  return { ...ends, delivery_mode: args.delivery_mode };
}

const named = (prefix: '' | 'from_' | 'to_', point: readonly number[] | undefined): ToolArguments =>
  point === undefined ? {} : { [`${prefix}x`]: point[0], [`${prefix}y`]: point[1] };

function needed<K extends 'text' | 'keys' | 'value' | 'element'>(args: ComputerUseArguments, field: K) {
  const value = args[field];
  if (value !== undefined) return value;
  throw new DriverError('invalid_input', `computer_use: ${args.action} needs ${field}.`, { missing: field });
}
