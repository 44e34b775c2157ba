import type { AgentMessage, AssistantMessage, ToolMessage } from '../../context/message.js';
import { partsOf } from '../../envelope/envelope.js';
import { type ChatToolResult, toChatMessages, toGenericChatMessages } from '../../envelope/openai-chat.js';
import { toTextOnly, visibleParts } from '../../envelope/text-only.js';
import type { ClientOptions, ModelRequest } from '../client.js';

export interface ChatOptions extends ClientOptions {
  /** Where a screenshot goes: a user message after the results (works everywhere), or the tool message itself. */
  readonly imagePlacement?: 'user_message' | 'tool_message';
}

export function toChatRequest(request: ModelRequest, options: ChatOptions): Readonly<Record<string, unknown>> {
  return {
    model: options.model,
    stream: true,
    stream_options: { include_usage: true },
    ...(request.maxOutputTokens === undefined ? {} : { [outputLimitKey(options)]: request.maxOutputTokens }),
    ...(request.tools.length === 0
      ? {}
      : {
          tools: request.tools.map(({ name, description, parameters }) => ({
            type: 'function',
            function: { name, description, parameters },
          })),
        }),
    messages: [...(request.system === '' ? [] : [{ role: 'system', content: request.system }]), ...toMessages(request.messages, options)],
  };
}

/** OpenAI renamed it and refuses the old name for reasoning models; compatible servers know the old one. */
const outputLimitKey = ({ baseUrl }: ChatOptions): string => (baseUrl === undefined ? 'max_completion_tokens' : 'max_tokens');

function toMessages(messages: readonly AgentMessage[], options: ChatOptions): readonly unknown[] {
  const out: unknown[] = [];
  let results: ToolMessage[] = [];
  const flush = () => {
    out.push(...resultMessages(results, options));
    results = [];
  };
  for (const message of messages) {
    if (message.role === 'tool') results.push(message);
    else {
      flush();
      out.push(message.role === 'user' ? userMessage(message.content, options) : assistantMessage(message));
    }
  }
  flush();
  return out;
}

function resultMessages(
  results: readonly ToolMessage[],
  { vision = true, imagePlacement = 'user_message' }: ChatOptions,
): readonly unknown[] {
  const answers = results.map(({ tool_call_id, name, content }): ChatToolResult => {
    return { callId: tool_call_id, name, content: vision ? content : toTextOnly(content) };
  });
  return imagePlacement === 'user_message' ? toChatMessages(answers) : toGenericChatMessages(answers);
}

/** Plain text stays a string: many local servers know nothing else. */
function userMessage(content: Extract<AgentMessage, { role: 'user' }>['content'], { vision = true }: ChatOptions): unknown {
  return { role: 'user', content: typeof content === 'string' ? content : visibleParts(partsOf(content), vision) };
}

function assistantMessage({ content, tool_calls = [] }: AssistantMessage): unknown {
  if (tool_calls.length === 0) return { role: 'assistant', content };
  return {
    role: 'assistant',
    content: content === '' ? null : content,
    tool_calls: tool_calls.map(({ id, name, input }) => ({
      id,
      type: 'function',
      // Chat templates of local models parse this text, so a broken one must not be sent back.
      function: { name, arguments: JSON.stringify(input) },
    })),
  };
}
