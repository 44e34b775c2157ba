/** The provider-neutral conversation: what the loop keeps, stores and hands to any model client. */
import type { ContentPart, ToolContent } from '../envelope/envelope.js';

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What the model wrote when it was not a JSON object; `input` is empty then. */
  readonly malformed?: string;
}

/** A turn in the provider's own words (thinking signatures, encrypted reasoning): sent back verbatim to the same model. */
export interface ProviderReplay {
  readonly provider: string;
  readonly model: string;
  readonly items: readonly unknown[];
}

export interface UserMessage {
  readonly role: 'user';
  readonly content: string | readonly ContentPart[];
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: string;
  readonly tool_calls?: readonly ToolCall[];
  readonly replay?: ProviderReplay;
}

export interface ToolMessage {
  readonly role: 'tool';
  readonly tool_call_id: string;
  readonly name: string;
  readonly content: ToolContent;
  readonly is_error?: true;
}

export type AgentMessage = UserMessage | AssistantMessage | ToolMessage;

/** Calls of the last turn whose answer is missing; a provider refuses a conversation that has any. */
export function unansweredCalls(messages: readonly AgentMessage[]): readonly ToolCall[] {
  const at = messages.findLastIndex((message) => message.role === 'assistant');
  const turn = messages[at];
  if (turn?.role !== 'assistant') return [];
  const answered = new Set(messages.slice(at + 1).flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : [])));
  return (turn.tool_calls ?? []).filter((call) => !answered.has(call.id));
}
