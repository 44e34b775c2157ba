import { z } from 'zod';
import { resolveWindow } from '../../engine/target.js';
import { invokeMenu as invokeMenuVerb } from '../../verbs/invoke-menu.js';
import { defineTool } from '../define.js';
import { actionResult, captureAfter, exactWindowFields, toolInput } from '../fields.js';
import { actAndReport } from './report.js';

export const invokeMenu = defineTool({
  name: 'invoke_menu',
  group: 'menu',
  effect: 'act',
  summary: 'Trigger a menu item by its labels, without opening the menu or activating the window.',
  input: toolInput({
    ...exactWindowFields,
    path: z.array(z.string().min(1).max(200)).min(1).max(16).describe('Labels from the menu bar down, e.g. ["File", "Save"].'),
    capture_after: captureAfter,
  }),
  output: actionResult,
  profile: 'core',
  cli: { positional: ['path'], example: 'offhand invoke_menu File Save --pid 844 --window-id 10725' },
})(async ({ input, call }) => {
  const window = await resolveWindow(call, input);
  return actAndReport(call, await invokeMenuVerb(call, window, input.path), input.capture_after);
});
