import type { Approver, Verdict } from '../approval/approval.js';
import type { Caller, Engine } from '../engine/call.js';
import type { EventListener } from '../engine/events.js';
import { execute } from '../engine/execute.js';
import { findTool } from '../tools/registry.js';
import type { ApprovalEvent } from './daemon/approval-relay.js';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((message: string, fraction?: number) => void) | undefined;
  /** The host's name for the message this call belongs to; events repeat it as `msg_id`. */
  readonly messageId?: string | undefined;
  /** Whoever answers when policy wants a person's word for this call. */
  readonly approver?: Approver | undefined;
}

/** A way to run tools: in this process or through the daemon. Everything above (MCP, CLI, SDK) sees only this. */
export interface Driver extends AsyncDisposable {
  readonly kind: 'in_process' | 'daemon';
  readonly session: string | undefined;
  call(tool: string, input: unknown, options?: CallOptions): Promise<unknown>;
  subscribe(listener: EventListener): () => void;
  /** Questions about this driver's session with their secret tokens, for hosts that put them to a person. */
  followApprovals(listener: (event: ApprovalEvent) => void): () => void;
  /** Answers such a question; without a verdict a yes means what suits it. */
  resumeApproval(token: string, approved: boolean, verdict?: Verdict): Promise<void>;
  /** False once the daemon is known to be gone; nothing was sent then, so opening anew is safe. */
  isOpen(): boolean;
  close(): Promise<void>;
}

export type CallerIdentity = Pick<Caller, 'client' | 'session' | 'desktop'>;

/** Runs tools on an engine of this process. */
export function localDriver(engine: Engine, caller: CallerIdentity, onClose: () => Promise<void> = async () => {}): Driver {
  return {
    kind: 'in_process',
    session: caller.session,
    call: async (tool, input, options = {}) => execute(engine, findTool(tool), input, { ...caller, ...options }),
    subscribe: (listener) => engine.events.subscribe(listener),
    isOpen: () => true,
    followApprovals: (listener) =>
      engine.approvals.subscribe({ name: caller.client, session: caller.session, onRequired: listener, onSettled: listener }),
    async resumeApproval(token, approved, verdict) {
      const { client: approver, session } = caller;
      engine.approvals.resume(
        token,
        approved,
        verdict,
        session === undefined ? { channel: 'local', approver } : { channel: 'session', approver, session },
      );
    },
    close: onClose,
    [Symbol.asyncDispose]: onClose,
  };
}
