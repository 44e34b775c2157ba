import { type ContentPart, partsOf, type ToolContent } from './envelope.js';
import { parseDataUri } from './inline-image.js';

export interface AnthropicTextBlock {
  readonly type: 'text';
  readonly text: string;
}

export interface AnthropicImageBlock {
  readonly type: 'image';
  readonly source:
    | { readonly type: 'base64'; readonly media_type: string; readonly data: string }
    | { readonly type: 'url'; readonly url: string };
}

export type AnthropicContentBlock = AnthropicTextBlock | AnthropicImageBlock;

export interface AnthropicToolResult {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: string | readonly AnthropicContentBlock[];
  readonly is_error?: true;
  readonly toolset_name?: string;
}

export interface ToolResultOptions {
  readonly toolUseId: string;
  readonly isError?: boolean | undefined;
}

export function toAnthropicToolResult(content: ToolContent, { toolUseId, isError = false }: ToolResultOptions): AnthropicToolResult {
  const blocks = typeof content === 'string' ? content : toAnthropicBlocks(partsOf(content));
  return {
    type: 'tool_result',
    tool_use_id: toolUseId,
    // The API refuses empty text and pictures inside an error, so neither leaves here.
    content: isError ? textBlocks(blocks) : nonEmpty(blocks),
    ...(isError ? { is_error: true } : {}),
  };
}

/** Parts as blocks; empty texts are dropped because the API refuses them. */
export function toAnthropicBlocks(parts: readonly ContentPart[]): readonly AnthropicContentBlock[] {
  return parts.flatMap((part): AnthropicContentBlock[] => {
    if (part.type === 'text') return part.text === '' ? [] : [{ type: 'text', text: part.text }];
    const image = parseDataUri(part.image_url.url);
    if (!image) return [{ type: 'image', source: { type: 'url', url: part.image_url.url } }];
    return [{ type: 'image', source: { type: 'base64', media_type: image.mimeType, data: image.data } }];
  });
}

const emptyText = '(no output)';

function nonEmpty(blocks: string | readonly AnthropicContentBlock[]): string | readonly AnthropicContentBlock[] {
  return blocks.length === 0 ? emptyText : blocks;
}

function textBlocks(blocks: string | readonly AnthropicContentBlock[]): string | readonly AnthropicContentBlock[] {
  return nonEmpty(typeof blocks === 'string' ? blocks : blocks.filter((block) => block.type === 'text'));
}
