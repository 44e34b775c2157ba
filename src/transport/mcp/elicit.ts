/**
 * Asks the person through the client's own form. MCP has the client call again with the answer, so the tool call stays
 * suspended between the rounds; older clients are served by the SDK, which puts the question to them itself.
 */
import { randomUUID } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Answer, ApprovalQuestion, Approver } from '../../approval/approval.js';
import { DriverError } from '../../errors/driver-error.js';
import { type Deferred, deferred } from '../../kit/deferred.js';

const KEY = 'approval';
const contentSchema = z.object({ answer: z.string() });

interface Put {
  readonly question: ApprovalQuestion;
  readonly answer: Deferred<Answer | undefined>;
}

interface Suspended<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  put: Put | undefined;
  /** Settles when the next question is there. */
  asked: Deferred<void>;
}

export interface Asking {
  readonly signal: AbortSignal;
  /** Undefined when the client offers no forms. */
  readonly approver: Approver | undefined;
}

export class Elicitation<T> {
  readonly #suspended = new Map<string, Suspended<T>>();

  /** Runs a call, or goes on with the one the client answers a question about. */
  run(context: ServerContext, canAsk: boolean, start: (asking: Asking) => Promise<T>): Promise<T | InputRequiredResult> {
    const state = context.mcpReq.requestState();
    if (typeof state !== 'string') return this.#round(context, this.#start(canAsk, start));
    const call = this.#suspended.get(state);
    this.#suspended.delete(state);
    if (!call?.put) throw new DriverError('approval_invalid', 'No call waits for this answer any more.', { problem: 'unknown' });
    const { put } = call;
    call.put = undefined;
    call.asked = deferred();
    put.answer.resolve(answerOf(context, put.question));
    return this.#round(context, call);
  }

  #start(canAsk: boolean, start: (asking: Asking) => Promise<T>): Suspended<T> {
    const stop = new AbortController();
    const asked = deferred<void>();
    const approver: Approver = {
      name: 'elicitation',
      ask: (question, signal) => {
        const answer = deferred<Answer | undefined>();
        signal.addEventListener('abort', () => answer.resolve(undefined), { once: true });
        call.put = { question, answer };
        call.asked.resolve();
        return answer.promise;
      },
    };
    // A microtask later: `ask` needs the call it belongs to.
    const result = Promise.resolve().then(() => start({ signal: stop.signal, approver: canAsk ? approver : undefined }));
    const call: Suspended<T> = { result, stop, put: undefined, asked };
    return call;
  }

  /** Until the call is done or a person is needed. A client that goes away meanwhile takes the call along. */
  async #round({ mcpReq: { signal, envelope } }: ServerContext, call: Suspended<T>): Promise<T | InputRequiredResult> {
    const onAbort = () => call.stop.abort(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    await Promise.race([call.result, call.asked.promise]);
    if (call.put === undefined) return call.result;
    // Since 2026 each round is a request of its own; before, the same request lasts until the answer.
    if (envelope !== undefined) signal.removeEventListener('abort', onAbort);
    return this.#suspend(call, call.put);
  }

  #suspend(call: Suspended<T>, { question }: Put): InputRequiredResult {
    const state = randomUUID();
    this.#suspended.set(state, call);
    // Expired or answered elsewhere: nobody needs to come back.
    void call.result.then(
      () => this.#suspended.delete(state),
      () => this.#suspended.delete(state),
    );
    return inputRequired({ inputRequests: { [KEY]: inputRequired.elicit(formOf(question)) }, requestState: state });
  }
}

const labels: Readonly<Record<Answer, string>> = { once: 'Yes, once', session: 'Yes, for this session', always: 'Always', deny: 'No' };
const choicesOf = ({ context }: ApprovalQuestion): readonly Answer[] => ['deny', ...context.verdicts];

function formOf(question: ApprovalQuestion) {
  const choices = choicesOf(question);
  return {
    message: `May this be done? ${question.context.preview}\n${question.reason}`,
    requestedSchema: {
      type: 'object' as const,
      properties: {
        answer: {
          type: 'string' as const,
          title: 'Answer',
          oneOf: choices.map((choice) => ({ const: choice, title: labels[choice] })),
          default: 'deny',
        },
      },
      required: ['answer'],
    },
  };
}

/** A form sent back declined, closed or without a clear yes is a no. */
function answerOf({ mcpReq }: ServerContext, question: ApprovalQuestion): Answer {
  const response = inputResponse(mcpReq.inputResponses, KEY);
  if (response.kind !== 'elicit' || response.action !== 'accept') return 'deny';
  const content = contentSchema.safeParse(response.content);
  return choicesOf(question).find((choice) => content.success && choice === content.data.answer) ?? 'deny';
}

const envelopeSchema = z.object({ [CLIENT_CAPABILITIES_META_KEY]: z.unknown() });
const capabilitiesSchema = z.object({ elicitation: z.object({}).loose() }).loose();

/** Requests of 2026-07-28 say what their client can do; older ones said it at `initialize`. */
export function offersForms({ mcpReq }: ServerContext, initialized: unknown): boolean {
  const envelope = envelopeSchema.safeParse(mcpReq.envelope ?? {});
  const parsed = capabilitiesSchema.safeParse((envelope.success ? envelope.data[CLIENT_CAPABILITIES_META_KEY] : undefined) ?? initialized);
  if (!parsed.success) return false;
  const modes = Object.keys(parsed.data.elicitation);
  return modes.length === 0 || modes.includes('form') || !modes.includes('url');
}
