/** Set-of-mark overlay: a numbered frame around every element, readable on any background. */
import type { ImagePoint, Rect, Size } from '../model/geometry.js';
import { bottom, imagePoint, inflate, intersect, intersects, outward, right } from '../model/geometry.js';
import type { RawImage } from '../model/image.js';
import type { Color } from './color.js';
import { colorAt, inkOn, luminance, rgb } from './color.js';
import { strokeLine, strokeRect } from './draw.js';
import { InkMap } from './placement/ink.js';
import { type Placement, placeLabels } from './placement/placement.js';
import { fillRect, imageBounds } from './raw.js';
import { type BitmapFont, digitFont, drawText, measureText, smallDigitFont, type TextScale } from './text.js';

export interface Mark {
  readonly index: number;
  /** In pixels of the image that is drawn on. */
  readonly rect: Rect;
}

export interface DrawnMark extends Mark {
  readonly label: Rect;
}

/** Each hue as it shows on a light and on a dark background. */
const hues: readonly { readonly onLight: Color; readonly onDark: Color }[] = [
  { onLight: rgb(205, 20, 35), onDark: rgb(255, 120, 115) },
  { onLight: rgb(20, 85, 225), onDark: rgb(115, 180, 255) },
  { onLight: rgb(0, 120, 50), onDark: rgb(90, 225, 125) },
  { onLight: rgb(135, 35, 195), onDark: rgb(210, 145, 255) },
  { onLight: rgb(178, 82, 0), onDark: rgb(255, 175, 70) },
  { onLight: rgb(0, 112, 128), onDark: rgb(75, 220, 232) },
  { onLight: rgb(192, 0, 122), onDark: rgb(255, 130, 205) },
  { onLight: rgb(96, 96, 0), onDark: rgb(222, 216, 70) },
];

/** Draws on `image` itself; returns what was drawn and where, leaving out marks that lie outside. */
export function drawMarks(image: RawImage, marks: readonly Mark[], { scale = 1 }: { readonly scale?: TextScale } = {}): DrawnMark[] {
  const bounds = imageBounds(image);
  const shown = marks.flatMap((mark) => {
    const box = intersect(bounds, outward({ ...mark.rect }));
    return box ? [{ mark, box }] : [];
  });
  const boxes = shown.map(({ box }) => box);
  const sizes = shown.map(({ mark }) => labelStyles.map((style) => labelSize(mark.index, style, scale)));
  const placements = placeLabels(boxes, sizes, bounds, new InkMap(image));
  const colors = colorize(image, boxes);
  const drawn: DrawnMark[] = [];
  for (const [i, box] of boxes.entries()) strokeRect(image, box, { color: colors[i] ?? rgb(0, 0, 0), width: scale });
  for (const [i, { mark, box }] of shown.entries()) {
    const placement = placements[i];
    const color = colors[i];
    if (!placement || !color) continue;
    drawLabel(image, mark.index, box, placement, { color, scale });
    drawn.push({ ...mark, label: placement.label });
  }
  return drawn;
}

interface LabelStyle {
  readonly font: BitmapFont;
  /** A rim in the colour of the digits, which sets the label off from what it lies on. */
  readonly rim: 0 | 1;
}

/** The small one is for rows so tight that the full one would cover a neighbour. */
const labelStyles: readonly LabelStyle[] = [
  { font: digitFont, rim: 1 },
  { font: smallDigitFont, rim: 0 },
];

const labelPadding = 1;

function labelSize(index: number, { font, rim }: LabelStyle, scale: TextScale): Size {
  const text = measureText(font, String(index), scale);
  const margin = 2 * (labelPadding + rim) * scale;
  return { width: text.width + margin, height: text.height + margin };
}

function drawLabel(
  image: RawImage,
  index: number,
  box: Rect,
  { label, detached, sizeIndex }: Placement,
  { color, scale }: { color: Color; scale: TextScale },
): void {
  const ink = inkOn(color);
  const { font, rim } = labelStyles[sizeIndex] ?? { font: digitFont, rim: 1 };
  if (detached) {
    const [from, to] = closest(label, box);
    strokeLine(image, from, to, { color: ink, width: scale + 2 });
    strokeLine(image, from, to, { color, width: scale });
  }
  fillRect(image, label, ink);
  fillRect(image, inflate(label, -rim * scale), color);
  const margin = (labelPadding + rim) * scale;
  drawText(image, label.x + margin, label.y + margin, String(index), { font, color: ink, scale });
}

/** The two nearest points of a label and its element. */
function closest(label: Rect, box: Rect): readonly [ImagePoint, ImagePoint] {
  const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));
  const from = imagePoint(label.x + (label.width >> 1), label.y + (label.height >> 1));
  const to = imagePoint(clamp(from.x, box.x, right(box) - 1), clamp(from.y, box.y, bottom(box) - 1));
  return [from, to];
}

/** Neighbours get different hues; light or dark variant by what the frame lies on. */
function colorize(image: RawImage, boxes: readonly Rect[]): Color[] {
  const chosen: number[] = [];
  return boxes.map((box, i) => {
    const reach = inflate(box, 24);
    const taken = new Array<number>(hues.length).fill(0);
    for (let j = 0; j < i; j++) {
      const other = boxes[j];
      const hue = chosen[j] ?? 0;
      if (other && intersects(reach, other)) taken[hue] = (taken[hue] ?? 0) + 1;
    }
    let hue = i % hues.length;
    for (let k = 1; k < hues.length; k++) {
      const next = (i + k) % hues.length;
      if ((taken[next] ?? 0) < (taken[hue] ?? 0)) hue = next;
    }
    chosen.push(hue);
    const pair = hues[hue];
    if (!pair) return rgb(0, 0, 0);
    return isLight(image, box) ? pair.onLight : pair.onDark;
  });
}

/** Judged on points along the frame, where the colour has to show. */
function isLight(image: RawImage, box: Rect): boolean {
  let total = 0;
  const samples = 8;
  for (let k = 0; k < samples; k++) {
    const x = box.x + Math.floor(((box.width - 1) * k) / (samples - 1));
    const y = box.y + Math.floor(((box.height - 1) * k) / (samples - 1));
    total += luminance(colorAt(image, x, box.y)) + luminance(colorAt(image, x, Math.max(box.y, bottom(box) - 1)));
    total += luminance(colorAt(image, box.x, y)) + luminance(colorAt(image, Math.max(box.x, right(box) - 1), y));
  }
  return total / (samples * 4) > 0.18;
}
