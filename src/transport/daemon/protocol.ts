/** What client and daemon say to each other. Requests carry an id; every answer and notice repeats it. */
import { z } from 'zod';
import type { ListedApproval } from '../../approval/approval.js';
import type { EngineEvent } from '../../engine/events.js';
import type { ErrorShape } from '../../errors/driver-error.js';
import type { ApprovalNotice } from './approval-relay.js';

const identity = {
  client: z.string().max(200),
  session: z.string().max(64).optional(),
  desktop: z.string().max(64).optional(),
};

const verdict = z.enum(['once', 'session', 'always']);
const answer = z.enum([...verdict.options, 'deny']);

export const requestSchema = z.discriminatedUnion('method', [
  z.object({ id: z.int(), method: z.literal('hello'), version: z.string().max(100) }),
  z.object({
    id: z.int(),
    method: z.literal('call'),
    tool: z.string().max(100),
    input: z.unknown(),
    message: z.string().max(200).optional(),
    /** Who answers questions about this call at the other end; absent when nobody does. */
    approver: z.string().max(40).optional(),
    ...identity,
  }),
  z.object({
    id: z.int(),
    method: z.literal('cli'),
    argv: z.array(z.string()).max(1000),
    cwd: z.string().max(4096),
    terminal: z.object({ isTty: z.boolean(), columns: z.int(), color: z.boolean(), asks: z.boolean().default(false) }),
    ...identity,
  }),
  z.object({ id: z.int(), method: z.literal('stdin'), target: z.int(), text: z.string() }),
  /** To a question about the call `target`; null when the person could not be asked. */
  z.object({ id: z.int(), method: z.literal('answer'), target: z.int(), question: z.string().max(100), answer: answer.nullable() }),
  z.object({ id: z.int(), method: z.literal('approvals'), session: z.string().max(64).optional() }),
  z.object({ id: z.int(), method: z.literal('answer_approval'), approval: z.string().max(100), answer, approver: z.string().max(40) }),
  z.object({ id: z.int(), method: z.literal('follow_approvals'), ...identity }),
  z.object({ id: z.int(), method: z.literal('unfollow_approvals'), target: z.int() }),
  z.object({
    id: z.int(),
    method: z.literal('resume_approval'),
    resume_token: z.string().max(200),
    approved: z.boolean(),
    verdict: verdict.optional(),
    ...identity,
  }),
  z.object({ id: z.int(), method: z.literal('cancel'), target: z.int() }),
  z.object({ id: z.int(), method: z.literal('mint_session'), ...identity }),
  z.object({ id: z.int(), method: z.literal('end_session'), session: z.string().max(64) }),
  z.object({ id: z.int(), method: z.literal('status') }),
  z.object({ id: z.int(), method: z.literal('stop') }),
  z.object({ id: z.int(), method: z.literal('subscribe') }),
  z.object({ id: z.int(), method: z.literal('pause'), reason: z.string().max(500) }),
  z.object({ id: z.int(), method: z.literal('resume') }),
]);

export type DaemonRequest = z.output<typeof requestSchema>;

export type DaemonNotice =
  | { readonly id: number; readonly progress: { readonly message: string; readonly fraction?: number } }
  | { readonly id: number; readonly stdout: string }
  | { readonly id: number; readonly stderr: string }
  | { readonly id: number; readonly stdinWanted: true }
  | { readonly id: number; readonly event: EngineEvent }
  | ApprovalNotice;

export type DaemonAnswer = { readonly id: number; readonly result: unknown } | { readonly id: number; readonly error: ErrorShape };

export interface ApprovalList {
  readonly approvals: readonly ListedApproval[];
}

export interface DaemonStatus {
  readonly version: string;
  readonly pid: number;
  readonly uptime_s: number;
  readonly rss_mb: number;
  readonly sessions: number;
  readonly connections: number;
  readonly paused: boolean;
  readonly socket: string;
  readonly http?: string;
}

/** What a command line came to: done here, or better run in the caller's own process. */
export type CliOutcome = { readonly exitCode: number } | { readonly runLocally: true };
