/** One small interface over every model provider. Keys come in as values; nothing here reads the environment. */
import type { AgentMessage, ProviderReplay, ToolCall } from '../context/message.js';

export interface FunctionTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly AgentMessage[];
  readonly tools: readonly FunctionTool[];
  readonly maxOutputTokens?: number;
}

export interface Usage {
  /** Everything the model read, cached or not. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
}

/** `end`: nothing more to do. `length`: cut off. `refusal`: the provider's safety system stopped it. */
export type StopReason = 'end' | 'tools' | 'length' | 'refusal';

export interface ModelTurn {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly stop: StopReason;
  /** Absent when the server does not count. */
  readonly usage?: Usage;
  readonly replay?: ProviderReplay;
}

export type Delta =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'tool_call'; readonly name: string }
  /** The request starts over: what was streamed so far no longer counts. */
  | { readonly type: 'retry'; readonly attempt: number; readonly waitMs: number; readonly reason: string };

export interface ModelClient {
  readonly provider: string;
  readonly model: string;
  turn(request: ModelRequest, signal: AbortSignal, onDelta: (delta: Delta) => void): Promise<ModelTurn>;
}

export interface RetryPolicy {
  /** Requests in all, the first included. */
  readonly attempts: number;
  readonly firstDelayMs: number;
  /** A server that asks for a longer pause than this is reported instead of waited for. */
  readonly maxDelayMs: number;
}

export interface ClientOptions {
  readonly model: string;
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** Whether the model takes pictures; without, results become text. Default true. */
  readonly vision?: boolean;
  /** Longest silence allowed before the first byte and between two. */
  readonly idleTimeoutMs?: number;
  readonly retry?: Partial<RetryPolicy>;
  readonly headers?: Readonly<Record<string, string>>;
}

export const emptyUsage: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };

export const addUsage = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
});
