/** Questions to a person: held calls, who may answer them, and what becomes of them. */
import { randomUUID } from 'node:crypto';
import { DriverError } from '../errors/driver-error.js';
import { after, nowMs, type Timer } from '../kit/clock.js';
import { type Deferred, deferred } from '../kit/deferred.js';
import {
  type Answer,
  type Answerer,
  type AnswerSource,
  type Approval,
  type ApprovalRequest,
  type ApprovalRequiredEvent,
  type ApprovalSettledEvent,
  type ListedApproval,
  plainYes,
  type Verdict,
} from './approval.js';
import { HIDDEN_TOKEN } from './redact-tokens.js';
import { requiredEvent } from './required-event.js';
import { SessionGrants } from './session-grants.js';

export const DEFAULT_TTL_MS = 300_000;

export interface ApprovalOptions {
  readonly ttlMs?: number | undefined;
  /** Writes an "always" down; it also counts for the running session should that fail. */
  readonly remember?: ((request: ApprovalRequest) => void) | undefined;
  /** Hears of every question and its end, but cannot answer: the token is hidden. */
  readonly onEvent?: ((event: ApprovalRequiredEvent | ApprovalSettledEvent) => void) | undefined;
}

interface Question extends ListedApproval {
  readonly token: string;
}

interface Open {
  readonly question: Question;
  readonly timer: Timer;
  /** Absent for parked questions: no call waits. */
  readonly held?: Deferred<Approval>;
}

type Outcome = ApprovalSettledEvent['outcome'];

const REMEMBERED_OUTCOMES = 500;

export class Approvals {
  readonly grants = new SessionGrants();
  readonly #ttlMs: number;
  readonly #remember: (request: ApprovalRequest) => void;
  readonly #onEvent: (event: ApprovalRequiredEvent | ApprovalSettledEvent) => void;
  readonly #open = new Map<string, Open>();
  readonly #settled = new Map<string, Outcome>();
  readonly #answerers = new Set<Answerer>();

  constructor({ ttlMs = DEFAULT_TTL_MS, remember = () => {}, onEvent = () => {} }: ApprovalOptions = {}) {
    this.#ttlMs = ttlMs;
    this.#remember = remember;
    this.#onEvent = onEvent;
  }

