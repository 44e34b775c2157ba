import { z } from 'zod';
import type { Call } from '../../engine/call.js';
import { namesElement, resolveElement, resolvePoint, resolveWindow } from '../../engine/target.js';
import { DriverError } from '../../errors/driver-error.js';
import type { ComboInput } from '../../model/key-combo.js';
import { requireCombo } from '../../ops/require-combo.js';
import { pressKey as pressKeyVerb } from '../../verbs/keys.js';
import { defineTool } from '../define.js';
import { actionResult, captureAfter, deliveryMode, elementFields, modifiers, pointFields, toolInput, windowFields } from '../fields.js';
import { actAndReport } from './report.js';

const keyFields = {
  ...windowFields,
  ...elementFields,
  ...pointFields,
  repeat: z.int().min(1).max(200).optional().describe('Presses in a row, default 1.'),
  hold_ms: z.int().min(0).max(10_000).optional().describe('How long to hold the key, default 0.'),
  hold: z
    .enum(['down', 'up'])
    .optional()
    .describe('down leaves the keys pressed for the calls that follow, up releases them; the end of the session does too.'),
  delivery_mode: deliveryMode,
  capture_after: captureAfter,
};

export const pressKey = defineTool({
  name: 'press_key',
  group: 'keyboard',
  effect: 'act',
  summary: 'Press one key in a window, with modifiers if wanted; at an element or pixel it is clicked first.',
  input: toolInput({ key: z.string().min(1).max(64).describe('Key name, e.g. enter, tab, f5, a.'), modifiers, ...keyFields }),
  output: actionResult,
  profile: 'core',
  cli: { positional: ['key'], example: 'offhand press_key enter --pid 844' },
})(async ({ input, call }) => press(call, 'press_key', { keys: input.key, mods: input.modifiers }, input));

export const hotkey = defineTool({
  name: 'hotkey',
  group: 'keyboard',
  effect: 'act',
  summary: 'Press a key combination in a window, e.g. ["ctrl","s"].',
  input: toolInput({ keys: z.array(z.string().min(1).max(64)).min(1).max(6).describe('Modifiers and one key.'), ...keyFields }),
  output: actionResult,
  profile: 'core',
  cli: { positional: ['keys'], example: 'offhand hotkey ctrl s --pid 844 --window-id 10725' },
})(async ({ input, call }) => press(call, 'hotkey', input.keys, input));

type KeyArguments = z.output<ReturnType<typeof keyShape>>;
const keyShape = () => z.object(keyFields);

async function press(call: Call, verb: string, keys: ComboInput, input: KeyArguments): Promise<z.input<typeof actionResult>> {
  const combo = requireCombo(keys);
  const hasPoint = input.x !== undefined && input.y !== undefined;
  if (namesElement(input) && hasPoint) throw new DriverError('invalid_input', 'Pass element_index or x and y, not both.');
  const window = await resolveWindow(call, input);
  const act = await pressKeyVerb(call, {
    verb,
    window,
    combo,
    repeat: input.repeat ?? 1,
    holdMs: input.hold_ms ?? 0,
    hold: input.hold,
    delivery: input.delivery_mode ?? 'background',
    ...(namesElement(input) ? { element: (await resolveElement(call, window, input)).detail } : {}),
    ...(hasPoint ? { point: resolvePoint(call, window, input.x ?? 0, input.y ?? 0) } : {}),
  });
  return actAndReport(call, act, input.capture_after);
}
