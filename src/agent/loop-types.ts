import type { DriverError } from '../errors/driver-error.js';
import type { CompressOptions } from './context/compress.js';
import type { EvictionPolicy } from './context/evict.js';
import type { AgentMessage, ToolCall } from './context/message.js';
import type { ContentPart, ToolContent } from './envelope/envelope.js';
import type { Delta, FunctionTool, ModelClient, Usage } from './provider/client.js';

/** A tool's answer; a thrown error becomes a failed result the model can read. */
export type ToolAnswer = ToolContent | { readonly content: ToolContent; readonly isError: boolean };

export type ExecuteTool = (call: ToolCall, signal: AbortSignal) => Promise<ToolAnswer>;

export interface AgentOptions {
  readonly client: ModelClient;
  readonly tools: readonly FunctionTool[];
  readonly execute: ExecuteTool;
  readonly system: string;
  /** What to do; with a transcript, what to do next. */
  readonly task?: string | readonly ContentPart[];
  /** A stored conversation to go on from. */
  readonly transcript?: readonly AgentMessage[];
  /** Model turns, default 50. */
  readonly maxSteps?: number;
  /** Tokens read and written in all; the run stops before the turn that would start above it. */
  readonly tokenBudget?: number;
  readonly maxOutputTokens?: number;
  readonly eviction?: EvictionPolicy;
  /** Above this many estimated tokens old results are pruned. */
  readonly compress?: CompressOptions & { readonly aboveTokens: number };
  readonly signal?: AbortSignal;
  /** Receives every message as it is added, without picture bytes, ready to be stored. */
  readonly onMessage?: (message: AgentMessage) => void | Promise<void>;
}

export type AgentEvent =
  | { readonly type: 'step_started'; readonly step: number }
  | { readonly type: 'delta'; readonly step: number; readonly delta: Delta }
  | { readonly type: 'tool_started'; readonly step: number; readonly call: ToolCall; readonly what: string }
  | {
      readonly type: 'tool_finished';
      readonly step: number;
      readonly call: ToolCall;
      readonly ok: boolean;
      /** The beginning of what the model will read. */
      readonly summary: string;
      readonly ms: number;
    }
  | {
      readonly type: 'step_finished';
      readonly step: number;
      /** Why the model did what it did, in its own words. */
      readonly text: string;
      readonly ms: number;
      readonly usage: Usage;
      readonly total: Usage;
    }
  | { readonly type: 'finished'; readonly result: AgentResult };

/** `refused`: the provider's safety system stopped the model. */
export type AgentStatus = 'done' | 'refused' | 'max_steps' | 'budget' | 'cancelled' | 'failed';

export interface AgentResult {
  readonly status: AgentStatus;
  /** The model's last words. */
  readonly text: string;
  readonly steps: number;
  readonly usage: Usage;
  readonly transcript: readonly AgentMessage[];
  readonly error?: DriverError;
}
