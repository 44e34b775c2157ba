import { isRecord, type Json } from '../../context/image-parts.js';
import type { Delta, ModelClient, ModelTurn, StopReason, Usage } from '../client.js';
import { fault } from '../http.js';
import type { FaultKind } from '../provider-fault.js';
import { count, incompleteStream, list, record, type TurnReader, text, toolCall } from '../turn.js';
import { createOpenaiClient } from './client.js';
import { type ResponsesOptions, toResponsesRequest } from './responses-request.js';

const provider = 'openai';

export function createResponsesClient(options: ResponsesOptions): ModelClient {
  return createOpenaiClient(options, {
    provider,
    path: '/responses',
    body: (request) => toResponsesRequest(request, options),
    makeReader: (_, onDelta) => new ResponsesReader(options.model, onDelta),
  });
}

/** Responses API events: items are added, grow and are done; the last event carries the totals. */
export class ResponsesReader implements TurnReader {
  readonly #items = new Map<number, Json>();
  #response: Json = {};
  #end: 'completed' | 'incomplete' | undefined;

  constructor(
    readonly model: string,
    readonly onDelta: (delta: Delta) => void,
  ) {}

  get isComplete(): boolean {
    return this.#end !== undefined;
  }

  read(event: Json): void {
    switch (event.type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        this.onDelta({ type: 'text', text: text(event.delta) });
        break;
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        this.onDelta({ type: 'thinking', text: text(event.delta) });
        break;
      case 'response.output_item.added':
        if (record(event.item).type === 'function_call') this.onDelta({ type: 'tool_call', name: text(record(event.item).name) });
        break;
      case 'response.output_item.done':
        this.#items.set(count(event.output_index), record(event.item));
        break;
      case 'response.completed':
      case 'response.incomplete':
        this.#end = event.type === 'response.completed' ? 'completed' : 'incomplete';
        this.#response = record(event.response);
        break;
      case 'response.failed':
        throw streamError(record(record(event.response).error));
      case 'error':
        throw streamError(isRecord(event.error) ? event.error : event);
    }
  }

  result(): ModelTurn {
    if (this.#end === undefined) throw incompleteStream(provider);
    const items = this.#output();
    const messageParts = items.flatMap((item) => (item.type === 'message' ? list(item.content).map(record) : []));
    const toolCalls = items.flatMap((item) =>
      item.type === 'function_call' ? [toolCall(text(item.call_id), text(item.name), item.arguments)] : [],
    );
    const refused = messageParts.some((part) => part.type === 'refusal');
    const usage = usageOf(this.#response.usage);
    return {
      text: messageParts.map((part) => text(part.text) || text(part.refusal)).join(''),
      toolCalls,
      stop: this.#stop(refused, toolCalls.length > 0),
      ...(usage ? { usage } : {}),
      replay: { provider, model: this.model, items },
    };
  }

  /** The closing event repeats all items, but not every compatible server fills it in. */
  #output(): readonly Json[] {
    const streamed = [...this.#items.entries()].sort(([a], [b]) => a - b).map(([, item]) => item);
    return streamed.length > 0 ? streamed : list(this.#response.output).map(record);
  }

  #stop(refused: boolean, hasCalls: boolean): StopReason {
    if (refused || record(this.#response.incomplete_details).reason === 'content_filter') return 'refusal';
    if (this.#end === 'incomplete') return 'length';
    return hasCalls ? 'tools' : 'end';
  }
}

const faultKinds: Readonly<Record<string, FaultKind>> = {
  rate_limit_exceeded: 'rate_limited',
  server_error: 'overloaded',
  internal_error: 'overloaded',
  overloaded: 'overloaded',
};

function streamError(error: Json) {
  const type = text(error.code) || text(error.type);
  return fault({ provider }, faultKinds[type] ?? 'http', `stopped the stream: ${text(error.message) || type}`, { type });
}

function usageOf(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined;
  return {
    inputTokens: count(value.input_tokens),
    outputTokens: count(value.output_tokens),
    cachedInputTokens: count(record(value.input_tokens_details).cached_tokens),
  };
}
