/** What a host says to `offhand stream`, one JSON object a line. Events go back in the shapes of `ops/events.ts`. */
import { z } from 'zod';
import type { ErrorShape } from '../../errors/driver-error.js';
import { approvalResumeCommand } from '../../ops/events.js';

const callCommand = z.strictObject({
  type: z.literal('call'),
  /** The host's own name for this call; answers and events repeat it. */
  id: z
    .union([z.string().min(1).max(200), z.number()])
    .transform(String)
    .optional(),
  tool: z.string().min(1).max(100),
  input: z.record(z.string(), z.unknown()).default({}),
});

const cancelCommand = z.strictObject({ type: z.literal('cancel'), id: z.union([z.string(), z.number()]).transform(String) });

export const streamCommand = z.discriminatedUnion('type', [callCommand, cancelCommand, approvalResumeCommand]);
export type StreamCommand = z.output<typeof streamCommand>;
export type CallCommand = z.output<typeof callCommand>;

export interface ReadyEvent {
  readonly type: 'ready';
  readonly protocol: 1;
  readonly version: string;
  readonly session: string | undefined;
  readonly capabilities: {
    readonly computer_use: boolean;
    readonly approvals: true;
    /** Why there is no computer use, and what to do about it. */
    readonly computer_use_problem?: ErrorShape;
  };
}

export type StreamAnswer =
  | { readonly type: 'result'; readonly id: string; readonly ok: true; readonly output: unknown }
  | { readonly type: 'result'; readonly id: string; readonly ok: false; readonly error: ErrorShape }
  | { readonly type: 'progress'; readonly id: string; readonly message: string; readonly fraction?: number }
  /** A line that could not be obeyed; the stream goes on. */
  | { readonly type: 'error'; readonly error: ErrorShape; readonly id?: string };
