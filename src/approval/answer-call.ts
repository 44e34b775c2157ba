import type { Answerer, ApprovalRequiredEvent, Approver } from './approval.js';
import type { Approvals } from './approvals.js';

/** Puts the questions about one call to the person behind it, until the returned function is called. */
export function answerCall(approvals: Approvals, callId: string, approver: Approver): () => void {
  const open = new Map<string, AbortController>();
  const put = async ({ type: _type, resume_token: token, ...question }: ApprovalRequiredEvent): Promise<void> => {
    const withdrawn = new AbortController();
    open.set(token, withdrawn);
    try {
      const answer = await approver.ask(question, withdrawn.signal);
      if (withdrawn.signal.aborted) return;
      if (answer === undefined) stop();
      else approvals.answer({ token }, answer, { channel: 'local', approver: approver.name });
    } catch {
      stop(); // the terminal, client or program that was asked failed, whatever its error: nobody is there to answer
    }
  };
  const answerer: Answerer = {
    name: approver.name,
    callId,
    onRequired: (event) => void put(event),
    onSettled({ resume_token: token }) {
      open.get(token)?.abort();
      open.delete(token);
    },
  };
  const stop = approvals.subscribe(answerer);
  return stop;
}
