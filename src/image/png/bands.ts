/** Rows of a picture as a part of a PNG that fits between any others. */
import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';
import type { RawImage } from '../../model/image.js';
import { pngChunk } from './chunk.js';

export interface BandRows {
  readonly top: number;
  readonly count: number;
  readonly isLast: boolean;
}

export interface PngBand {
  readonly chunk: Buffer;
  /** Of the rows as stored before compression. */
  readonly adler: number;
  readonly length: number;
}

const deflateInPool = promisify(deflateRaw);

/** Ends on a whole byte without ending the stream, unless it is the last one. */
export async function compressBand(image: RawImage, rows: BandRows, level: number): Promise<PngBand> {
  const lines = toScanlines(image, rows);
  const finishFlush = rows.isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
  const compressed = await deflateInPool(lines, { level, memLevel: 9, finishFlush });
  return { chunk: pngChunk('IDAT', compressed), adler: adler32(lines), length: lines.length };
}

/** Whether both pictures, of the same size, have the same pixels there; the fourth byte of a pixel counts, too, which errs to the safe side. */
export function sameRows(a: RawImage, b: RawImage, { top, count }: BandRows): boolean {
  if (a.stride !== b.stride) return false;
  const [start, end] = [top * a.stride, Math.min(a.data.length, b.data.length, (top + count) * a.stride)];
  return a.data.compare(b.data, start, end, start, end) === 0;
}

/** RGB rows, each behind its filter byte (0: none). */
function toScanlines({ width, stride, data }: RawImage, { top, count }: BandRows): Buffer {
  const out = Buffer.allocUnsafe(count * (1 + width * 3));
  let o = 0;
  for (let y = top; y < top + count; y++) {
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

const MODULUS = 65521;
/** So many bytes can be added up before the sums outgrow 32 bits (RFC 1950). */
const AT_ONCE = 5552;

export function adler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0];
  for (let start = 0; start < bytes.length; start += AT_ONCE) {
    const end = Math.min(bytes.length, start + AT_ONCE);
    for (let at = start; at < end; at++) {
      low += bytes[at] ?? 0;
      high += low;
    }
    low %= MODULUS;
    high %= MODULUS;
  }
  return ((high << 16) | low) >>> 0;
}
