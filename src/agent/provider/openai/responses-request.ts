import type { AgentMessage, AssistantMessage } from '../../context/message.js';
import { partsOf } from '../../envelope/envelope.js';
import { type ImageDetail, toResponsesOutput, toResponsesParts } from '../../envelope/openai-responses.js';
import { toTextOnly, visibleParts } from '../../envelope/text-only.js';
import type { ClientOptions, ModelRequest } from '../client.js';

export interface ResponsesOptions extends ClientOptions {
  readonly imageDetail?: ImageDetail;
}

/** Nothing is kept at the provider: the whole conversation travels, with its reasoning encrypted. */
export function toResponsesRequest(request: ModelRequest, options: ResponsesOptions): Readonly<Record<string, unknown>> {
  return {
    model: options.model,
    stream: true,
    store: false,
    include: ['reasoning.encrypted_content'],
    ...(request.system === '' ? {} : { instructions: request.system }),
    ...(request.maxOutputTokens === undefined ? {} : { max_output_tokens: request.maxOutputTokens }),
    ...(request.tools.length === 0
      ? {}
      : {
          tools: request.tools.map(({ name, description, parameters }) => ({
            type: 'function',
            name,
            description,
            parameters,
            strict: false,
          })),
        }),
    input: request.messages.flatMap((message) => itemsOf(message, options)),
  };
}

function itemsOf(message: AgentMessage, { model, vision = true, imageDetail }: ResponsesOptions): readonly unknown[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: toResponsesParts(visibleParts(partsOf(message.content), vision), imageDetail) }];
    case 'tool':
      return [toResponsesOutput(vision ? message.content : toTextOnly(message.content), message.tool_call_id, imageDetail)];
    case 'assistant':
      return assistantItems(message, model);
  }
}

function assistantItems({ content, tool_calls = [], replay }: AssistantMessage, model: string): readonly unknown[] {
  if (replay?.provider === 'openai' && replay.model === model) return replay.items;
  const said = content === '' ? [] : [{ role: 'assistant', content }];
  return [
    ...said,
    ...tool_calls.map(({ id, name, input, malformed }) => ({
      type: 'function_call',
      call_id: id,
      name,
      arguments: malformed ?? JSON.stringify(input),
    })),
  ];
}
