import { isRecord, type Json } from '../context/image-parts.js';
import { toAnthropicRequest } from './anthropic-request.js';
import type { ClientOptions, Delta, ModelClient, ModelTurn, StopReason, Usage } from './client.js';
import { fault } from './http.js';
import { type FaultKind, requireKey } from './provider-fault.js';
import { count, endpoint, incompleteStream, record, runTurn, type TurnReader, text, toolCall } from './turn.js';

const provider = 'anthropic';

export function createAnthropicClient(options: ClientOptions): ModelClient {
  const key = requireKey(options.apiKey, 'Anthropic', 'ANTHROPIC_API_KEY');
  const url = endpoint(options.baseUrl ?? 'https://api.anthropic.com', '/v1/messages');
  const headers = { 'x-api-key': key, 'anthropic-version': '2023-06-01', ...options.headers };
  return {
    provider,
    model: options.model,
    turn: (request, signal, onDelta) =>
      runTurn({
        http: { provider, url, headers, body: toAnthropicRequest(request, options), secret: key },
        options,
        signal,
        onDelta,
        makeReader: () => new AnthropicReader(options.model, onDelta),
      }),
  };
}

interface OpenBlock {
  readonly start: Json;
  body: string;
  signature: string;
}

const faultKinds: Readonly<Record<string, FaultKind>> = {
  overloaded_error: 'overloaded',
  api_error: 'overloaded',
  timeout_error: 'overloaded',
  rate_limit_error: 'rate_limited',
  authentication_error: 'unauthorized',
  permission_error: 'unauthorized',
};

/** Messages API events: blocks open, grow by deltas and close, in order of their index. */
export class AnthropicReader implements TurnReader {
  readonly #blocks = new Map<number, OpenBlock>();
  #usage: Json = {};
  #stopReason = '';
  isComplete = false;

  constructor(
    readonly model: string,
    readonly onDelta: (delta: Delta) => void,
  ) {}

  read(event: Json): void {
    switch (event.type) {
      case 'message_start':
        this.#usage = record(record(event.message).usage);
        break;
      case 'content_block_start':
        this.#open(count(event.index), record(event.content_block));
        break;
      case 'content_block_delta':
        this.#grow(this.#blocks.get(count(event.index)), record(event.delta));
        break;
      case 'message_delta':
        this.#stopReason = text(record(event.delta).stop_reason) || this.#stopReason;
        this.#usage = { ...this.#usage, ...known(record(event.usage)) };
        break;
      case 'message_stop':
        this.isComplete = true;
        break;
      case 'error':
        throw this.#streamError(record(event.error));
    }
  }

  result(): ModelTurn {
    if (!this.isComplete) throw incompleteStream(provider);
    const blocks = [...this.#blocks.entries()].sort(([a], [b]) => a - b).map(([, block]) => block);
    const toolCalls = blocks.flatMap((block) => (block.start.type === 'tool_use' ? [callOf(block)] : []));
    return {
      text: blocks.flatMap((block) => (block.start.type === 'text' ? [block.body] : [])).join(''),
      toolCalls,
      stop: stopOf(this.#stopReason, toolCalls.length > 0),
      usage: usageOf(this.#usage),
      replay: { provider, model: this.model, items: blocks.flatMap(replayOf) },
    };
  }

  #open(index: number, start: Json): void {
    this.#blocks.set(index, { start, body: text(start.text) || text(start.thinking), signature: text(start.signature) });
    if (start.type === 'tool_use') this.onDelta({ type: 'tool_call', name: text(start.name) });
  }

  #grow(block: OpenBlock | undefined, delta: Json): void {
    if (!block) return;
    if (delta.type === 'signature_delta') block.signature += text(delta.signature);
    const piece = text(delta.text) || text(delta.thinking) || text(delta.partial_json);
    block.body += piece;
    if (delta.type === 'text_delta') this.onDelta({ type: 'text', text: piece });
    if (delta.type === 'thinking_delta') this.onDelta({ type: 'thinking', text: piece });
  }

  #streamError(error: Json) {
    const type = text(error.type);
    return fault({ provider }, faultKinds[type] ?? 'http', `stopped the stream: ${text(error.message) || type}`, { type });
  }
}

const known = (usage: Json): Json => Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));

/** Arguments arrive as deltas, or whole in the opening event when there is nothing to stream. */
function callOf({ start, body }: OpenBlock) {
  return toolCall(text(start.id), text(start.name), body === '' ? start.input : body);
}

/** The block as the API wants it back; an empty text block would be refused. */
function replayOf(block: OpenBlock): readonly unknown[] {
  const { start, body, signature } = block;
  if (start.type === 'text') return body === '' ? [] : [{ type: 'text', text: body }];
  if (start.type === 'thinking') return [{ type: 'thinking', thinking: body, signature }];
  if (start.type === 'tool_use') return [{ ...start, input: callOf(block).input }];
  return isRecord(start) ? [start] : [];
}

function stopOf(reason: string, hasCalls: boolean): StopReason {
  if (reason === 'refusal') return 'refusal';
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'length';
  return hasCalls ? 'tools' : 'end';
}

function usageOf(usage: Json): Usage {
  const cached = count(usage.cache_read_input_tokens);
  return {
    inputTokens: count(usage.input_tokens) + count(usage.cache_creation_input_tokens) + cached,
    outputTokens: count(usage.output_tokens),
    cachedInputTokens: cached,
  };
}
