import { isRecord } from '../context/image-parts.js';
import { makeEnvelope, type ToolContent } from '../envelope/envelope.js';

/** A tool's result as the model reads it: its words or outline, its facts on one line, its picture as a picture. */
export function toolAnswer(output: unknown): ToolContent {
  if (!isRecord(output)) return JSON.stringify(output ?? null);
  const { image, summary, tree_markdown: outline, elements: _elements, ...facts } = output;
  const text =
    typeof summary === 'string' ? summary : [...(typeof outline === 'string' ? [outline] : []), JSON.stringify(facts)].join('\n');
  if (!isRecord(image) || typeof image.base64 !== 'string' || typeof image.mime_type !== 'string') return text;
  return makeEnvelope({ text, images: [{ mimeType: image.mime_type, data: image.base64 }] });
}
