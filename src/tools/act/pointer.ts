import { z } from 'zod';
import type { Call } from '../../engine/call.js';
import { frontmostWindow } from '../../engine/judge/frontmost.js';
import { namesElement, resolveElement, resolvePoint, resolveWindow } from '../../engine/target.js';
import { DriverError } from '../../errors/driver-error.js';
import { click as clickVerb } from '../../verbs/click.js';
import { defineTool } from '../define.js';
import { actionResult, captureAfter, deliveryMode, elementFields, modifiers, pointFields, toolInput, windowFields } from '../fields.js';
import { desktopPoint } from './desktop-scope.js';
import { modifierKeys } from './modifier-keys.js';
import { actAndReport } from './report.js';

const targetFields = { ...windowFields, ...elementFields, ...pointFields, delivery_mode: deliveryMode, capture_after: captureAfter };

const clickInput = toolInput({
  ...targetFields,
  button: z.enum(['left', 'right', 'middle']).optional().describe('Default left.'),
  count: z.int().min(1).max(3).optional().describe('Clicks in a row, default 1.'),
  modifier: modifiers,
  action: z
    .enum(['press', 'show_menu', 'pick', 'confirm', 'cancel', 'open'])
    .optional()
    .describe('Accessibility action to use instead of a plain click.'),
});

type ClickArguments = z.output<typeof clickInput>;
type Fixed = Pick<ClickArguments, 'button' | 'count'>;

export const click = defineTool({
  name: 'click',
  group: 'pointer',
  effect: 'act',
  summary: 'Click an element of the last get_window_state, or a pixel of its screenshot, in the background; count 2 double-clicks.',
  input: clickInput,
  output: actionResult,
  profile: 'core',
  cli: { positional: ['element_index'], example: 'offhand click 14 --pid 844 --window-id 10725' },
})(async ({ input, call }) => clickTarget(call, input, 'click', {}));

export const doubleClick = defineTool({
  name: 'double_click',
  group: 'pointer',
  effect: 'act',
  summary: 'Double-click an element or a pixel, or open the element when it offers that.',
  input: toolInput({ ...targetFields, modifier: modifiers }),
  output: actionResult,
  profile: 'full',
  cli: { positional: ['element_index'], example: 'offhand double_click 14 --pid 844 --window-id 10725' },
})(async ({ input, call }) => clickTarget(call, input, 'double_click', { count: 2 }));

export const rightClick = defineTool({
  name: 'right_click',
  group: 'pointer',
  effect: 'act',
  summary: 'Right-click an element or a pixel to open its context menu.',
  input: toolInput({ ...targetFields, modifier: modifiers }),
  output: actionResult,
  profile: 'full',
  cli: { positional: ['element_index'], example: 'offhand right_click 14 --pid 844 --window-id 10725' },
})(async ({ input, call }) => clickTarget(call, input, 'right_click', { button: 'right' }));

async function clickTarget(call: Call, input: ClickArguments, verb: string, fixed: Fixed): Promise<z.input<typeof actionResult>> {
  const isOnScreen = input.pid === undefined && input.window_id === undefined;
  const target = isOnScreen ? await desktopPoint(call, input) : await windowTarget(call, input);
  const act = await clickVerb(call, {
    verb,
    ...target,
    button: fixed.button ?? input.button ?? 'left',
    count: fixed.count ?? input.count ?? 1,
    modifiers: modifierKeys(input.modifier),
    action: input.action,
    delivery: input.delivery_mode ?? 'background',
  });
  const aimed = isOnScreen ? { ...act, onScreen: { frontmost: await frontmostWindow(call) } } : act;
  return actAndReport(call, aimed, input.capture_after);
}

async function windowTarget(call: Call, input: ClickArguments) {
  const window = await resolveWindow(call, input);
  const hasPoint = input.x !== undefined && input.y !== undefined;
  if (namesElement(input) === hasPoint) {
    throw new DriverError('invalid_input', 'Pass either element_index (or element_token) or both x and y.');
  }
  if (namesElement(input)) return { window, element: (await resolveElement(call, window, input)).detail };
  return { window, point: resolvePoint(call, window, input.x ?? 0, input.y ?? 0) };
}
