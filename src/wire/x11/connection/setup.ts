import { Reader, Writer } from '../codec/cursor.js';
import type { Output } from '../codec/field.js';
import { bytes, list, text } from '../codec/lists.js';
import { align4, constant, count, pad, u8, u16, u32 } from '../codec/scalars.js';
import { encodeScope, encodeShape, struct } from '../codec/struct.js';

const LITTLE_ENDIAN = 0x6c;

const setupRequest = {
  byteOrder: constant(u8, LITTLE_ENDIAN),
  _pad: pad(1),
  major: constant(u16, 11),
  minor: constant(u16, 0),
  nameLength: count('authName', u16),
  dataLength: count('authData', u16),
  _pad2: pad(2),
  authName: text,
  _align: align4,
  authData: bytes(),
  _align2: align4,
};

const visual = struct({
  id: u32,
  class: u8,
  bitsPerRgb: u8,
  colormapEntries: u16,
  redMask: u32,
  greenMask: u32,
  blueMask: u32,
  _pad: pad(4),
});

const depth = struct({ depth: u8, _pad: pad(1), visualCount: count('visuals', u16), _pad2: pad(4), visuals: list(visual) });

const screen = struct({
  root: u32,
  defaultColormap: u32,
  whitePixel: u32,
  blackPixel: u32,
  currentInputMasks: u32,
  width: u16,
  height: u16,
  widthMm: u16,
  heightMm: u16,
  minInstalledMaps: u16,
  maxInstalledMaps: u16,
  rootVisual: u32,
  backingStores: u8,
  saveUnders: u8,
  rootDepth: u8,
  depthCount: count('depths', u8),
  depths: list(depth),
});

const pixmapFormat = struct({ depth: u8, bitsPerPixel: u8, scanlinePad: u8, _pad: pad(5) });

const setupSuccess = {
  releaseNumber: u32,
  resourceIdBase: u32,
  resourceIdMask: u32,
  motionBufferSize: u32,
  vendorLength: count('vendor', u16),
  maximumRequestLength: u16,
  screenCount: count('screens', u8),
  formatCount: count('pixmapFormats', u8),
  imageByteOrder: u8,
  bitmapBitOrder: u8,
  bitmapScanlineUnit: u8,
  bitmapScanlinePad: u8,
  minKeycode: u8,
  maxKeycode: u8,
  _pad: pad(4),
  vendor: text,
  _align: align4,
  pixmapFormats: list(pixmapFormat),
  screens: list(screen),
};

export type Setup = Output<typeof setupSuccess>;
export type Screen = Setup['screens'][number];
export type Visual = Screen['depths'][number]['visuals'][number];

export function encodeSetupRequest(auth: { readonly name: string; readonly data: Uint8Array }): Buffer {
  const writer = new Writer(64);
  encodeShape(writer, setupRequest, encodeScope([setupRequest], { authName: auth.name, authData: auth.data }));
  return writer.take();
}

export type SetupAnswer = { readonly accepted: true; readonly setup: Setup } | { readonly accepted: false; readonly reason: string };

export const SETUP_HEADER_BYTES = 8;

/** Whole length of a setup answer, from its first eight bytes. */
export function setupLength(header: Buffer): number {
  return SETUP_HEADER_BYTES + header.readUInt16LE(6) * 4;
}

export function decodeSetupAnswer(message: Buffer): SetupAnswer {
  const reader = new Reader(message);
  const status = reader.u8();
  const reasonLength = reader.u8();
  reader.seek(SETUP_HEADER_BYTES);
  if (status === 1) return { accepted: true, setup: struct(setupSuccess).decode(reader, { values: {}, counts: {} }, '') };
  const reason = reader.bytes(status === 0 ? reasonLength : reader.remaining);
  return { accepted: false, reason: reason.toString('latin1').replace(/\0+$/, '').trim() || 'no reason given' };
}
