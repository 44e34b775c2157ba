/** Paints smooth shapes with real transparency; the result is what an overlay shows. */
import type { OverlayPicture } from '../../backends/port.js';
import type { Color } from '../../image/color.js';
import { intersect, outward, type Rect, type Size } from '../../model/geometry.js';
import type { Shape } from './shapes.js';

export interface Paint {
  readonly color: Color;
  /** Colour at the lower end of the painted area, for a gentle gradient. */
  readonly below?: Color;
  /** 0 to 1; 1 when absent. */
  readonly opacity?: number;
  /** Width of the blurred edge; crisp when absent. */
  readonly blur?: number;
}

const CHANNELS = 4;

export class Canvas {
  readonly #width: number;
  readonly #height: number;
  /** Premultiplied blue, green, red, alpha from 0 to 1. */
  readonly #pixels: Float32Array;

  /** `size` and every shape count in pixels of an ordinary screen; `scale` makes them larger on dense ones. */
  constructor(
    size: Size,
    private readonly scale: number,
  ) {
    this.#width = Math.max(1, Math.ceil(size.width * scale));
    this.#height = Math.max(1, Math.ceil(size.height * scale));
    this.#pixels = new Float32Array(this.#width * this.#height * CHANNELS);
  }

  /** `within` bounds the work; the shape must lie inside it. */
  fill(shape: Shape, paint: Paint, within?: Rect): this {
    const { scale } = this;
    const whole: Rect = { x: 0, y: 0, width: this.#width, height: this.#height };
    const asked =
      within && outward({ x: within.x * scale, y: within.y * scale, width: within.width * scale, height: within.height * scale });
    const part = asked ? intersect(whole, asked) : whole;
    if (!part) return this;
    const edge = Math.max(1, (paint.blur ?? 0) * scale);
    for (let y = part.y; y < part.y + part.height; y++) {
      const color = paint.below ? mix(paint.color, paint.below, (y - part.y) / part.height) : paint.color;
      for (let x = part.x; x < part.x + part.width; x++) {
        const distance = shape((x + 0.5) / scale, (y + 0.5) / scale) * scale;
        const inside = Math.min(1, 0.5 - distance / edge);
        if (inside > 0) this.#blend(x, y, color, (paint.blur ? ease(inside) : inside) * (paint.opacity ?? 1));
      }
    }
    return this;
  }

  toPicture(hot: { readonly x: number; readonly y: number }): OverlayPicture {
    const data = Buffer.allocUnsafe(this.#pixels.length);
    for (let i = 0; i < data.length; i++) data[i] = Math.round((this.#pixels[i] ?? 0) * 255);
    return {
      width: this.#width,
      height: this.#height,
      data,
      hot: { x: Math.round(hot.x * this.scale), y: Math.round(hot.y * this.scale) },
    };
  }

  #blend(x: number, y: number, { r, g, b }: Color, opacity: number): void {
    const i = (y * this.#width + x) * CHANNELS;
    const pixels = this.#pixels;
    const rest = 1 - opacity;
    pixels[i] = (pixels[i] ?? 0) * rest + (b / 255) * opacity;
    pixels[i + 1] = (pixels[i + 1] ?? 0) * rest + (g / 255) * opacity;
    pixels[i + 2] = (pixels[i + 2] ?? 0) * rest + (r / 255) * opacity;
    pixels[i + 3] = (pixels[i + 3] ?? 0) * rest + opacity;
  }
}

export const mix = (from: Color, to: Color, share: number): Color => ({
  r: from.r + (to.r - from.r) * share,
  g: from.g + (to.g - from.g) * share,
  b: from.b + (to.b - from.b) * share,
});

/** Shadows fall off gently at both ends. */
const ease = (share: number): number => share * share * (3 - 2 * share);
