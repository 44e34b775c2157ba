import { isEnvelope } from '../envelope/envelope.js';
import { imagesIn, isImagePart, isRecord, rewrite } from './image-parts.js';

export const tokensPerImage = 1500;
const charactersPerToken = 4;

/** Tokens of one message, a list of them, or a plain text: characters / 4, and a flat price for each picture. */
export function estimateTokens(value: unknown): number {
  const sent = asSent(value);
  const text = rewrite(sent, (node) => (isImagePart(node) ? { replaced: '' } : undefined));
  const characters = typeof text === 'string' ? text.length : (JSON.stringify(text) ?? '').length;
  return Math.ceil(characters / charactersPerToken) + imagesIn(sent).length * tokensPerImage;
}

/** Of an envelope only the parts travel; a stored provider replay repeats what the message already says. */
function asSent(value: unknown): unknown {
  return rewrite(value, (node) => {
    if (isEnvelope(node)) return { replaced: node.content };
    if (!isRecord(node) || node.role !== 'assistant' || node.replay === undefined) return undefined;
    const { replay: _replay, ...message } = node;
    return { replaced: message };
  });
}
