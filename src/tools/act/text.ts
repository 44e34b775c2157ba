import { z } from 'zod';
import { namesElement, resolveElement, resolvePoint, resolveWindow } from '../../engine/target.js';
import { DriverError } from '../../errors/driver-error.js';
import { setValue as setValueVerb } from '../../verbs/set-value.js';
import { typeText as typeTextVerb } from '../../verbs/type-text.js';
import { defineTool } from '../define.js';
import {
  actionResult,
  captureAfter,
  deliveryMode,
  elementFields,
  exactWindowFields,
  pointFields,
  toolInput,
  windowFields,
} from '../fields.js';
import { actAndReport } from './report.js';
import { actWithText } from './secret-text.js';

const MAX_TEXT = 1_048_576;

export const typeText = defineTool({
  name: 'type_text',
  group: 'text',
  effect: 'act',
  summary: 'Type text into an element, at a pixel, or at the caret of a window; says how many characters arrived.',
  input: toolInput({
    text: z.string().max(MAX_TEXT).describe('Text to type; any Unicode. {{secret:NAME}} stands for a stored secret.'),
    ...windowFields,
    ...elementFields,
    ...pointFields,
    delay_ms: z.int().min(0).max(1000).optional().describe('Pause between characters, default 0.'),
    delivery_mode: deliveryMode,
    capture_after: captureAfter,
  }),
  output: actionResult,
  profile: 'core',
  cli: { positional: ['text'], example: 'offhand type_text "hello" --pid 844 --window-id 10725 --element-index 3' },
})(async ({ input, call }) => {
  const hasPoint = input.x !== undefined && input.y !== undefined;
  if (namesElement(input) && hasPoint) throw new DriverError('invalid_input', 'Pass element_index or x and y, not both.');
  const window = await resolveWindow(call, input);
  const request = {
    window,
    delayMs: input.delay_ms ?? 0,
    delivery: input.delivery_mode ?? 'background',
    ...(namesElement(input) ? { element: (await resolveElement(call, window, input)).detail } : {}),
    ...(hasPoint ? { point: resolvePoint(call, window, input.x ?? 0, input.y ?? 0) } : {}),
  };
  const act = await actWithText(call, input.text, (text) => typeTextVerb(call, { ...request, text }));
  return actAndReport(call, act, input.capture_after);
});

export const setValue = defineTool({
  name: 'set_value',
  group: 'text',
  effect: 'act',
  summary: 'Set an element to a value: text of a field, number of a slider, option of a combo box, on/off of a check box.',
  input: toolInput({
    value: z
      .union([z.string().max(MAX_TEXT), z.number(), z.boolean()])
      .describe('The value; true/false for check boxes and switches; {{secret:NAME}} for a stored secret.'),
    ...exactWindowFields,
    ...elementFields,
    capture_after: captureAfter,
  }),
  output: actionResult,
  profile: 'core',
  cli: { positional: ['value'], example: 'offhand set_value 75 --pid 844 --window-id 10725 --element-index 9' },
})(async ({ input, call }) => {
  if (!namesElement(input)) throw new DriverError('invalid_input', 'set_value: pass element_index or element_token.');
  const window = await resolveWindow(call, input);
  const { detail } = await resolveElement(call, window, input);
  const act = await actWithText(call, String(input.value), (value) => setValueVerb(call, { window, element: detail, value }));
  return actAndReport(call, act, input.capture_after);
});
