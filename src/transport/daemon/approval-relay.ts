/** Approvals over one connection: questions to the person behind a call, and the trail of a session for hosts that answer with tokens. */
import type { Answer, ApprovalQuestion, ApprovalRequiredEvent, ApprovalSettledEvent, Approver } from '../../approval/approval.js';
import type { Approvals } from '../../approval/approvals.js';
import { type Deferred, deferred } from '../../kit/deferred.js';

export type ApprovalEvent = ApprovalRequiredEvent | ApprovalSettledEvent;

export type ApprovalNotice =
  /** Put to the person at the other end, who made the call `id`. */
  | { readonly id: number; readonly question: ApprovalQuestion }
  /** Someone else answered; the question is no longer of interest. */
  | { readonly id: number; readonly withdrawn: string }
  | { readonly id: number; readonly approval: ApprovalEvent };

export class ApprovalRelay {
  readonly #asked = new Map<string, Deferred<Answer | undefined>>();
  readonly #followed = new Map<number, () => void>();

  constructor(
    private readonly approvals: Approvals,
    private readonly send: (notice: ApprovalNotice) => void,
  ) {}

  /** The person at the other end of the connection, asked about the request `id`. */
  approver(id: number, name: string): Approver {
    return {
      name,
      ask: (question, signal) => {
        const answer = deferred<Answer | undefined>();
        const key = keyOf(id, question.correlation_id);
        this.#asked.set(key, answer);
        signal.addEventListener(
          'abort',
          () => {
            if (this.#asked.delete(key)) this.send({ id, withdrawn: question.correlation_id });
            answer.resolve(undefined);
          },
          { once: true },
        );
        this.send({ id, question });
        return answer.promise;
      },
    };
  }

  /** False when nothing was asked, or not any more. */
  answer(id: number, question: string, answer: Answer | undefined): boolean {
    const key = keyOf(id, question);
    this.#asked.get(key)?.resolve(answer);
    return this.#asked.delete(key);
  }

  /** Tells of the session's questions, with the tokens that answer them; without a session of all. */
  follow(id: number, name: string, session: string | undefined): void {
    const tell = (approval: ApprovalEvent) => this.send({ id, approval });
    this.#followed.set(id, this.approvals.subscribe({ name, session, onRequired: tell, onSettled: tell }));
  }

  unfollow(id: number): boolean {
    this.#followed.get(id)?.();
    return this.#followed.delete(id);
  }

  close(): void {
    for (const stop of this.#followed.values()) stop();
    for (const answer of this.#asked.values()) answer.resolve(undefined);
  }
}

const keyOf = (id: number, question: string): string => `${id} ${question}`;