  /** Starts listening; what already waits is told at once. The returned function ends it. */
  subscribe(answerer: Answerer): () => void {
    this.#answerers.add(answerer);
    for (const { question } of this.#waiting())
      this.#tell(question, (each) => each === answerer && each.onRequired(requiredEvent(question)));
    return () => this.#leave(answerer);
  }

  #leave(answerer: Answerer): void {
    if (!this.#answerers.delete(answerer)) return;
    for (const { question } of this.#waiting()) if (!this.canAsk(question)) this.#settle(question, 'unanswerable');
  }

  /** An answerer whose channel fails is gone; the others still hear. */
  #tell(question: Question, tell: (answerer: Answerer) => unknown): void {
    for (const answerer of [...this.#answerers]) {
      if (!reaches(answerer, question)) continue;
      try {
        tell(answerer);
      } catch {
        this.#leave(answerer); // a closed stream or socket, whatever its error
      }
    }
  }

  canAsk(request: Addressed): boolean {
    return [...this.#answerers].some((answerer) => reaches(answerer, request));
  }

  /** Holds the caller until a person answers. Rejects with the refusal; at once when nobody could be asked. */
  async ask(request: ApprovalRequest, signal?: AbortSignal): Promise<Approval> {
    if (signal?.aborted) throw cancelled();
    if (!this.canAsk(request)) throw this.#park(request);
    const held = deferred<Approval>();
    const question = this.#begin(request, 'waiting', held);
    const onAbort = () => this.#settle(question, 'cancelled');
    signal?.addEventListener('abort', onAbort, { once: true });
    const event = requiredEvent(question);
    this.#onEvent({ ...event, resume_token: HIDDEN_TOKEN });
    this.#tell(question, (answerer) => answerer.onRequired(event));
    try {
      return await held.promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Takes an answer. Throws for tokens that are forged, spent, expired or another session's. */
  answer(ref: { readonly token: string } | { readonly id: string }, answer: Answer, source: AnswerSource): ListedApproval {
    const question = 'token' in ref ? this.#byToken(ref.token, source) : this.#byId(ref.id, source);
    if (answer !== 'deny' && !question.verdicts.includes(answer)) {
      throw new DriverError('invalid_input', `This can be approved as ${question.verdicts.join(' or ')}, not "${answer}".`, {
        verdicts: question.verdicts,
      });
    }
    this.#settle(question, answer, source.approver);
    return listed(question);
  }

  /** A plain yes or no to a token; without a verdict a yes means what suits the question. */
  resume(token: string, approved: boolean, verdict: Verdict | undefined, source: AnswerSource): ListedApproval {
    const { verdicts } = this.#byToken(token, source);
    return this.answer({ token }, approved ? (verdict ?? plainYes(verdicts)) : 'deny', source);
  }

  list(session?: string): ListedApproval[] {
    return [...this.#open.values()]
      .map(({ question }) => listed(question))
      .filter((each) => session === undefined || each.session === session);
  }

  /** The session is over: its questions and grants go with it. */
  endSession(session: string): void {
    for (const { question } of [...this.#open.values()]) if (question.session === session) this.#settle(question, 'cancelled');
    this.grants.forget(session);
  }

  /** Cancels everything that waits, as when the daemon stops. */
  close(): void {
    for (const { question } of [...this.#open.values()]) this.#settle(question, 'cancelled');
    this.#answerers.clear();
  }

  #waiting(): Open[] {
    return [...this.#open.values()].filter(({ held }) => held !== undefined);
  }

  #begin(request: ApprovalRequest, state: ListedApproval['state'], held?: Deferred<Approval>): Question {
    const createdAtMs = nowMs();
    const question: Question = {
      ...request,
      id: randomUUID(),
      token: `apr-${randomUUID()}`,
      state,
      createdAtMs,
      expiresAtMs: createdAtMs + this.#ttlMs,
    };
    const timer = after(this.#ttlMs, () => this.#settle(question, 'expired'));
    this.#open.set(question.token, held ? { question, timer, held } : { question, timer });
    return question;
  }

  /** Nobody listens: the call is refused now, but a person may still say yes to the next try. */
  #park(request: ApprovalRequest): DriverError {
    const same = [...this.#open.values()].find(
      ({ question, held }) => held === undefined && question.session === request.session && question.grant === request.grant,
    );
    const question = same?.question ?? this.#begin(request, 'parked');
    return new DriverError('approval_required', `${request.reason}; nobody could be asked.`, {
      rule: request.rule,
      app: request.app,
      approval_id: question.id,
    });
  }

  #settle(question: Question, outcome: Outcome, approver = ''): void {
    const open = this.#open.get(question.token);
    if (!open) return;
    this.#open.delete(question.token);
    open.timer.cancel();
    this.#noteOutcome(question.token, outcome);
    const verdict = outcome === 'once' || outcome === 'session' || outcome === 'always' ? outcome : undefined;
    if (verdict === 'session' || verdict === 'always') this.grants.grant(question.session, question.grant, 'session');
    if (verdict === 'always') this.#remember(question);
    if (verdict === 'once' && !open.held) this.grants.grant(question.session, question.grant, 'once');
    if (verdict !== undefined) open.held?.resolve({ verdict, approver });
    else open.held?.reject(refusal(question, outcome, approver));
    const event: ApprovalSettledEvent = {
      type: 'approval_resume',
      resume_token: question.token,
      approved: verdict !== undefined,
      correlation_id: question.id,
      outcome,
    };
    this.#onEvent({ ...event, resume_token: HIDDEN_TOKEN });
    this.#tell(question, (answerer) => answerer.onSettled(event));
  }

  #noteOutcome(token: string, outcome: Outcome): void {
    this.#settled.set(token, outcome);
    const [oldest] = this.#settled.keys();
    if (this.#settled.size > REMEMBERED_OUTCOMES && oldest !== undefined) this.#settled.delete(oldest);
  }

  #byToken(token: string, source: AnswerSource): Question {
    const question = this.#open.get(token)?.question;
    if (!question) throw spent(this.#settled.get(token));
    if (source.channel === 'session' && source.session !== question.session && source.session !== question.owner) {
      throw new DriverError('approval_invalid', 'This approval belongs to another session.', { problem: 'other_session' });
    }
    return question;
  }

  #byId(id: string, source: AnswerSource): Question {
    if (source.channel !== 'local') {
      throw new DriverError('approval_invalid', 'Only the resume token answers over this channel.', { problem: 'token_required' });
    }
    const open = [...this.#open.values()].find(({ question }) => question.id === id);
    if (!open) throw spent(undefined);
    return open.question;
  }
}

type Addressed = Pick<ApprovalRequest, 'session' | 'owner' | 'callId'>;

const reaches = (answerer: Answerer, { session, owner, callId }: Addressed): boolean =>
  (answerer.callId === undefined || answerer.callId === callId) &&
  (answerer.session === undefined || answerer.session === session || answerer.session === owner);

function listed({ token: _secret, ...rest }: Question): ListedApproval {
  return rest;
}

const cancelled = (): DriverError => new DriverError('cancelled', 'The call was cancelled while a person was being asked.');

function refusal(question: Question, outcome: Outcome, approver: string): DriverError {
  const details = { rule: question.rule, app: question.app };
  if (outcome === 'deny') return new DriverError('approval_denied', `${question.reason}; ${approver} said no.`, { ...details, approver });
  if (outcome === 'expired') return new DriverError('approval_expired', `${question.reason}; nobody answered in time.`, details);
  if (outcome === 'unanswerable') {
    return new DriverError('approval_required', `${question.reason}; whoever was being asked went away.`, details);
  }
  return cancelled();
}

function spent(outcome: Outcome | undefined): DriverError {
  if (outcome === 'expired') return new DriverError('approval_expired', 'This approval has expired.', { problem: 'expired' });
  if (outcome === undefined) return new DriverError('approval_invalid', 'No approval has this token.', { problem: 'unknown' });
  const problem = outcome === 'cancelled' || outcome === 'unanswerable' ? 'cancelled' : 'answered';
  return new DriverError('approval_invalid', `This approval was ${problem} already.`, { problem });
}
