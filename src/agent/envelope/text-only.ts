import { type ContentPart, hasImages, type ToolContent, textOf, textPart } from './envelope.js';

export const imageOmittedNote = '[screenshot omitted: this model takes no images; read the element list, or capture with mode "ax"]';

/** A tool result for a model that takes no pictures: the summary, and why the picture is not there. */
export function toTextOnly(content: ToolContent): string {
  const text = textOf(content);
  if (!hasImages(content)) return text;
  return text ? `${text}\n${imageOmittedNote}` : imageOmittedNote;
}

/** The parts a model may see: all of them, or the text only. */
export function visibleParts(parts: readonly ContentPart[], vision: boolean): readonly ContentPart[] {
  return vision ? parts : parts.map((part) => (part.type === 'text' ? part : textPart(imageOmittedNote)));
}
