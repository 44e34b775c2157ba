import { type ContentPart, isEnvelope, type ToolContent, textOf } from '../envelope/envelope.js';
import type { AgentMessage } from './message.js';
import { storedPlaceholder } from './store.js';

export interface TrajectoryEntry {
  readonly role: AgentMessage['role'];
  readonly text: string;
}

/** The conversation as text only, one entry per message, for logs, training sets and people. */
export function toTrajectory(messages: readonly AgentMessage[]): readonly TrajectoryEntry[] {
  return messages.map((message) => ({ role: message.role, text: entryText(message) }));
}

export const trajectoryText = (messages: readonly AgentMessage[]): string =>
  toTrajectory(messages)
    .map(({ role, text }) => `${role}: ${text}`)
    .join('\n\n');

function entryText(message: AgentMessage): string {
  switch (message.role) {
    case 'user':
      return contentText(message.content);
    case 'tool':
      return `${message.name}${message.is_error ? ' failed' : ''} (${message.tool_call_id}): ${contentText(message.content)}`;
    case 'assistant': {
      const calls = (message.tool_calls ?? []).map((call) => `→ ${call.name} ${call.malformed ?? JSON.stringify(call.input)} (${call.id})`);
      return [message.content, ...calls].filter((line) => line !== '').join('\n');
    }
  }
}

function contentText(content: ToolContent): string {
  if (typeof content === 'string' || isEnvelope(content)) return textOf(content);
  return content.map(partText).join('\n');
}

const partText = (part: ContentPart): string => (part.type === 'text' ? part.text : storedPlaceholder);
