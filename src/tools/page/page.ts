import { resolveWindow } from '../../engine/target.js';
import { defineTool } from '../define.js';
import { actInPage } from './acts.js';
import { readPage } from './reads.js';
import { type PageArguments, type PageResult, pageInput, pageOutput, READS } from './schema.js';

const isRead = (action: PageArguments['action']): boolean => READS.some((each) => each === action);

export const page = defineTool({
  name: 'page',
  group: 'page',
  effect: 'act',
  summary: 'Read and drive a web page in the background: text, DOM, scripts, tabs, input, dialogs, downloads.',
  input: pageInput,
  output: pageOutput,
  profile: 'core',
  cli: { positional: ['action'], example: 'offhand page get_text --pid 844 --window-id 10725' },
})(async ({ input, call }): Promise<PageResult> => {
  const window = await resolveWindow(call, input);
  return isRead(input.action) ? readPage(call, window, input) : actInPage(call, window, input);
});
