import type { ApprovalRequiredEvent, ListedApproval } from './approval.js';

/** The question as hosts receive it. */
export function requiredEvent(question: ListedApproval & { readonly token: string }): ApprovalRequiredEvent {
  return {
    type: 'approval_required',
    call_id: question.callId,
    correlation_id: question.id,
    reason: question.reason,
    context: {
      session: question.session,
      client: question.client,
      tool: question.tool,
      ...(question.op === undefined ? {} : { op: question.op }),
      app: question.app,
      rule: question.rule,
      preview: question.preview,
      verdicts: question.verdicts,
    },
    resume_token: question.token,
    expires_at: question.expiresAtMs,
  };
}
