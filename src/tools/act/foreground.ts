import { resolveWindow } from '../../engine/target.js';
import { raiseWindow } from '../../verbs/raise-window.js';
import { defineTool } from '../define.js';
import { actionResult, captureAfter, toolInput, windowFields } from '../fields.js';
import { actAndReport } from './report.js';

export const bringToFront = defineTool({
  name: 'bring_to_front',
  group: 'windows',
  effect: 'act',
  summary: 'Activate and raise a window on purpose; takes the focus of the person, so policy must allow it.',
  input: toolInput({ ...windowFields, capture_after: captureAfter }),
  output: actionResult,
  profile: 'full',
  cli: { example: 'offhand bring_to_front --pid 844 --window-id 10725' },
})(async ({ input, call }) => actAndReport(call, await raiseWindow(call, await resolveWindow(call, input)), input.capture_after));
