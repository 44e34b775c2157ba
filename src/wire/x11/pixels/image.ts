import { X11ProtocolError } from '../connection/errors.js';
import type { Screen, Setup, Visual } from '../connection/setup.js';

/** Pixels of four bytes: blue, green, red, and alpha in depth 32 (else undefined). Rows are `stride` bytes apart. */
export interface PixelImage {
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly depth: number;
  readonly data: Buffer;
}

export interface ServerFormat {
  readonly depth: number;
  readonly bitsPerPixel: number;
  /** Bytes from row to row. */
  readonly stride: number;
  readonly bigEndian: boolean;
  readonly masks: { readonly red: number; readonly green: number; readonly blue: number };
}

/** How the server lays out an image of this depth and width. */
export function serverFormat(setup: Setup, screen: Screen, depth: number, width: number, visualId: number): ServerFormat {
  const format = setup.pixmapFormats.find((candidate) => candidate.depth === depth);
  if (!format) throw new X11ProtocolError(`the server did not say how it stores depth ${depth}`);
  const visual = findVisual(screen, depth, visualId);
  const stride = Math.ceil((width * format.bitsPerPixel) / format.scanlinePad) * (format.scanlinePad / 8);
  return {
    depth,
    bitsPerPixel: format.bitsPerPixel,
    stride,
    bigEndian: setup.imageByteOrder === 1,
    masks: { red: visual?.redMask || 0xff0000, green: visual?.greenMask || 0xff00, blue: visual?.blueMask || 0xff },
  };
}

/** The visual with this id; for pixmaps, which have none, one of the same depth. */
function findVisual(screen: Screen, depth: number, visualId: number): Visual | undefined {
  const visuals = screen.depths.find((candidate) => candidate.depth === depth)?.visuals ?? [];
  return visuals.find(({ id }) => id === visualId) ?? visuals.find(({ redMask }) => redMask !== 0);
}

function isBgrx({ bitsPerPixel, bigEndian, masks }: ServerFormat): boolean {
  return bitsPerPixel === 32 && !bigEndian && masks.red === 0xff0000 && masks.green === 0xff00 && masks.blue === 0xff;
}

/** Converts pixels of 16, 24 or 32 bits with any masks; what already is BGRX stays as it is. */
export function toBgrx(data: Buffer, width: number, height: number, format: ServerFormat): PixelImage {
  const { depth, stride } = format;
  if (isBgrx(format)) return { width, height, stride, depth, data: data.subarray(0, stride * height) };
  const bytes = format.bitsPerPixel / 8;
  if (!Number.isInteger(bytes) || bytes < 2) throw new X11ProtocolError(`images of ${format.bitsPerPixel} bits a pixel cannot be read`);
  const converted = Buffer.alloc(width * height * 4);
  const [blue, green, red] = [channel(format.masks.blue), channel(format.masks.green), channel(format.masks.red)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * stride + x * bytes;
      const pixel = format.bigEndian ? data.readUIntBE(at, bytes) : data.readUIntLE(at, bytes);
      const to = (y * width + x) * 4;
      converted[to] = blue(pixel);
      converted[to + 1] = green(pixel);
      converted[to + 2] = red(pixel);
      converted[to + 3] = 0xff;
    }
  }
  return { width, height, stride: width * 4, depth, data: converted };
}

/** Reads one colour of a pixel and widens it to eight bits. */
function channel(mask: number): (pixel: number) => number {
  const shift = Math.log2(mask & -mask);
  const max = mask >>> shift;
  return (pixel) => Math.round((((pixel & mask) >>> shift) * 255) / max);
}
