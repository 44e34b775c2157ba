import { z } from 'zod';
import type { Call } from '../../engine/call.js';
import { observeUntil, type UntilResult } from '../../engine/observe-until.js';
import { DriverError } from '../../errors/driver-error.js';
import type { Predicate } from '../../snapshot/predicates.js';
import { defineTool } from '../define.js';
import { exactWindowFields, rect, toolInput } from '../fields.js';

const text = z.string().max(2000).optional();
const flag = z.boolean().optional();

const windowPredicate = z.strictObject({
  exists: flag,
  title_contains: text,
  bounds: rect.extend({ tolerance_px: z.number().min(0).max(100).optional() }).optional(),
});

const elementPredicate = z.strictObject({
  selector: z.strictObject({ role: text, label: text, label_contains: text, element_index: z.int().min(0).optional() }),
  exists: flag,
  value_equals: text,
  value_contains: text,
  text_contains: text,
  enabled: flag,
  checked: flag,
  selected: flag,
  focused: flag,
  expanded: flag,
  count: z.strictObject({ equals: z.int().min(0).optional(), min: z.int().min(0).optional(), max: z.int().min(0).optional() }).optional(),
});

const expect = z
  .array(z.strictObject({ window: windowPredicate.optional(), element: elementPredicate.optional() }))
  .min(1)
  .max(8)
  .describe('All must hold, e.g. [{"element":{"selector":{"role":"button","label":"OK"},"enabled":true}}]; exists:false proves absence.');

const output = z.object({
  status: z.enum(['satisfied', 'unsatisfied', 'unknown']),
  stable: z.boolean(),
  elapsed_ms: z.int(),
  samples: z.int(),
  predicates: z.array(z.object({ index: z.int(), status: z.string(), reason: z.string().optional(), observed: z.object({}).loose() })),
});

type Expect = z.output<typeof expect>;

export const verifyState = defineTool({
  name: 'verify_state',
  group: 'verify',
  effect: 'observe',
  summary: 'Check statements about a window and its elements, also that something is not there.',
  input: toolInput({
    ...exactWindowFields,
    expect,
    timeout_ms: z.int().min(0).max(60_000).optional().describe('How long to wait for them to hold, default 2000.'),
    stable_samples: z.int().min(1).max(5).optional().describe('Looks in a row that must agree, default 2.'),
  }),
  output,
  profile: 'core',
  cli: { example: 'offhand verify_state \'{"pid":844,"window_id":10725,"expect":[{"window":{"title_contains":"Saved"}}]}\'' },
})(async ({ input, call }) =>
  report(await run(call, input, { timeoutMs: input.timeout_ms ?? 2000, stableSamples: input.stable_samples ?? 2 })),
);

export const waitFor = defineTool({
  name: 'wait_for',
  group: 'verify',
  effect: 'observe',
  summary: 'Wait until statements about a window hold; an error says what was seen last when they do not.',
  input: toolInput({
    ...exactWindowFields,
    expect,
    timeout_ms: z.int().min(0).max(300_000).optional().describe('Longest wait, default 10000.'),
  }),
  output,
  profile: 'full',
  cli: { example: 'offhand wait_for \'{"pid":844,"window_id":10725,"expect":[{"element":{"selector":{"label":"Done"}}}]}\'' },
})(async ({ input, call }) => {
  const result = await run(call, input, { timeoutMs: input.timeout_ms ?? 10_000, stableSamples: 1 });
  if (result.status === 'satisfied') return report(result);
  throw new DriverError('timeout', `What was awaited did not come within ${result.elapsedMs} ms.`, {
    last_seen: report(result).predicates,
  });
});

function run(
  call: Call,
  input: { pid: number; window_id: number; expect: Expect },
  options: { timeoutMs: number; stableSamples: number },
): Promise<UntilResult> {
  return observeUntil(call, { pid: input.pid, windowId: input.window_id, predicates: input.expect.map(toPredicate), ...options });
}

function toPredicate({ window, element }: Expect[number]): Predicate {
  if (window && !element) return { window };
  if (element && !window) return { element };
  throw new DriverError('invalid_input', 'expect: each entry holds either window or element.');
}

const report = ({ status, stable, elapsedMs, samples, results }: UntilResult) => ({
  status,
  stable,
  elapsed_ms: elapsedMs,
  samples,
  predicates: results.map((result, index) => ({
    index,
    status: result.status,
    ...(result.reason ? { reason: result.reason } : {}),
    observed: { ...result.observed },
  })),
});
