import { type ContentPart, hasImages, partsOf, type ToolContent, textOf, textPart } from './envelope.js';

export interface ChatToolMessage {
  readonly role: 'tool';
  readonly tool_call_id: string;
  readonly content: string | readonly ContentPart[];
}

export interface ChatUserMessage {
  readonly role: 'user';
  readonly content: string | readonly ContentPart[];
}

export interface ChatToolResult {
  readonly callId: string;
  readonly name: string;
  readonly content: ToolContent;
}

/**
 * Chat Completions as published: a tool message holds text only, so the pictures of one round of calls follow together
 * in a user message, after every tool message of that round.
 */
export function toChatMessages(results: readonly ChatToolResult[]): readonly (ChatToolMessage | ChatUserMessage)[] {
  const answers = results.map(
    ({ callId, content }): ChatToolMessage => ({ role: 'tool', tool_call_id: callId, content: plainText(content) }),
  );
  const pictures = results.flatMap(({ callId, name, content }) => {
    const images = partsOf(content).filter((part) => part.type === 'image_url');
    return images.length === 0 ? [] : [textPart(`Screenshot returned by ${name} (${callId}):`), ...images];
  });
  return pictures.length === 0 ? answers : [...answers, { role: 'user', content: pictures }];
}

/** For OpenAI-compatible servers that take a parts list inside the tool message itself. */
export function toGenericChatMessages(results: readonly ChatToolResult[]): readonly ChatToolMessage[] {
  return results.map(({ callId, content }) => ({
    role: 'tool',
    tool_call_id: callId,
    content: hasImages(content) ? partsOf(content) : textOf(content),
  }));
}

/** The full text, not the summary: the picture follows, so nothing has to stand in for it. */
function plainText(content: ToolContent): string {
  if (!hasImages(content)) return textOf(content);
  const texts = partsOf(content).filter((part) => part.type === 'text');
  return [...texts.map((part) => part.text), '[the screenshot follows]'].join('\n');
}
