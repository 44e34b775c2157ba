import { isRecord, type Json } from '../../context/image-parts.js';
import type { ToolCall } from '../../context/message.js';
import type { Delta, ModelClient, ModelTurn, StopReason, Usage } from '../client.js';
import { fault } from '../http.js';
import { count, incompleteStream, list, record, type TurnReader, text, toolCall } from '../turn.js';
import { type ChatOptions, toChatRequest } from './chat-request.js';
import { createOpenaiClient } from './client.js';

const provider = 'openai-compatible';

/** Chat Completions: OpenAI itself and every server that imitates it (llama.cpp, Ollama, vLLM, LM Studio, gateways). */
export function createChatClient(options: ChatOptions): ModelClient {
  return createOpenaiClient(options, {
    provider,
    path: '/chat/completions',
    body: (request) => toChatRequest(request, options),
    // Servers that give no ids need ones that stay unique over the whole conversation.
    makeReader: (request, onDelta) => new ChatReader(`call_${request.messages.length}_`, onDelta),
  });
}

interface PartialCall {
  id: string;
  name: string;
  args: string;
  parsed: unknown;
}

export class ChatReader implements TurnReader {
  /** Usage follows the finish reason in a chunk of its own, so only `[DONE]` or the end of the stream completes it. */
  readonly isComplete = false;
  readonly #calls = new Map<number, PartialCall>();
  #text = '';
  #finish = '';
  #usage: Usage | undefined;

  constructor(
    readonly idPrefix: string,
    readonly onDelta: (delta: Delta) => void,
  ) {}

  read(chunk: Json): void {
    if (isRecord(chunk.error) || typeof chunk.error === 'string') throw streamError(chunk.error);
    if (isRecord(chunk.usage)) this.#usage = usageOf(chunk.usage);
    const choice = record(list(chunk.choices)[0]);
    // A server that ignores `stream` answers with one whole message instead of deltas.
    const delta = record(choice.delta ?? choice.message);
    this.#say(text(delta.content) || text(delta.refusal));
    const thinking = text(delta.reasoning_content) || text(delta.reasoning);
    if (thinking) this.onDelta({ type: 'thinking', text: thinking });
    for (const call of list(delta.tool_calls)) this.#grow(record(call));
    this.#finish = text(choice.finish_reason) || this.#finish;
  }

  result(): ModelTurn {
    if (this.#finish === '') throw incompleteStream(provider);
    const toolCalls = [...this.#calls.entries()]
      .sort(([a], [b]) => a - b)
      .map(([index, call]) => finished(call, `${this.idPrefix}${index}`));
    return {
      text: this.#text,
      toolCalls,
      stop: stopOf(this.#finish, toolCalls.length > 0),
      ...(this.#usage ? { usage: this.#usage } : {}),
    };
  }

  #say(piece: string): void {
    if (piece === '') return;
    this.#text += piece;
    this.onDelta({ type: 'text', text: piece });
  }

  /** The first piece of a call names it; some servers leave out the index and send each call whole. */
  #grow(piece: Json): void {
    const { id, index } = piece;
    const name = text(record(piece.function).name);
    const args = record(piece.function).arguments;
    const slot = typeof index === 'number' ? index : name === '' ? Math.max(0, this.#calls.size - 1) : this.#calls.size;
    const call = this.#calls.get(slot) ?? { id: '', name: '', args: '', parsed: undefined };
    this.#calls.set(slot, call);
    if (call.name === '' && name !== '') this.onDelta({ type: 'tool_call', name });
    call.id ||= text(id);
    call.name ||= name;
    if (typeof args === 'string') call.args += args;
    else if (isRecord(args)) call.parsed = args;
  }
}

function finished({ id, name, args, parsed }: PartialCall, ownId: string): ToolCall {
  return toolCall(id || ownId, name, parsed ?? args);
}

function streamError(error: unknown) {
  const details = record(error);
  const message = text(details.message) || text(error) || JSON.stringify(error);
  const status = count(details.code);
  const kind = status === 429 ? 'rate_limited' : status >= 500 ? 'overloaded' : 'http';
  return fault({ provider }, kind, `stopped the stream: ${message}`, { type: text(details.type) || undefined });
}

function stopOf(reason: string, hasCalls: boolean): StopReason {
  if (reason === 'content_filter') return 'refusal';
  if (reason === 'length') return 'length';
  return hasCalls ? 'tools' : 'end';
}

const usageOf = (usage: Json): Usage => ({
  inputTokens: count(usage.prompt_tokens),
  outputTokens: count(usage.completion_tokens),
  cachedInputTokens: count(record(usage.prompt_tokens_details).cached_tokens),
});
