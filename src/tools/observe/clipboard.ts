import { z } from 'zod';
import { allowManaging } from '../act/allow.js';
import { defineTool } from '../define.js';
import { toolInput } from '../fields.js';

export const clipboardRead = defineTool({
  name: 'clipboard_read',
  group: 'clipboard',
  effect: 'observe',
  summary: 'What kinds of content the clipboard holds, and its text when asked.',
  input: toolInput({ include_text: z.boolean().optional().describe('Return the text itself; default false.') }),
  output: z.object({ types: z.array(z.string()), text: z.string().nullable() }),
  profile: 'full',
  cli: { example: 'offhand clipboard_read --include-text' },
})(async ({ input, call }) => {
  await call.engine.gate.decideRead(call, null);
  const { types, text } = await (await call.backend()).clipboard.read(call.signal);
  return { types: [...types], text: input.include_text ? text : null };
});

export const clipboardWrite = defineTool({
  name: 'clipboard_write',
  group: 'clipboard',
  effect: 'act',
  summary: 'Put text on the clipboard; replaces what the person had there.',
  input: toolInput({ text: z.string().max(1_048_576).describe('Text to put there.') }),
  output: z.object({ written: z.int() }),
  profile: 'full',
  cli: { positional: ['text'], example: 'offhand clipboard_write "hello"' },
})(async ({ input, call }) => {
  await allowManaging(call, 'clipboard_write', 'clipboard', { text: input.text });
  await (await call.backend()).clipboard.write(input.text, call.signal);
  return { written: [...input.text].length };
});
