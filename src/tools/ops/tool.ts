import { z } from 'zod';
import type { Call } from '../../engine/call.js';
import { perform } from '../../engine/perform.js';
import { cuaEventOf } from '../../ops/events.js';
import { type Op, opEnvelope } from '../../ops/op.js';
import type { OpResult } from '../../ops/result.js';
import { defineTool } from '../define.js';
import { toolInput } from '../fields.js';
import { actsOf } from './acts.js';
import { nameFrontmost, readFrontTree, takeScreenshot, waitFor } from './looks.js';

/** The members of all results side by side: which ones are there depends on `kind`. */
const output = z.object({
  kind: z.enum(['ok', 'screenshot', 'ax_tree', 'frontmost_app']),
  format: z.literal('png').optional(),
  data_b64: z.string().optional().describe('The picture in base64.'),
  width: z.int().optional(),
  height: z.int().optional(),
  redacted: z.boolean().optional().describe('Whether something was covered.'),
  tree: z.object({ app_id: z.string(), window_title: z.string(), root: z.object({}).loose() }).optional(),
  app_id: z.string().nullable().optional(),
});

export const cua = defineTool({
  name: 'cua',
  group: 'ops',
  effect: 'act',
  summary: 'One operation in true screen pixels: click, move, scroll, type, key, screenshot, tree, wait or frontmost app.',
  input: toolInput(opEnvelope.shape),
  output,
  profile: 'full',
  sessionFor: ({ sub_agent: name }) => (name ? `cua-${name}` : undefined),
  cli: { example: 'offhand cua \'{"op":{"kind":"left_click","x":100,"y":200}}\'' },
})(async ({ input: { op }, call }) => {
  const result = await run(call, op);
  call.engine.events.emit(cuaEventOf(op, { msgId: call.messageId, callId: call.id }));
  return result.kind === 'ax_tree' ? { ...result, tree: { ...result.tree, root: { ...result.tree.root } } } : result;
});

async function run(call: Call, op: Op): Promise<OpResult> {
  switch (op.kind) {
    case 'screenshot':
      return takeScreenshot(call, op);
    case 'ax_tree':
      return readFrontTree(call, op);
    case 'frontmost_app':
      return nameFrontmost(call, op);
    case 'wait':
      return waitFor(call, op);
    default:
      for (const act of await actsOf(call, op)) await perform(call, act);
      return { kind: 'ok' };
  }
}
