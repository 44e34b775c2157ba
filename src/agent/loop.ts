/** The provider-independent agent loop: model turn, tool calls, again, until there is nothing left to do. */
import { DriverError } from '../errors/driver-error.js';
import { toDriverError } from '../errors/to-driver-error.js';
import { monotonicMs } from '../kit/clock.js';
import { answerCalls, interrupted, toolMessage } from './answer-calls.js';
import { compressMessages } from './context/compress.js';
import { evictScreenshots, keepNewest } from './context/evict.js';
import { type AgentMessage, type AssistantMessage, unansweredCalls } from './context/message.js';
import { forStorage } from './context/store.js';
import { estimateTokens } from './context/tokens.js';
import { EventQueue } from './event-queue.js';
import type { AgentEvent, AgentOptions, AgentResult, AgentStatus } from './loop-types.js';
import { addUsage, emptyUsage, type ModelRequest, type ModelTurn, type Usage } from './provider/client.js';

const defaultMaxSteps = 50;
const resumeNote = 'This conversation was resumed: earlier screenshots and element numbers are gone. Capture again before acting.';
const cutOffNudge = 'Your answer was cut off by the output limit. Go on, in smaller steps.';
const emptyNudge = 'You answered with nothing. Go on with the task, or say what you found.';

/**
 * Yields what happens as it happens; the last event and the return value carry the result. Never throws for a failed or
 * cancelled run. Leaving the iteration early cancels the run.
 */
export async function* runAgent(options: AgentOptions): AsyncGenerator<AgentEvent, AgentResult, void> {
  const queue = new EventQueue<AgentEvent>();
  const left = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, left.signal]) : left.signal;
  const run = new AgentRun(options, signal, (event) => queue.push(event));
  const result = run.toEnd().finally(() => queue.end());
  try {
    yield* queue;
    return await result;
  } finally {
    left.abort();
    await result;
  }
}

/** The run's result, for callers who do not follow along. */
export async function completeAgent(options: AgentOptions, onEvent: (event: AgentEvent) => void = () => {}): Promise<AgentResult> {
  const events = runAgent(options);
  for (;;) {
    const next = await events.next();
    if (next.done) return next.value;
    onEvent(next.value);
  }
}

class AgentRun {
  #messages: readonly AgentMessage[];
  #usage: Usage = emptyUsage;
  #step = 0;
  #text = '';

  constructor(
    readonly options: AgentOptions,
    readonly signal: AbortSignal,
    readonly emit: (event: AgentEvent) => void,
  ) {
    this.#messages = options.transcript ?? [];
  }

  async toEnd(): Promise<AgentResult> {
    let result: AgentResult;
    try {
      await this.#begin();
      result = this.#result(await this.#steps());
    } catch (error) {
      const status = this.signal.aborted ? 'cancelled' : 'failed';
      result = this.#result(status, toDriverError(error));
    }
    this.emit({ type: 'finished', result });
    return result;
  }

  /** A stored conversation may end between a call and its answer; no provider takes it like that. */
  async #begin(): Promise<void> {
    const { task, transcript = [] } = this.options;
    for (const call of unansweredCalls(transcript)) await this.#add(toolMessage(call, interrupted, true));
    const last = this.#messages.at(-1);
    const isOver = last === undefined || (last.role === 'assistant' && !last.tool_calls?.length);
    if (task === undefined && isOver) throw new DriverError('invalid_input', 'There is nothing to do: pass a task.');
    if (task !== undefined) await this.#add({ role: 'user', content: task });
    if (transcript.length > 0) await this.#add({ role: 'user', content: resumeNote });
  }

  async #steps(): Promise<AgentStatus> {
    const maxSteps = this.options.maxSteps ?? defaultMaxSteps;
    let emptyTurns = 0;
    while (this.#step < maxSteps) {
      if (this.signal.aborted) return 'cancelled';
      if (this.#isOverBudget()) return 'budget';
      const turn = await this.#takeStep();
      if (this.signal.aborted) return 'cancelled';
      if (turn.stop === 'refusal') return 'refused';
      if (turn.toolCalls.length > 0) continue;
      const nudge = turn.stop === 'length' ? cutOffNudge : turn.text.trim() === '' && emptyTurns++ === 0 ? emptyNudge : undefined;
      if (nudge === undefined) return 'done';
      await this.#add({ role: 'user', content: nudge });
    }
    return 'max_steps';
  }

  async #takeStep(): Promise<ModelTurn> {
    const step = ++this.#step;
    const startedAt = monotonicMs();
    this.emit({ type: 'step_started', step });
    const request = this.#request();
    const turn = await this.options.client.turn(request, this.signal, (delta) => this.emit({ type: 'delta', step, delta }));
    const usage = turn.usage ?? estimatedUsage(request, turn);
    this.#usage = addUsage(this.#usage, usage);
    this.#text = turn.text || this.#text;
    if (turn.text !== '' || turn.toolCalls.length > 0) await this.#add(assistantMessage(turn));
    await answerCalls(turn.toolCalls, {
      step,
      options: this.options,
      signal: this.signal,
      emit: this.emit,
      add: (message) => this.#add(message),
    });
    this.emit({ type: 'step_finished', step, text: turn.text, ms: Math.round(monotonicMs() - startedAt), usage, total: this.#usage });
    return turn;
  }

  /** Pruning is kept, not redone: the prefix a provider has cached stays the same from turn to turn. */
  #request(): ModelRequest {
    const { system, tools, maxOutputTokens, eviction = keepNewest, compress } = this.options;
    this.#messages = evictScreenshots(this.#messages, eviction);
    if (compress && estimateTokens(this.#messages) > compress.aboveTokens) this.#messages = compressMessages(this.#messages, compress);
    return { system, tools, messages: this.#messages, ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }) };
  }

  async #add(message: AgentMessage): Promise<void> {
    this.#messages = [...this.#messages, message];
    const [stored] = forStorage([message]);
    if (stored) await this.options.onMessage?.(stored);
  }

  #isOverBudget(): boolean {
    const { tokenBudget } = this.options;
    return tokenBudget !== undefined && this.#usage.inputTokens + this.#usage.outputTokens >= tokenBudget;
  }

  #result(status: AgentStatus, error?: DriverError): AgentResult {
    return {
      status,
      text: this.#text,
      steps: this.#step,
      usage: this.#usage,
      transcript: this.#messages,
      ...(error ? { error } : {}),
    };
  }
}

function assistantMessage({ text, toolCalls, replay }: ModelTurn): AssistantMessage {
  return {
    role: 'assistant',
    content: text,
    ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
    ...(replay ? { replay } : {}),
  };
}

/** For servers that do not count. */
function estimatedUsage({ system, messages, tools }: ModelRequest, { text, toolCalls }: ModelTurn): Usage {
  return {
    inputTokens: estimateTokens(system) + estimateTokens(messages) + estimateTokens(tools),
    outputTokens: estimateTokens(text) + (toolCalls.length > 0 ? estimateTokens(toolCalls) : 0),
    cachedInputTokens: 0,
  };
}
