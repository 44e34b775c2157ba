import { type Envelope, makeEnvelope } from '../../../src/agent/index.js';

/** A PNG header of the given size in base64: all that anything here ever reads of a picture. */
export function pngOf(width: number, height: number, filler = ''): string {
  const header = Buffer.alloc(33);
  header.write('89504e470d0a1a0a', 0, 'hex');
  header.writeUInt32BE(13, 8);
  header.write('IHDR', 12, 'latin1');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return Buffer.concat([header, Buffer.from(filler)]).toString('base64');
}

export const shot = (text: string, data = pngOf(800, 600, text)): Envelope =>
  makeEnvelope({
    text: `${text}: full list`,
    images: [{ mimeType: 'image/png', data }],
    summary: `${text}: summary`,
    meta: { mode: 'som', width: 800, height: 600 },
  });
