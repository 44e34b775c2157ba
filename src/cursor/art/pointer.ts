/** The agent's pointer: an arrow in the session's colour with a white rim, a soft shadow and the session's name beside it. */
import type { OverlayPicture } from '../../backends/port.js';
import { black, type Color, inkOn, white } from '../../image/color.js';
import { inflate, type Rect, union } from '../../model/geometry.js';
import { Canvas, mix } from './canvas.js';
import { capitalHeight, drawLetters, plainText, textWidth } from './lettering.js';
import { grow, polygon, roundedBox, type Shape, shift } from './shapes.js';

export interface PointerLook {
  readonly name: string;
  readonly color: Color;
  readonly scale: number;
}

/** Where the name stands, so that it stays on the screen near its edges. */
export interface NameSide {
  readonly isLeft: boolean;
  readonly isAbove: boolean;
}

/** The tip is at 0,0; the edge is rounded outward by `ROUND`, so the corners lie that much inside. */
const ARROW = [
  { x: 1.7, y: 1.5 },
  { x: 20.4, y: 9.6 },
  { x: 12, y: 12.6 },
  { x: 8.6, y: 20.9 },
];
const ARROW_SIZE = 23;
const ROUND = 1.5;
const RIM = 1.8;
/** Room for rim and shadow. */
const MARGIN = 8;
const LONGEST_NAME = 24;
const PILL = { padX: 7.5, padY: 4.8, right: 14, left: 3, below: 22, above: 6 };

export function drawPointer({ name, color, scale }: PointerLook, side: NameSide): OverlayPicture {
  const label = shorten(plainText(name));
  const pill = pillRect(label, side);
  const all = union({ x: 0, y: 0, width: ARROW_SIZE, height: ARROW_SIZE }, pill);
  const origin = { x: MARGIN - all.x, y: MARGIN - all.y };
  const canvas = new Canvas(inflate(all, MARGIN), scale);
  const box = { ...pill, x: pill.x + origin.x, y: pill.y + origin.y };
  const arrow = shift(grow(polygon(ARROW), ROUND), origin.x, origin.y);
  paintRaised(canvas, roundedBox(box, box.height / 2), color, box);
  paintRaised(canvas, arrow, color, { ...origin, width: ARROW_SIZE, height: ARROW_SIZE });
  drawLetters(canvas, label, box.x + PILL.padX, box.y + PILL.padY, inkOn(color));
  return canvas.toPicture(origin);
}

/** How far the name reaches from the tip to the right and down, in pixels of the screen. */
export function nameReach({ name, scale }: PointerLook): { readonly right: number; readonly below: number } {
  const { x, y, width, height } = pillRect(shorten(plainText(name)), { isLeft: false, isAbove: false });
  return { right: (x + width + RIM) * scale, below: (y + height + RIM) * scale };
}

/** Shadow, rim and body; a shadow below half opacity vanishes where there is no transparency. */
function paintRaised(canvas: Canvas, shape: Shape, color: Color, bounds: Rect): void {
  const rim = grow(shape, RIM);
  const around = inflate(bounds, MARGIN);
  canvas
    .fill(shift(rim, 0, 1.6), { color: black, opacity: 0.3, blur: 7 }, around)
    .fill(grow(rim, 0.5), { color: black, opacity: 0.18, blur: 1.5 }, around)
    .fill(rim, { color: white }, around)
    .fill(shape, { color: mix(color, white, 0.1), below: mix(color, black, 0.06) }, bounds);
}

function pillRect(label: string, { isLeft, isAbove }: NameSide): Rect {
  const width = textWidth(label) + 2 * PILL.padX;
  const height = capitalHeight + 2 * PILL.padY;
  return { x: isLeft ? -PILL.left - width : PILL.right, y: isAbove ? -PILL.above - height : PILL.below, width, height };
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= LONGEST_NAME ? text : `${characters.slice(0, LONGEST_NAME - 1).join('')}~`;
}
