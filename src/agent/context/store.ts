import { isEnvelope, textOf } from '../envelope/envelope.js';
import { isImagePart, isRecord, type Json, rewrite } from './image-parts.js';

export const storedPlaceholder = '[screenshot]';

const embeddedImage = /data:image\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/=]*/gi;

/** What may be written to disk: the words of every message, never the bytes of a picture. */
export function forStorage<M>(messages: readonly M[]): readonly M[] {
  return rewrite(messages, (node) => {
    if (isEnvelope(node)) return { replaced: stripText(textOf(node)) };
    if (isImagePart(node)) return { replaced: placeholder(node) };
    if (typeof node === 'string' && node.includes('data:image/')) return { replaced: stripText(node) };
    return undefined;
  }) as readonly M[];
}

const stripText = (text: string): string => text.replace(embeddedImage, storedPlaceholder);

function placeholder(part: Json): Json {
  if (isRecord(part.inlineData) || isRecord(part.inline_data)) return { text: storedPlaceholder };
  return part.type === 'input_image' ? { type: 'input_text', text: storedPlaceholder } : { type: 'text', text: storedPlaceholder };
}
