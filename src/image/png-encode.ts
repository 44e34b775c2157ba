import type { EncodedImage, RawImage } from '../model/image.js';
import { compressBand, type PngBand, sameRows } from './png/bands.js';
import { pngChunk, pngSignature } from './png/chunk.js';

const BAND_ROWS = 64;
/** Pictures whose bands are kept, and the largest that are: a window that moves a little is encoded again and again. */
const KEPT = 2;
const LARGEST_KEPT_BYTES = 12 * 1024 * 1024;

interface Encoding {
  readonly image: RawImage;
  readonly level: number;
  readonly bands: readonly Promise<PngBand>[];
}

const kept: Encoding[] = [];

/**
 * Opaque 8-bit RGB. Rows are stored unfiltered: on desktop pictures that is both the smallest and the fastest choice,
 * because deflate finds the repeated rows of flat widgets itself. Bands of rows are compressed apart from each other, at the
 * same time in the thread pool, and a band that is as it was in the last picture of that size is not compressed again.
 */
export async function encodePng(image: RawImage, level = 3): Promise<EncodedImage> {
  const { width, height } = image;
  const before = kept.find((each) => each.level === level && each.image.width === width && each.image.height === height);
  const starts = Array.from({ length: Math.max(1, Math.ceil(height / BAND_ROWS)) }, (_, band) => band * BAND_ROWS);
  const pending = starts.map((top, band) => {
    const rows = { top, count: Math.min(BAND_ROWS, height - top), isLast: band === starts.length - 1 };
    const known = before?.bands[band];
    return known && before && sameRows(before.image, image, rows) ? known : compressBand(image, rows, level);
  });
  keep({ image, level, bands: pending }, before);
  const bands = await Promise.all(pending);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const bytes = Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    zlibHeader,
    ...bands.map(({ chunk }) => chunk),
    pngChunk('IDAT', checksum(bands)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  return { format: 'png', mimeType: 'image/png', width, height, bytes };
}

/** Deflate with a window of 32 KB, a fast level, no dictionary (RFC 1950). */
const zlibHeader = pngChunk('IDAT', Buffer.from([0x78, 0x5e]));

const MODULUS = 65521;

/** The Adler-32 of all bands from those of each. */
function checksum(bands: readonly PngBand[]): Buffer {
  let [low, high] = [1, 0];
  for (const { adler, length } of bands) {
    const rest = length % MODULUS;
    high = (high + (adler >>> 16) + ((low + MODULUS - 1) % MODULUS) * rest) % MODULUS;
    low = (low + (adler & 0xffff) + MODULUS - 1) % MODULUS;
  }
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(high * 65536 + low);
  return sum;
}

function keep(encoding: Encoding, instead: Encoding | undefined): void {
  if (instead) kept.splice(kept.indexOf(instead), 1);
  if (encoding.image.data.length > LARGEST_KEPT_BYTES) return;
  // A copy: whoever gave the picture may draw on it.
  kept.push({ ...encoding, image: { ...encoding.image, data: Buffer.from(encoding.image.data) } });
  if (kept.length > KEPT) kept.shift();
}
