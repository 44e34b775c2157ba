/** The frame around an element the agent acts on, as four strips: what is inside stays free. */
import type { OverlayPicture } from '../../backends/port.js';
import { type Color, white } from '../../image/color.js';
import { inflate, type Rect, type ScreenPoint, screenPoint } from '../../model/geometry.js';
import { Canvas } from './canvas.js';
import { band, roundedBox, shift } from './shapes.js';

export interface Strip {
  readonly at: ScreenPoint;
  draw(): OverlayPicture;
}

const GAP = 3;
const RADIUS = 6;
const LINE = 2.2;
const GLOW = 5;

/** `frame` is in pixels of the screen. */
export function outlineStrips(frame: Rect, color: Color, scale: number): Strip[] {
  const toArt = (value: number): number => value / scale;
  const element: Rect = { x: toArt(frame.x), y: toArt(frame.y), width: toArt(frame.width), height: toArt(frame.height) };
  const box = inflate(element, GAP);
  const outer = inflate(box, LINE + GLOW);
  const deep = LINE + GLOW + RADIUS;
  const side = { y: outer.y + deep, width: deep, height: Math.max(0, outer.height - 2 * deep) };
  const strips: Rect[] = [
    { ...outer, height: Math.min(deep, outer.height / 2) },
    { ...outer, y: outer.y + outer.height - Math.min(deep, outer.height / 2), height: Math.min(deep, outer.height / 2) },
    { ...side, x: outer.x },
    { ...side, x: outer.x + outer.width - deep },
  ];
  return strips
    .filter(({ width, height }) => width >= 1 && height >= 1)
    .map((part) => ({
      at: screenPoint(Math.round(part.x * scale), Math.round(part.y * scale)),
      draw: () => drawStrip(box, part, color, scale),
    }));
}

function drawStrip(box: Rect, part: Rect, color: Color, scale: number): OverlayPicture {
  const edge = shift(roundedBox(box, RADIUS), -part.x, -part.y);
  return new Canvas(part, scale)
    .fill(band(edge, LINE), { color, opacity: 0.4, blur: 2 * GLOW })
    .fill(band(edge, LINE + 1.8), { color: white, opacity: 0.75 })
    .fill(band(edge, LINE), { color })
    .toPicture({ x: 0, y: 0 });
}
