/** The ripple of a click, one picture per moment. */
import type { OverlayPicture } from '../../backends/port.js';
import { type Color, white } from '../../image/color.js';
import { Canvas } from './canvas.js';
import { band, circle } from './shapes.js';

export const RING_FRAMES = 18;
const SMALLEST = 5;
const LARGEST = 25;
const MARGIN = 4;

/** `frame` counts from 0; the last one has almost faded away. */
export function drawRing(color: Color, scale: number, frame: number): OverlayPicture {
  const progress = frame / (RING_FRAMES - 1);
  const spread = 1 - (1 - progress) ** 3;
  const radius = SMALLEST + (LARGEST - SMALLEST) * spread;
  const strength = 1 - progress ** 2;
  const half = LARGEST + MARGIN;
  const center = { x: half, y: half };
  const edge = circle(center, radius);
  const width = 3.4 - 1.8 * progress;
  return new Canvas({ width: 2 * half, height: 2 * half }, scale)
    .fill(edge, { color, opacity: 0.22 * strength })
    .fill(band(edge, width + 2.2), { color: white, opacity: 0.85 * strength })
    .fill(band(edge, width), { color, opacity: strength })
    .toPicture(center);
}
