import { promisify } from 'node:util';
import { constants, deflate } from 'node:zlib';
import type { EncodedImage, RawImage } from '../model/image.js';
import { pngChunk, pngSignature } from './png-chunk.js';

const deflateInPool = promisify(deflate);

/**
 * Opaque 8-bit RGB. Rows are stored unfiltered: on desktop pictures that is both the smallest and the fastest choice,
 * because deflate finds the repeated rows of flat widgets itself. Compression runs in the thread pool.
 */
export async function encodePng(image: RawImage, level = 3): Promise<EncodedImage> {
  const compressed = await deflateInPool(toScanlines(image), { level, memLevel: 9, strategy: constants.Z_DEFAULT_STRATEGY });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(image.width, 0);
  header.writeUInt32BE(image.height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const bytes = Buffer.concat([pngSignature, pngChunk('IHDR', header), pngChunk('IDAT', compressed), pngChunk('IEND', Buffer.alloc(0))]);
  return { format: 'png', mimeType: 'image/png', width: image.width, height: image.height, bytes };
}

/** RGB rows, each behind its filter byte (0: none). */
function toScanlines({ width, height, stride, data }: RawImage): Buffer {
  const out = Buffer.allocUnsafe(height * (1 + width * 3));
  let o = 0;
  for (let y = 0; y < height; y++) {
    out[o++] = 0;
    for (let i = y * stride, end = i + width * 4; i < end; i += 4) {
      out[o] = data[i + 2] ?? 0;
      out[o + 1] = data[i + 1] ?? 0;
      out[o + 2] = data[i] ?? 0;
      o += 3;
    }
  }
  return out;
}
