import { isRecord, type Json } from '../context/image-parts.js';
import type { ToolCall } from '../context/message.js';
import type { ClientOptions, Delta, ModelClient, ModelTurn, StopReason, Usage } from './client.js';
import { ownCallId, toGeminiRequest } from './gemini-request.js';
import { fault } from './http.js';
import { requireKey } from './provider-fault.js';
import { count, endpoint, incompleteStream, list, record, runTurn, type TurnReader, text } from './turn.js';

const provider = 'google';

export function createGeminiClient(options: ClientOptions): ModelClient {
  const key = requireKey(options.apiKey, 'Google', 'GEMINI_API_KEY');
  const name = options.model.startsWith('models/') ? options.model : `models/${options.model}`;
  const url = endpoint(options.baseUrl ?? 'https://generativelanguage.googleapis.com', `/v1beta/${name}:streamGenerateContent?alt=sse`);
  const headers = { 'x-goog-api-key': key, ...options.headers };
  return {
    provider,
    model: options.model,
    turn: (request, signal, onDelta) =>
      runTurn({
        http: { provider, url, headers, body: toGeminiRequest(request, options), secret: key },
        options,
        signal,
        onDelta,
        makeReader: () => new GeminiReader({ model: options.model, idPrefix: `${ownCallId}${request.messages.length}-`, onDelta }),
      }),
  };
}

const refusals: ReadonlySet<string> = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
]);
const brokenCalls: ReadonlySet<string> = new Set(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS']);

/** Each chunk is a whole response with some more parts; the one with a finish reason is the last. */
export class GeminiReader implements TurnReader {
  readonly #parts: Json[] = [];
  #finish = '';
  #usage: Usage | undefined;

  constructor(readonly context: { model: string; idPrefix: string; onDelta: (delta: Delta) => void }) {}

  get isComplete(): boolean {
    return this.#finish !== '';
  }

  read(chunk: Json): void {
    if (isRecord(chunk.error)) throw streamError(chunk.error);
    if (isRecord(chunk.usageMetadata)) this.#usage = usageOf(chunk.usageMetadata);
    const candidate = record(list(chunk.candidates)[0]);
    for (const part of list(record(candidate.content).parts)) this.#add(record(part));
    const reason = text(candidate.finishReason);
    if (brokenCalls.has(reason)) throw brokenCall(reason, text(candidate.finishMessage));
    if (text(record(chunk.promptFeedback).blockReason)) this.#finish = 'PROHIBITED_CONTENT';
    this.#finish = reason || this.#finish;
  }

  result(): ModelTurn {
    if (!this.isComplete) throw incompleteStream(provider);
    const toolCalls = this.#parts.flatMap((part, index) =>
      isRecord(part.functionCall) ? [callOf(part.functionCall, `${this.context.idPrefix}${index}`)] : [],
    );
    return {
      text: this.#parts.flatMap((part) => (part.thought === true ? [] : [text(part.text)])).join(''),
      toolCalls,
      stop: stopOf(this.#finish, toolCalls.length > 0),
      ...(this.#usage ? { usage: this.#usage } : {}),
      replay: { provider, model: this.context.model, items: this.#parts },
    };
  }

  /** Text pieces of one kind are joined; a part with a signature must go back as it came. */
  #add(part: Json): void {
    const piece = text(part.text);
    if (piece) this.context.onDelta({ type: part.thought === true ? 'thinking' : 'text', text: piece });
    if (isRecord(part.functionCall)) this.context.onDelta({ type: 'tool_call', name: text(part.functionCall.name) });
    const last = this.#parts.at(-1);
    const joins = isPlainText(part) && last !== undefined && isPlainText(last) && part.thought === last.thought;
    if (joins) this.#parts[this.#parts.length - 1] = { ...last, text: text(last.text) + piece };
    else this.#parts.push(part);
  }
}

const isPlainText = (part: Json): boolean => typeof part.text === 'string' && part.thoughtSignature === undefined;

function callOf(call: Json, ownId: string): ToolCall {
  return { id: text(call.id) || ownId, name: text(call.name), input: record(call.args) };
}

function stopOf(reason: string, hasCalls: boolean): StopReason {
  if (refusals.has(reason)) return 'refusal';
  if (reason === 'MAX_TOKENS') return 'length';
  return hasCalls ? 'tools' : 'end';
}

/** The model wrote a call its own server could not read; asking again usually helps. */
const brokenCall = (reason: string, message: string) =>
  fault({ provider }, 'malformed_call', `could not read the model's own tool call (${reason})${message ? `: ${message}` : ''}`, {
    type: reason,
  });

function streamError(error: Json) {
  const status = count(error.code);
  const kind = status === 429 ? 'rate_limited' : status >= 500 ? 'overloaded' : 'http';
  return fault({ provider }, kind, `stopped the stream: ${text(error.message)}`, { status, type: text(error.status) || undefined });
}

const usageOf = (usage: Json): Usage => ({
  inputTokens: count(usage.promptTokenCount) + count(usage.toolUsePromptTokenCount),
  outputTokens: count(usage.candidatesTokenCount) + count(usage.thoughtsTokenCount),
  cachedInputTokens: count(usage.cachedContentTokenCount),
});
