/** How a picture with transparency looks where the server has none: what is mostly opaque is drawn on white, the rest is cut off. */
import type { OverlayPicture } from '../../port.js';

export interface Span {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const HALF = 128;

/** Runs of pixels that stay, row by row from the top, each row from the left. */
export function solidSpans({ width, height, data }: OverlayPicture): Span[] {
  const spans: Span[] = [];
  for (let y = 0; y < height; y++) {
    let start = -1;
    for (let x = 0; x <= width; x++) {
      const stays = x < width && (data[(y * width + x) * 4 + 3] ?? 0) >= HALF;
      if (stays && start < 0) start = x;
      if (stays || start < 0) continue;
      spans.push({ x: start, y, width: x - start, height: 1 });
      start = -1;
    }
  }
  return spans;
}

export function onWhite({ data }: OverlayPicture): Buffer {
  const solid = Buffer.from(data);
  for (let i = 0; i < solid.length; i += 4) {
    const rest = 255 - (solid[i + 3] ?? 255);
    for (let channel = i; channel < i + 3; channel++) solid[channel] = Math.min(255, (solid[channel] ?? 0) + rest);
    solid[i + 3] = 255;
  }
  return solid;
}
