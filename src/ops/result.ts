/** What an operation answers with, tagged by `kind`. */
import { z } from 'zod';

export interface OpTreeNode {
  readonly role: string;
  readonly name: string;
  readonly value?: string | undefined;
  readonly bounds: readonly [x: number, y: number, width: number, height: number] | null;
  readonly children: readonly OpTreeNode[];
}

const bounds = z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable();

const treeNode: z.ZodType<OpTreeNode> = z.strictObject({
  role: z.string(),
  name: z.string(),
  value: z.string().min(1).optional(),
  bounds,
  children: z.array(z.lazy(() => treeNode)),
});

export const opResult = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ok') }),
  z.strictObject({
    kind: z.literal('screenshot'),
    format: z.literal('png'),
    data_b64: z.string(),
    width: z.int().min(0).max(100_000),
    height: z.int().min(0).max(100_000),
    redacted: z.boolean().describe('Whether something was covered.'),
  }),
  z.strictObject({
    kind: z.literal('ax_tree'),
    tree: z.strictObject({ app_id: z.string(), window_title: z.string(), root: treeNode }),
  }),
  z.strictObject({ kind: z.literal('frontmost_app'), app_id: z.string().nullable() }),
]);

export type OpResult = z.output<typeof opResult>;
