/** Windows of any size on frames of one size. */
import { rgb } from '../../image/color.js';
import { createImage, pasteImage } from '../../image/raw.js';
import { resizeImage } from '../../image/resize.js';
import type { Size } from '../../model/geometry.js';
import type { RawImage } from '../../model/image.js';

export const frameSize: Size = { width: 960, height: 640 };

const ground = rgb(24, 26, 33);

export interface Placed {
  readonly frame: RawImage;
  /** From pixels of the window's picture to pixels of the frame. */
  readonly place: (point: { readonly x: number; readonly y: number }) => { readonly x: number; readonly y: number };
}

export function onFrame(image: RawImage): Placed {
  const scale = Math.min(1, frameSize.width / image.width, frameSize.height / image.height);
  const size = { width: Math.max(1, Math.round(image.width * scale)), height: Math.max(1, Math.round(image.height * scale)) };
  const frame = createImage(frameSize.width, frameSize.height, ground);
  const [left, top] = [Math.floor((frameSize.width - size.width) / 2), Math.floor((frameSize.height - size.height) / 2)];
  pasteImage(frame, resizeImage(image, size), left, top);
  return { frame, place: ({ x, y }) => ({ x: left + x * scale, y: top + y * scale }) };
}
