import type { Size } from './geometry.js';

/**
 * Uncompressed picture as X11 hands it out: 4 bytes per pixel in the order blue, green, red, unused.
 * Always read as opaque; `flattenAlpha` turns a picture with real transparency into one.
 */
export interface RawImage extends Size {
  /** Bytes from one row to the next; at least `width * 4`. */
  readonly stride: number;
  readonly data: Buffer;
}

export type ImageFormat = 'png' | 'jpeg' | 'webp';

export interface EncodedImage extends Size {
  readonly format: ImageFormat;
  readonly mimeType: `image/${ImageFormat}`;
  readonly bytes: Buffer;
}
