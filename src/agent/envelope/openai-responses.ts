import { type ContentPart, hasImages, partsOf, type ToolContent, textOf } from './envelope.js';

export type ImageDetail = 'low' | 'high' | 'auto' | 'original';

export type ResponsesInputPart =
  | { readonly type: 'input_text'; readonly text: string }
  | { readonly type: 'input_image'; readonly image_url: string; readonly detail: ImageDetail };

export interface ResponsesFunctionOutput {
  readonly type: 'function_call_output';
  readonly call_id: string;
  readonly output: string | readonly ResponsesInputPart[];
}

export function toResponsesParts(parts: readonly ContentPart[], detail: ImageDetail = 'auto'): readonly ResponsesInputPart[] {
  return parts.map((part) =>
    part.type === 'text' ? { type: 'input_text', text: part.text } : { type: 'input_image', image_url: part.image_url.url, detail },
  );
}

/** Text stays a plain string, which every Responses-compatible server takes; a list is used only to carry a picture. */
export function toResponsesOutput(content: ToolContent, callId: string, detail: ImageDetail = 'auto'): ResponsesFunctionOutput {
  const output = hasImages(content) ? toResponsesParts(partsOf(content), detail) : textOf(content);
  return { type: 'function_call_output', call_id: callId, output };
}
