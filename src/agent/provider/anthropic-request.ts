import type { AgentMessage, AssistantMessage, ToolMessage } from '../context/message.js';
import { type AnthropicContentBlock, type AnthropicToolResult, toAnthropicBlocks, toAnthropicToolResult } from '../envelope/anthropic.js';
import { partsOf } from '../envelope/envelope.js';
import { toTextOnly, visibleParts } from '../envelope/text-only.js';
import type { ClientOptions, ModelRequest } from './client.js';

interface ToolUseBlock {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

interface AnthropicMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly unknown[];
}

const defaultMaxTokens = 8192;
const ephemeral = { cache_control: { type: 'ephemeral' } };

export function toAnthropicRequest(request: ModelRequest, { model, vision = true }: ClientOptions): Readonly<Record<string, unknown>> {
  return {
    model,
    max_tokens: request.maxOutputTokens ?? defaultMaxTokens,
    stream: true,
    ...(request.system === '' ? {} : { system: [{ type: 'text', text: request.system, ...ephemeral }] }),
    ...(request.tools.length === 0
      ? {}
      : { tools: request.tools.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })) }),
    messages: withCacheMark(toAnthropicMessages(request.messages, model, vision)),
  };
}

export function toAnthropicMessages(messages: readonly AgentMessage[], model: string, vision = true): readonly AnthropicMessage[] {
  const out: { role: 'user' | 'assistant'; content: unknown[] }[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = blocksOf(message, model, vision);
    if (content.length === 0) continue;
    const last = out.at(-1);
    // All results of one turn belong to one user message, and turns must alternate.
    if (last?.role === role) last.content.push(...content);
    else out.push({ role, content: [...content] });
  }
  return out;
}

function blocksOf(message: AgentMessage, model: string, vision: boolean): readonly unknown[] {
  switch (message.role) {
    case 'user':
      return toAnthropicBlocks(visibleParts(partsOf(message.content), vision));
    case 'tool':
      return [toolResult(message, vision)];
    case 'assistant':
      return assistantBlocks(message, model);
  }
}

function toolResult({ content, tool_call_id, is_error }: ToolMessage, vision: boolean): AnthropicToolResult {
  return toAnthropicToolResult(vision ? content : toTextOnly(content), { toolUseId: tool_call_id, isError: is_error });
}

function assistantBlocks({ content, tool_calls = [], replay }: AssistantMessage, model: string): readonly unknown[] {
  if (replay?.provider === 'anthropic' && replay.model === model) return replay.items;
  const text: AnthropicContentBlock[] = content === '' ? [] : [{ type: 'text', text: content }];
  const calls = tool_calls.map(({ id, name, input }): ToolUseBlock => ({ type: 'tool_use', id, name, input }));
  return [...text, ...calls];
}

/** Marks the end of the conversation so far, so that the next turn reads it from the provider's cache. */
function withCacheMark(messages: readonly AnthropicMessage[]): readonly AnthropicMessage[] {
  const last = messages.at(-1);
  const block = last?.content.at(-1);
  if (last?.role !== 'user' || typeof block !== 'object' || block === null) return messages;
  const content = [...last.content.slice(0, -1), { ...block, ...ephemeral }];
  return [...messages.slice(0, -1), { role: 'user', content }];
}
