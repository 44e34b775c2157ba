/** The nouns of asking a person. */
export type Verdict = 'once' | 'session' | 'always';
export type Answer = Verdict | 'deny';

/** What a call needs a person's word for. Everything here may be shown; nothing in it is secret. */
export interface ApprovalRequest {
  readonly callId: string;
  readonly session: string;
  /** The connection's own session when the call used another one: its host may answer too. */
  readonly owner?: string | undefined;
  readonly client: string;
  readonly tool: string;
  readonly op?: string | undefined;
  readonly app: string;
  readonly rule: string;
  readonly reason: string;
  /** What a yes is remembered under. */
  readonly grant: string;
  readonly verdicts: readonly Verdict[];
  /** Redacted: how much is typed, never what. */
  readonly preview: string;
}

export interface ListedApproval extends ApprovalRequest {
  /** Public handle: answers only over a local channel. */
  readonly id: string;
  /** `waiting` holds a call; `parked` was refused because nobody listened, and a yes counts for the next try. */
  readonly state: 'waiting' | 'parked';
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export interface Approval {
  readonly verdict: Verdict;
  readonly approver: string;
}

/** As hosts receive it. The token is a secret between Offhand and whoever may answer. */
export interface ApprovalRequiredEvent {
  readonly type: 'approval_required';
  readonly call_id: string;
  readonly correlation_id: string;
  readonly reason: string;
  readonly context: {
    readonly session: string;
    readonly client: string;
    readonly tool: string;
    readonly op?: string;
    readonly app: string;
    readonly rule: string;
    readonly preview: string;
    readonly verdicts: readonly Verdict[];
  };
  readonly resume_token: string;
  readonly expires_at: number;
}

export interface ApprovalSettledEvent {
  readonly type: 'approval_resume';
  readonly resume_token: string;
  readonly approved: boolean;
  readonly correlation_id: string;
  readonly outcome: Answer | 'expired' | 'cancelled' | 'unanswerable';
}

/** A question without what could answer it: may be shown anywhere. */
export type ApprovalQuestion = Omit<ApprovalRequiredEvent, 'type' | 'resume_token'>;

/** The person behind one call: a terminal, a form in an MCP client, a function of a program. */
export interface Approver {
  readonly name: string;
  /** Undefined when the person could not be asked after all. `signal` aborts once someone else answered. */
  ask(question: ApprovalQuestion, signal: AbortSignal): Promise<Answer | undefined>;
}

/** Someone who can put the question to a person. */
export interface Answerer {
  readonly name: string;
  /** Absent: trusted with every session's questions. */
  readonly session?: string | undefined;
  /** Present: asked only about this call. */
  readonly callId?: string | undefined;
  onRequired(event: ApprovalRequiredEvent): void;
  onSettled(event: ApprovalSettledEvent): void;
}

/** Where an answer comes from. A session's own channel needs the token; a local one may use the public id. */
export type AnswerSource =
  | { readonly channel: 'local'; readonly approver: string }
  | { readonly channel: 'session'; readonly approver: string; readonly session: string };

/** What a plain yes means: remembered where it can be, else only this once. */
export const plainYes = (verdicts: readonly Verdict[]): Verdict => (verdicts.includes('always') ? 'always' : 'once');
