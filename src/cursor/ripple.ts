/** Plays the ripple of a click once, at one spot. */
import type { OverlayCanvas, OverlaySprite } from '../backends/port.js';
import type { Color } from '../image/color.js';
import { screenPoint } from '../model/geometry.js';
import { drawRing, RING_FRAMES } from './art/ring.js';
import type { Spot } from './motion/knobs.js';
import type { Animation, Ticker } from './motion/ticker.js';

const DURATION_MS = 420;

export class Ripple {
  #sprite: OverlaySprite | undefined;
  #at: Spot | undefined;
  #startedAt = 0;

  constructor(
    private readonly canvas: OverlayCanvas,
    private readonly ticker: Ticker,
    private readonly look: { readonly color: Color; readonly scale: number },
  ) {}

  get isPlaying(): boolean {
    return this.#at !== undefined;
  }

  play(at: Spot): void {
    const { color, scale } = this.look;
    const frames = Array.from({ length: RING_FRAMES }, (_, frame) => () => drawRing(color, scale, frame));
    this.#sprite ??= this.canvas.sprite(frames);
    this.#at = at;
    this.#startedAt = this.ticker.clock.now();
    this.#draw(0);
    this.#sprite.raise();
    this.ticker.add(this.#animate);
  }

  stop(): void {
    this.#at = undefined;
    this.ticker.remove(this.#animate);
    this.#sprite?.hide();
  }

  free(): void {
    this.stop();
    this.#sprite?.free();
    this.#sprite = undefined;
  }

  readonly #animate: Animation = (now) => {
    const frame = Math.floor(((now - this.#startedAt) / DURATION_MS) * RING_FRAMES);
    if (!this.#at || frame >= RING_FRAMES) {
      this.stop();
      return false;
    }
    this.#draw(Math.max(0, frame));
    return true;
  };

  #draw(frame: number): void {
    if (this.#at) this.#sprite?.show(frame, screenPoint(Math.round(this.#at.x), Math.round(this.#at.y)));
  }
}
