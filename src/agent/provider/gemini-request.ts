import type { AgentMessage, AssistantMessage, ToolMessage } from '../context/message.js';
import { partsOf } from '../envelope/envelope.js';
import { toGeminiMedia, toGeminiParts } from '../envelope/gemini.js';
import { toTextOnly, visibleParts } from '../envelope/text-only.js';
import type { ClientOptions, ModelRequest } from './client.js';

/** Ids we made up because the model gave none; they stay on our side. */
export const ownCallId = 'offhand-call-';

interface GeminiContent {
  readonly role: 'user' | 'model';
  readonly parts: readonly unknown[];
}

export function toGeminiRequest(request: ModelRequest, options: ClientOptions): Readonly<Record<string, unknown>> {
  return {
    ...(request.system === '' ? {} : { systemInstruction: { parts: [{ text: request.system }] } }),
    contents: toContents(request.messages, options),
    ...(request.tools.length === 0
      ? {}
      : {
          tools: [
            {
              functionDeclarations: request.tools.map(({ name, description, parameters }) => ({
                name,
                description,
                parametersJsonSchema: parameters,
              })),
            },
          ],
        }),
    ...(request.maxOutputTokens === undefined ? {} : { generationConfig: { maxOutputTokens: request.maxOutputTokens } }),
  };
}

function toContents(messages: readonly AgentMessage[], options: ClientOptions): readonly GeminiContent[] {
  const out: { role: 'user' | 'model'; parts: unknown[] }[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'model' : 'user';
    const parts = partsOfMessage(message, options);
    if (parts.length === 0) continue;
    const last = out.at(-1);
    // The answers to one turn's calls must stand together in one content.
    if (last?.role === role) last.parts.push(...parts);
    else out.push({ role, parts: [...parts] });
  }
  return out;
}

function partsOfMessage(message: AgentMessage, options: ClientOptions): readonly unknown[] {
  switch (message.role) {
    case 'user':
      return visibleParts(partsOf(message.content), options.vision ?? true).map((part) =>
        part.type === 'text' ? { text: part.text } : toGeminiMedia(part.image_url.url),
      );
    case 'tool':
      return toolParts(message, options);
    case 'assistant':
      return modelParts(message, options.model);
  }
}

function toolParts({ content, tool_call_id, name, is_error }: ToolMessage, { model, vision = true }: ClientOptions): readonly unknown[] {
  return toGeminiParts(vision ? content : toTextOnly(content), {
    name,
    id: tool_call_id.startsWith(ownCallId) ? undefined : tool_call_id,
    isError: is_error,
    images: takesImagesInside(model) ? 'inside' : 'beside',
  });
}

/** Pictures inside a function response came with Gemini 3 and the 2.5 computer-use model. */
export const takesImagesInside = (model: string): boolean => !/gemini-(?:1|2)(?:\.|-)/.test(model) || model.includes('computer-use');

function modelParts({ content, tool_calls = [], replay }: AssistantMessage, model: string): readonly unknown[] {
  if (replay?.provider === 'google' && replay.model === model) return replay.items;
  const said = content === '' ? [] : [{ text: content }];
  return [
    ...said,
    ...tool_calls.map(({ id, name, input }) => ({ functionCall: { ...(id.startsWith(ownCallId) ? {} : { id }), name, args: input } })),
  ];
}
