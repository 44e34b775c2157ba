import { z } from 'zod';
import type { Call } from '../../engine/call.js';
import { namesElement, resolveElement, resolvePoint, resolveWindow } from '../../engine/target.js';
import { DriverError } from '../../errors/driver-error.js';
import { buttonDown, buttonUp } from '../../verbs/hold/button.js';
import { heldIn } from '../../verbs/hold/held.js';
import { defineTool } from '../define.js';
import { actionResult, captureAfter, elementFields, pointFields, toolInput, windowFields } from '../fields.js';
import { actAndReport } from './report.js';

const buttonInput = toolInput({
  ...windowFields,
  ...elementFields,
  ...pointFields,
  button: z.enum(['left', 'right', 'middle']).optional().describe('Default left.'),
  capture_after: captureAfter,
});

type ButtonArguments = z.output<typeof buttonInput>;

export const mouseButtonDown = defineTool({
  name: 'mouse_button_down',
  group: 'pointer',
  effect: 'act',
  summary: 'Press a mouse button at an element or pixel and hold it; move_cursor then drags, mouse_button_up releases.',
  input: buttonInput,
  output: actionResult,
  profile: 'full',
  cli: { positional: ['x', 'y'], example: 'offhand mouse_button_down 120 80 --pid 844 --window-id 10725 --session shopping' },
})(async ({ input, call }) => actAndReport(call, await buttonDown(call, await placeOf(call, input, true)), input.capture_after));

export const mouseButtonUp = defineTool({
  name: 'mouse_button_up',
  group: 'pointer',
  effect: 'act',
  summary: 'Release a mouse button held by mouse_button_down, after moving to an element or pixel if one is given.',
  input: buttonInput,
  output: actionResult,
  profile: 'full',
  cli: { positional: ['x', 'y'], example: 'offhand mouse_button_up 300 80 --session shopping' },
})(async ({ input, call }) => actAndReport(call, await buttonUp(call, await placeOf(call, input, false)), input.capture_after));

/** A release needs no window: the button is held in one. */
async function placeOf(call: Call, input: ButtonArguments, isPlaceNeeded: boolean) {
  const button = input.button ?? 'left';
  const isNamed = input.pid !== undefined || input.window_id !== undefined;
  const heldWindow = isNamed ? undefined : await heldIn(call);
  if (!isNamed && heldWindow === undefined && !isPlaceNeeded)
    throw new DriverError('not_held', `The ${button} mouse button is not held down.`);
  const window = await resolveWindow(call, heldWindow === undefined ? input : { window_id: heldWindow });
  const hasPoint = input.x !== undefined && input.y !== undefined;
  if ((namesElement(input) && hasPoint) || (isPlaceNeeded && !namesElement(input) && !hasPoint)) {
    throw new DriverError('invalid_input', 'Pass either element_index (or element_token) or both x and y.');
  }
  if (namesElement(input)) return { window, button, element: (await resolveElement(call, window, input)).detail } as const;
  return hasPoint
    ? ({ window, button, point: resolvePoint(call, window, input.x ?? 0, input.y ?? 0) } as const)
    : ({ window, button } as const);
}
