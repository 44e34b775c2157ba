import type { InlineImage } from './envelope.js';

const dataUri = /^data:([a-z]+\/[a-z0-9.+-]+)(?:;[a-z0-9=.+-]+)*;base64,/i;

/** The picture inside a data URI; undefined for a link to somewhere else. */
export function parseDataUri(url: string): InlineImage | undefined {
  const head = dataUri.exec(url.slice(0, 200));
  if (!head?.[1]) return undefined;
  const mimeType = head[1].toLowerCase();
  const data = url.slice(head[0].length);
  return { mimeType: mimeType.startsWith('image/') ? mimeType : sniffMimeType(data), data };
}

/** Told by the first base64 characters, for sources that do not say. */
export function sniffMimeType(base64: string): string {
  if (base64.startsWith('/9j/')) return 'image/jpeg';
  if (base64.startsWith('UklGR')) return 'image/webp';
  return 'image/png';
}

/** Decoded length of base64 text, without decoding it. */
export function base64Bytes(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}
