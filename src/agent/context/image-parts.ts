/**
 * Finds pictures and the tool results that carry them in any provider's JSON, so that a host may keep its history in
 * whichever dialect it speaks. Reads structure only; nothing here knows where a message came from.
 */

import type { Size } from '../../model/geometry.js';
import { imageSize } from '../envelope/image-size.js';
import { parseDataUri } from '../envelope/inline-image.js';

export type Json = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const imageTypes: ReadonlySet<unknown> = new Set(['image', 'image_url', 'input_image', 'computer_screenshot']);

export function isImagePart(value: unknown): value is Json {
  if (!isRecord(value)) return false;
  if (imageTypes.has(value.type)) return true;
  return inlineImageOf(value) !== undefined;
}

const inlineImageOf = (part: Json): Json | undefined => {
  const inline = part.inlineData ?? part.inline_data;
  if (!isRecord(inline)) return undefined;
  const mimeType = inline.mimeType ?? inline.mime_type;
  return typeof mimeType === 'string' && mimeType.startsWith('image/') ? inline : undefined;
};

/** The base64 of a picture, whichever way the dialect stores it; undefined for links and file ids. */
export function imageDataOf(part: Json): string | undefined {
  const inline = inlineImageOf(part)?.data ?? (isRecord(part.source) ? part.source.data : undefined) ?? part.data;
  if (typeof inline === 'string') return inline;
  const url = isRecord(part.image_url) ? part.image_url.url : part.image_url;
  return typeof url === 'string' ? parseDataUri(url)?.data : undefined;
}

/** Chat `tool` messages (and ours), Anthropic `tool_result`, Responses `function_call_output`, Gemini `functionResponse`. */
export function isCarrier(value: unknown): value is Json {
  if (!isRecord(value)) return false;
  return value.role === 'tool' || value.type === 'tool_result' || value.type === 'function_call_output' || isRecord(value.functionResponse);
}

/** A copy in which `visit` replaced what it answered for; untouched branches keep their identity. */
export function rewrite(value: unknown, visit: (node: unknown) => { readonly replaced: unknown } | undefined): unknown {
  const answer = visit(value);
  if (answer) return answer.replaced;
  if (Array.isArray(value)) {
    const items = value.map((item) => rewrite(item, visit));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, rewrite(item, visit)] as const);
  return entries.every(([key, item]) => item === value[key]) ? value : Object.fromEntries(entries);
}

export interface ImageLoad {
  readonly blocks: number;
  /** As they travel: base64 characters. */
  readonly bytes: number;
  /** Undefined for a picture whose header could not be read. */
  readonly sizes: readonly (Size | undefined)[];
}

export interface ImageCensus {
  /** Tool results that hold pictures, oldest first. */
  readonly carriers: readonly { readonly node: Json; readonly load: ImageLoad }[];
  /** Pictures that came from elsewhere: the person's own, or ones a provider insists on. */
  readonly uploads: ImageLoad;
}

export function countImages(messages: readonly unknown[]): ImageCensus {
  const carriers: { node: Json; load: ImageLoad }[] = [];
  const loose: Json[] = [];
  rewrite(messages, (node) => {
    if (isCarrier(node)) {
      const load = loadOf(imagesIn(node));
      if (load.blocks > 0) carriers.push({ node, load });
      return { replaced: node };
    }
    if (!isImagePart(node)) return undefined;
    loose.push(node);
    return { replaced: node };
  });
  return { carriers, uploads: loadOf(loose) };
}

export function imagesIn(value: unknown): readonly Json[] {
  const found: Json[] = [];
  rewrite(value, (node) => {
    if (!isImagePart(node)) return undefined;
    found.push(node);
    return { replaced: node };
  });
  return found;
}

function loadOf(parts: readonly Json[]): ImageLoad {
  const data = parts.map(imageDataOf);
  return {
    blocks: parts.length,
    bytes: data.reduce((sum, text) => sum + (text?.length ?? 0), 0),
    sizes: data.map((text) => (text === undefined ? undefined : imageSize(text))),
  };
}
