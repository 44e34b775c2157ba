/** What a recording draws on a picture to show where the agent acted. */
import type { ImagePoint, Rect } from '../model/geometry.js';
import { inflate, offset, outward } from '../model/geometry.js';
import type { RawImage } from '../model/image.js';
import { type Color, rgb, white } from './color.js';
import { fillCircle, type Stroke, strokeArrow, strokeCircle, strokeLine, strokeRect } from './draw.js';

export interface AnnotationStyle {
  readonly color?: Color;
  /** 2 on pictures of twice the usual density. */
  readonly scale?: number;
}

const actionColor = rgb(230, 30, 60);

/** Ring and crosshair; the middle stays open so that the thing clicked can be seen. */
export function drawClickMarker(image: RawImage, point: ImagePoint, style: AnnotationStyle = {}): void {
  const { color = actionColor, scale = 1 } = style;
  const [radius, inner, outer] = [12 * scale, 5 * scale, 19 * scale];
  for (const stroke of haloed(color, 2 * scale)) {
    strokeCircle(image, point, radius, stroke);
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      strokeLine(image, offset(point, dx * inner, dy * inner), offset(point, dx * outer, dy * outer), stroke);
    }
  }
  fillCircle(image, point, 1.5 * scale, color);
}

/** A frame around the element acted on, drawn outside its edge so that it hides nothing. */
export function drawTargetBox(image: RawImage, rect: Rect, style: AnnotationStyle = {}): void {
  const { color = actionColor, scale = 1 } = style;
  const frame = inflate(outward(rect), 2 * scale);
  strokeRect(image, inflate(frame, scale), { color: white, width: 3 * scale, opacity: 0.85 });
  strokeRect(image, frame, { color, width: 2 * scale });
}

/** From where something was grabbed to where it was let go. */
export function drawDragPath(image: RawImage, from: ImagePoint, to: ImagePoint, style: AnnotationStyle = {}): void {
  const { color = actionColor, scale = 1 } = style;
  for (const stroke of haloed(color, 3 * scale)) {
    strokeCircle(image, from, 6 * scale, stroke);
    strokeArrow(image, from, to, stroke);
  }
}

/** The same stroke twice, first wider and light, so that it shows on any background. */
function haloed(color: Color, width: number): readonly Stroke[] {
  return [
    { color: white, width: width + 3, opacity: 0.85 },
    { color, width },
  ];
}
