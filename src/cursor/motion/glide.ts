/** One glide from where the cursor is to where it should be. */
import type { Motion, Spot } from './knobs.js';
import { glidePath, headingAt, type Path } from './path.js';
import { glideDuration, springProgress } from './timing.js';

export interface GlideLeg {
  readonly to: Spot;
  readonly motion: Motion;
}

export class Glide<L extends GlideLeg = GlideLeg> {
  readonly #path: Path;
  readonly #durationMs: number;

  constructor(
    readonly leg: L,
    from: Spot,
    private readonly startedAt: number,
    heading?: Spot,
  ) {
    this.#path = glidePath(from, leg.to, leg.motion, heading);
    this.#durationMs = glideDuration(Math.hypot(leg.to.x - from.x, leg.to.y - from.y), leg.motion.glideMs);
  }

  isOver(now: number): boolean {
    return now - this.startedAt >= this.#durationMs;
  }

  at(now: number): Spot {
    return this.isOver(now) ? this.leg.to : this.#path(this.#progress(now));
  }

  heading(now: number): Spot | undefined {
    return headingAt(this.#path, this.#progress(now));
  }

  #progress(now: number): number {
    return this.#durationMs === 0 ? 1 : springProgress((now - this.startedAt) / this.#durationMs, this.leg.motion.spring);
  }
}
