import { partsOf, type ToolContent } from './envelope.js';
import { parseDataUri } from './inline-image.js';

export interface GeminiInlineData {
  readonly inlineData: { readonly mimeType: string; readonly data: string };
}

export interface GeminiFileData {
  readonly fileData: { readonly fileUri: string };
}

export type GeminiMediaPart = GeminiInlineData | GeminiFileData;

export interface GeminiFunctionResponse {
  readonly functionResponse: {
    readonly id?: string;
    readonly name: string;
    readonly response: Readonly<Record<string, unknown>>;
    readonly parts?: readonly GeminiMediaPart[];
  };
}

export interface GeminiResponseOptions {
  readonly name: string;
  /** Echoed only when the call carried one. */
  readonly id?: string | undefined;
  readonly isError?: boolean | undefined;
  /** Older models take pictures beside the function response instead of inside it. */
  readonly images?: 'inside' | 'beside';
}

export function toGeminiParts(
  content: ToolContent,
  { name, id, isError = false, images = 'inside' }: GeminiResponseOptions,
): readonly (GeminiFunctionResponse | GeminiMediaPart)[] {
  const media = partsOf(content).flatMap((part) => (part.type === 'image_url' ? [toGeminiMedia(part.image_url.url)] : []));
  const text = partsOf(content).flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const response = { [isError ? 'error' : 'output']: text.join('\n') };
  const inside = images === 'inside' && media.length > 0;
  const answer: GeminiFunctionResponse = {
    functionResponse: { ...(id === undefined ? {} : { id }), name, response, ...(inside ? { parts: media } : {}) },
  };
  return inside ? [answer] : [answer, ...media];
}

export function toGeminiMedia(url: string): GeminiMediaPart {
  const image = parseDataUri(url);
  return image ? { inlineData: { mimeType: image.mimeType, data: image.data } } : { fileData: { fileUri: url } };
}
