/** One clock for everything that moves on a screen: it ticks while something does and rests otherwise. */
import { after, monotonicMs, type Timer } from '../../kit/clock.js';

export interface Clock {
  now(): number;
  after(ms: number, fn: () => void): Timer;
}

export const realClock: Clock = { now: monotonicMs, after };

/** True while there is more to show. */
export type Animation = (now: number) => boolean;

const FRAME_MS = 16;

export class Ticker {
  readonly #running = new Set<Animation>();
  #timer: Timer | undefined;

  constructor(readonly clock: Clock) {}

  get isTicking(): boolean {
    return this.#timer !== undefined;
  }

  add(animation: Animation): void {
    this.#running.add(animation);
    this.#timer ??= this.clock.after(0, () => this.#tick());
  }

  remove(animation: Animation): void {
    this.#running.delete(animation);
    if (this.#running.size > 0) return;
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  /** Late ticks do not pile up: each shows where things are now. */
  #tick(): void {
    const now = this.clock.now();
    for (const animation of [...this.#running]) if (!animation(now)) this.#running.delete(animation);
    this.#timer = this.#running.size > 0 ? this.clock.after(FRAME_MS, () => this.#tick()) : undefined;
  }
}
