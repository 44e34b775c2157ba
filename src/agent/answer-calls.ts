import type { DriverError } from '../errors/driver-error.js';
import { toDriverError } from '../errors/to-driver-error.js';
import { after, monotonicMs } from '../kit/clock.js';
import type { ToolCall, ToolMessage } from './context/message.js';
import { describeCall, shorten } from './describe-call.js';
import { isEnvelope, type ToolContent, textOf } from './envelope/envelope.js';
import type { AgentEvent, AgentOptions, ToolAnswer } from './loop-types.js';

export const notExecuted = 'Not executed: an earlier action in this turn failed. Look at the present state before going on.';
export const interrupted = 'Not executed: the run was interrupted before this action.';

/** How long a tool that was told to stop may take to let go of what it holds. */
const cancelGraceMs = 800;
const summaryLength = 200;

export interface CallContext {
  readonly step: number;
  readonly options: Pick<AgentOptions, 'execute' | 'tools'>;
  readonly signal: AbortSignal;
  readonly emit: (event: AgentEvent) => void;
  readonly add: (message: ToolMessage) => Promise<void>;
}

/** Runs a turn's calls one after another up to the first failure; every call gets an answer, also when cancelled. */
export async function answerCalls(calls: readonly ToolCall[], context: CallContext): Promise<void> {
  let failed = false;
  for (const call of calls) {
    if (context.signal.aborted) await context.add(toolMessage(call, interrupted, true));
    else if (failed) await context.add(toolMessage(call, notExecuted, true));
    else failed = !(await answerCall(call, context));
  }
}

async function answerCall(call: ToolCall, { step, options, signal, emit, add }: CallContext): Promise<boolean> {
  const startedAt = monotonicMs();
  emit({ type: 'tool_started', step, call, what: describeCall(call) });
  const { content, isError } = await outcomeOf(call, options, signal);
  await add(toolMessage(call, content, isError));
  const summary = shorten(textOf(content), summaryLength);
  emit({ type: 'tool_finished', step, call, ok: !isError, summary, ms: Math.round(monotonicMs() - startedAt) });
  return !isError;
}

interface Outcome {
  readonly content: ToolContent;
  readonly isError: boolean;
}

async function outcomeOf(call: ToolCall, { execute, tools }: CallContext['options'], signal: AbortSignal): Promise<Outcome> {
  const refusal = problemWith(call, tools);
  if (refusal !== undefined) return { content: refusal, isError: true };
  try {
    return outcome(await untilCancelled(execute(call, signal), signal));
  } catch (error) {
    return { content: signal.aborted ? interrupted : errorText(toDriverError(error)), isError: true };
  }
}

/** What the model got wrong before the tool was even asked. */
function problemWith({ name, malformed }: ToolCall, tools: AgentOptions['tools']): string | undefined {
  const names = tools.map((tool) => tool.name);
  if (!names.includes(name)) return `There is no tool "${name}". Available: ${names.join(', ') || 'none'}.`;
  if (malformed === undefined) return undefined;
  return `The arguments are not a JSON object: ${shorten(malformed, summaryLength)} — call ${name} again with one JSON object.`;
}

const isOutcome = (answer: ToolAnswer): answer is Outcome => typeof answer === 'object' && 'isError' in answer && !isEnvelope(answer);

const outcome = (answer: ToolAnswer): Outcome => (isOutcome(answer) ? answer : { content: answer, isError: false });

const errorText = (error: DriverError): string => JSON.stringify(error.toShape());

/** The tool's own end; after a cancel, at most a short grace for it to clean up. */
function untilCancelled<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => after(cancelGraceMs, () => reject(signal.reason));
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

export const toolMessage = ({ id, name }: ToolCall, content: ToolContent, isError: boolean): ToolMessage => ({
  role: 'tool',
  tool_call_id: id,
  name,
  content,
  ...(isError ? { is_error: true } : {}),
});
