/** What hosts hear about operations and approvals, as JSON. No event carries typed text. */
import { z } from 'zod';
import type { Op } from './op.js';
import { describeOp, opIntent } from './op-intent.js';

export const cuaEvent = z.strictObject({
  type: z.literal('cua_event'),
  msg_id: z.string(),
  call_id: z.string(),
  op: z.string(),
  coords: z.tuple([z.number(), z.number()]).readonly().optional(),
  summary: z.string(),
});

export const cuaPolicyDenied = z.strictObject({
  type: z.literal('cua_policy_denied'),
  msg_id: z.string(),
  op: z.string(),
  app: z.string().min(1).optional(),
  reason: z.string(),
});

/** What a person needs to know to answer; the preview is redacted. */
export const approvalContext = z.strictObject({
  session: z.string(),
  client: z.string(),
  tool: z.string(),
  op: z.string().optional(),
  app: z.string(),
  rule: z.string(),
  preview: z.string(),
  verdicts: z.array(z.enum(['once', 'session', 'always'])).readonly(),
});

export const approvalRequired = z.strictObject({
  type: z.literal('approval_required'),
  call_id: z.string(),
  correlation_id: z.string(),
  reason: z.string(),
  context: approvalContext,
  resume_token: z.string(),
  expires_at: z.number(),
});

/** The command a host sends. A plain yes to a first contact is remembered; `modifications.verdict` narrows it. */
export const approvalResumeCommand = z.strictObject({
  type: z.literal('approval_resume'),
  resume_token: z.string(),
  approved: z.boolean(),
  modifications: z
    .strictObject({ verdict: z.enum(['once', 'session', 'always']).optional() })
    .nullable()
    .optional(),
});

/** The echo once the answer was taken. */
export const approvalResumed = z.strictObject({ type: z.literal('approval_resume'), resume_token: z.string(), approved: z.boolean() });

export type CuaEvent = z.output<typeof cuaEvent>;
export type CuaPolicyDenied = z.output<typeof cuaPolicyDenied>;
export type ApprovalContext = z.output<typeof approvalContext>;
export type ApprovalRequired = z.output<typeof approvalRequired>;
export type ApprovalResumeCommand = z.output<typeof approvalResumeCommand>;
export type ApprovalResumed = z.output<typeof approvalResumed>;

export function cuaEventOf(op: Op, ids: { msgId: string; callId: string }): CuaEvent {
  const { coords } = opIntent(op);
  return {
    type: 'cua_event',
    msg_id: ids.msgId,
    call_id: ids.callId,
    op: op.kind,
    ...(coords ? { coords } : {}),
    summary: describeOp(op),
  };
}

export function policyDeniedOf(op: string, app: string, reason: string, msgId: string): CuaPolicyDenied {
  return { type: 'cua_policy_denied', msg_id: msgId, op, ...(app === '' ? {} : { app }), reason };
}
