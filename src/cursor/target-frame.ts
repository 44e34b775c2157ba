/** Frames the element an agent acts on for a moment. */
import type { OverlayCanvas, OverlaySprite } from '../backends/port.js';
import type { Color } from '../image/color.js';
import type { Timer } from '../kit/clock.js';
import { intersect, type Rect } from '../model/geometry.js';
import { outlineStrips } from './art/outline.js';
import type { Clock } from './motion/ticker.js';

const SHOWN_MS = 1000;

export class TargetFrame {
  #sprites: OverlaySprite[] = [];
  #timer: Timer | undefined;

  constructor(
    private readonly canvas: OverlayCanvas,
    private readonly clock: Clock,
    private readonly look: { readonly color: Color; readonly scale: number },
  ) {}

  get isShown(): boolean {
    return this.#sprites.length > 0;
  }

  show(frame: Rect): void {
    this.free();
    const seen = intersect({ x: 0, y: 0, ...this.canvas.screen }, frame);
    if (!seen) return;
    this.#sprites = outlineStrips(seen, this.look.color, this.look.scale).map(({ at, draw }) => {
      const sprite = this.canvas.sprite([draw]);
      sprite.show(0, at);
      return sprite;
    });
    this.#timer = this.clock.after(SHOWN_MS, () => this.free());
  }

  free(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    for (const sprite of this.#sprites.splice(0)) sprite.free();
  }
}
