/** One shape for a tool result that may carry pictures; every host and provider adapter starts from it. */
export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

export interface ImagePart {
  readonly type: 'image_url';
  readonly image_url: { readonly url: string };
}

export type ContentPart = TextPart | ImagePart;

export type EnvelopeMeta = Readonly<Record<string, unknown>>;

export interface Envelope {
  readonly _multimodal: true;
  readonly content: readonly ContentPart[];
  /** What a reader without eyes gets: complete enough to go on. */
  readonly text_summary: string;
  readonly meta?: EnvelopeMeta;
  readonly action_result?: unknown;
}

/** What a tool may answer with. */
export type ToolContent = string | readonly ContentPart[] | Envelope;

export interface InlineImage {
  readonly mimeType: string;
  /** Base64 without the data-URI prefix. */
  readonly data: string;
}

export const textPart = (text: string): TextPart => ({ type: 'text', text });

export const imagePart = ({ mimeType, data }: InlineImage): ImagePart => ({
  type: 'image_url',
  image_url: { url: `data:${mimeType};base64,${data}` },
});

export interface EnvelopeInput {
  readonly text: string;
  readonly images: readonly InlineImage[];
  /** Defaults to `text`. */
  readonly summary?: string;
  readonly meta?: EnvelopeMeta;
  readonly actionResult?: unknown;
}

export function makeEnvelope({ text, images, summary, meta, actionResult }: EnvelopeInput): Envelope {
  return {
    _multimodal: true,
    content: [textPart(text), ...images.map(imagePart)],
    text_summary: summary ?? text,
    ...(meta ? { meta } : {}),
    ...(actionResult === undefined ? {} : { action_result: actionResult }),
  };
}

export function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && '_multimodal' in value && value._multimodal === true && hasContentList(value);
}

const hasContentList = (value: object): boolean => 'content' in value && Array.isArray(value.content);

export function partsOf(content: ToolContent): readonly ContentPart[] {
  if (typeof content === 'string') return [textPart(content)];
  return isEnvelope(content) ? content.content : content;
}

/** The text a model without pictures reads. */
export function textOf(content: ToolContent): string {
  if (typeof content === 'string') return content;
  if (isEnvelope(content) && content.text_summary) return content.text_summary;
  return partsOf(content)
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n');
}

export const hasImages = (content: ToolContent): boolean => partsOf(content).some((part) => part.type === 'image_url');
