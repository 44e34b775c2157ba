/** The closed vocabulary of desktop operations, tagged by `kind`. Adding one is a decision, not a detail. */
import { z } from 'zod';
import { DriverError } from '../errors/driver-error.js';

const INT32 = 2_147_483_647;
const coordinate = z
  .int()
  .min(-INT32 - 1)
  .max(INT32);
const length = z.int().min(0).max(INT32);

const opButton = z.enum(['left', 'right', 'middle']);

const opModifiers = z.strictObject({
  shift: z.boolean().default(false),
  ctrl: z.boolean().default(false),
  alt: z.boolean().default(false),
  meta: z.boolean().default(false),
});

const noModifiers = { shift: false, ctrl: false, alt: false, meta: false };
const mods = opModifiers.default(noModifiers).describe('Modifier keys held during the operation.');
const button = opButton.default('left');

const rect = z.strictObject({ x: coordinate, y: coordinate, width: length, height: length });

/** Absent, null and "full" all mean every display. */
const region = z
  .union([z.null(), z.literal('full'), rect])
  .default('full')
  .transform((given) => given ?? ('full' as const));

const at = { x: coordinate.describe('Screen x in pixels.'), y: coordinate.describe('Screen y in pixels.') };

const variants = [
  z.strictObject({ kind: z.literal('left_click'), ...at, button, mods }),
  z.strictObject({ kind: z.literal('right_click'), ...at, mods }),
  z.strictObject({ kind: z.literal('double_click'), ...at, button }),
  z.strictObject({ kind: z.literal('mouse_move'), ...at }),
  z.strictObject({
    kind: z.literal('scroll'),
    ...at,
    dx: coordinate.describe('Positive scrolls right.'),
    dy: coordinate.describe('Positive scrolls down.'),
  }),
  z.strictObject({
    kind: z.literal('type'),
    text: z.string().describe('Literal text; control characters other than \\n and \\t are refused.'),
  }),
  z.strictObject({ kind: z.literal('key'), keys: z.string().min(1).describe('A combination such as "ctrl+z".'), mods }),
  z.strictObject({ kind: z.literal('screenshot'), region, format: z.literal('png').default('png'), redact: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('ax_tree') }),
  z.strictObject({ kind: z.literal('wait'), duration_ms: z.int().min(0).max(Number.MAX_SAFE_INTEGER) }),
  z.strictObject({ kind: z.literal('frontmost_app') }),
] as const;

export const op = z.discriminatedUnion('kind', variants);
export type Op = z.output<typeof op>;
export type OpInput = z.input<typeof op>;
export type OpKind = Op['kind'];

export const OP_COUNT = 11;
export const OP_KINDS: readonly OpKind[] = variants.map((variant) => variant.shape.kind.value);

/** What the tool `cua` takes. */
export const opEnvelope = z.strictObject({
  op: op.describe('One operation, tagged by kind.'),
  sub_agent: z.string().min(1).nullable().optional().describe('Gives a sub-agent a session of its own.'),
});

export function parseOp(value: unknown): Op {
  const parsed = op.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : '';
  throw new DriverError('invalid_input', `cua: invalid op${where}: ${issue?.message ?? 'not an operation'}`, { kinds: OP_KINDS });
}
