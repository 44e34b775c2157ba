/**
 * Approvals for a console: what waits, as a list or as events, and answers by id. Agents hold the token of /mcp, so answering takes
 * another one; whoever keeps the events open is there to be asked, and calls wait for them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { ApprovalRequiredEvent, ApprovalSettledEvent } from '../../../approval/approval.js';
import type { Approvals } from '../../../approval/approvals.js';
import { redactTokensIn } from '../../../approval/redact-tokens.js';
import { DriverError } from '../../../errors/driver-error.js';
import { openEventStream } from './events.js';
import { sendJson } from './respond.js';

const MOST_BYTES = 10_000;
const APPROVER = 'console';
const answerBody = z.strictObject({ answer: z.enum(['once', 'session', 'always', 'deny']) });

/** `rest` is what stands behind `/approvals`. */
export async function serveApprovals(
  approvals: Approvals,
  rest: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const id = /^\/([\w-]{1,100})$/.exec(rest)?.[1];
  if (request.method === 'GET' && rest === '') return sendJson(response, 200, { approvals: approvals.list() });
  if (request.method === 'GET' && id === 'events') return followApprovals(approvals, request, response);
  if (request.method === 'POST' && id !== undefined) {
    const { answer } = await readAnswer(request);
    const approval = approvals.answer({ id }, answer, { channel: 'local', approver: APPROVER });
    return sendJson(response, 200, { id: approval.id, answer });
  }
  throw new DriverError(
    'invalid_input',
    `There is no ${request.method} /approvals${rest.slice(0, 100)}; there are GET /approvals, GET /approvals/events and POST /approvals/ID.`,
  );
}

function followApprovals(approvals: Approvals, request: IncomingMessage, response: ServerResponse): void {
  const send = openEventStream(request, response, () => stop());
  const tell = (event: ApprovalRequiredEvent | ApprovalSettledEvent): void => send(event.type, redactTokensIn(event));
  const stop = approvals.subscribe({ name: APPROVER, onRequired: tell, onSettled: tell });
}

async function readAnswer(request: IncomingMessage): Promise<z.output<typeof answerBody>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MOST_BYTES) throw new DriverError('invalid_input', `An answer has at most ${MOST_BYTES} bytes.`);
    chunks.push(chunk);
  }
  try {
    return answerBody.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  } catch (cause) {
    throw new DriverError('invalid_input', 'An answer is {"answer": "once"}, "session", "always" or "deny".', undefined, { cause });
  }
}
