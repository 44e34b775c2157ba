import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { RawImage } from '../model/image.js';
import { crc32, pngSignature } from './png/chunk.js';

const inflateInPool = promisify(inflate);

export class PngError extends Error {
  override readonly name = 'PngError';
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly colorType: number;
}

/** A stored picture larger than this is not a screenshot; refusing it keeps a crafted header from taking all memory. */
const maxPixels = 100_000_000;

const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** 8-bit gray, RGB, palette, gray+alpha and RGBA without interlace; transparency is laid over white. */
export async function decodePng(bytes: Buffer): Promise<RawImage> {
  const { header, palette, transparency, packed } = readChunks(bytes);
  const channels = channelsOf[header.colorType] ?? 0;
  const rowBytes = header.width * channels;
  const rows = await inflateInPool(packed, { maxOutputLength: header.height * (rowBytes + 1) + 1 });
  if (rows.length < header.height * (rowBytes + 1)) throw new PngError('image data ends early');
  unfilter(rows, header.height, rowBytes, channels);
  return toRaw(rows, header, rowBytes, { palette, transparency });
}

function readChunks(bytes: Buffer): { header: Header; palette: Buffer; transparency: Buffer; packed: Buffer } {
  if (!bytes.subarray(0, 8).equals(pngSignature)) throw new PngError('not a PNG');
  let header: Header | undefined;
  let palette: Buffer = Buffer.alloc(0);
  let transparency: Buffer = Buffer.alloc(0);
  const packed: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > bytes.length) throw new PngError('chunk ends early');
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) throw new PngError(`damaged ${type} chunk`);
    const body = bytes.subarray(at + 8, end);
    if (type === 'IHDR') header = readHeader(body);
    else if (type === 'PLTE') palette = body;
    else if (type === 'tRNS') transparency = body;
    else if (type === 'IDAT') packed.push(body);
    else if (type === 'IEND') break;
    at = end + 4;
  }
  if (!header || packed.length === 0) throw new PngError('no image data');
  return { header, palette, transparency, packed: Buffer.concat(packed) };
}

function readHeader(body: Buffer): Header {
  if (body.length !== 13) throw new PngError('damaged header');
  const width = body.readUInt32BE(0);
  const height = body.readUInt32BE(4);
  const [depth, colorType, , , interlace] = body.subarray(8);
  if (width < 1 || height < 1 || width * height > maxPixels) throw new PngError(`unreasonable size ${width}x${height}`);
  if (depth !== 8 || colorType === undefined || !(colorType in channelsOf) || interlace !== 0) {
    throw new PngError(`unsupported kind: depth ${depth}, colour type ${colorType}, interlace ${interlace}`);
  }
  return { width, height, colorType };
}

function unfilter(rows: Buffer, height: number, rowBytes: number, channels: number): void {
  for (let y = 0; y < height; y++) {
    const start = y * (rowBytes + 1) + 1;
    const filter = rows[start - 1];
    if (filter === 0) continue;
    for (let i = 0; i < rowBytes; i++) {
      const at = start + i;
      const left = i >= channels ? (rows[at - channels] ?? 0) : 0;
      const up = y > 0 ? (rows[at - rowBytes - 1] ?? 0) : 0;
      const upLeft = y > 0 && i >= channels ? (rows[at - rowBytes - 1 - channels] ?? 0) : 0;
      rows[at] = ((rows[at] ?? 0) + predict(filter, left, up, upLeft)) & 0xff;
    }
  }
}

function predict(filter: number | undefined, left: number, up: number, upLeft: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, upLeft);
    default:
      throw new PngError(`unknown filter ${filter}`);
  }
}

function paeth(left: number, up: number, upLeft: number): number {
  const p = left + up - upLeft;
  const toLeft = Math.abs(p - left);
  const toUp = Math.abs(p - up);
  const toUpLeft = Math.abs(p - upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}

function toRaw(
  rows: Buffer,
  { width, height, colorType }: Header,
  rowBytes: number,
  lookup: { palette: Buffer; transparency: Buffer },
): RawImage {
  const data = Buffer.allocUnsafe(width * height * 4);
  const channels = channelsOf[colorType] ?? 0;
  let o = 0;
  for (let y = 0; y < height; y++) {
    for (let i = y * (rowBytes + 1) + 1, end = i + rowBytes; i < end; i += channels, o += 4) {
      const first = rows[i] ?? 0;
      let [r, g, b, alpha] = [first, first, first, 255];
      if (colorType === 3) {
        [r, g, b] = [lookup.palette[first * 3] ?? 0, lookup.palette[first * 3 + 1] ?? 0, lookup.palette[first * 3 + 2] ?? 0];
        alpha = lookup.transparency[first] ?? 255;
      } else if (channels >= 3) {
        [g, b] = [rows[i + 1] ?? 0, rows[i + 2] ?? 0];
      }
      if (channels === 2 || channels === 4) alpha = rows[i + channels - 1] ?? 255;
      data[o] = overWhite(b, alpha);
      data[o + 1] = overWhite(g, alpha);
      data[o + 2] = overWhite(r, alpha);
      data[o + 3] = 255;
    }
  }
  return { width, height, stride: width * 4, data };
}

const overWhite = (value: number, alpha: number): number =>
  alpha === 255 ? value : Math.round((value * alpha + 255 * (255 - alpha)) / 255);
