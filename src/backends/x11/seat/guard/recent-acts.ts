/** What was done lately, for programs that answer an act long after the watch over it ended. */
import { monotonicMs } from '../../../../kit/clock.js';
import { type Before, WHATEVER_IS_NEW } from './watch.js';

/** A new window within this time still counts as an answer to the act. */
export const SLOW_ANSWER_MS = 3000;

export class RecentActs {
  readonly #byTarget = new Map<number, { before: Before; readonly at: number }>();

  note(before: Before): void {
    this.#byTarget.set(before.target, { before, at: monotonicMs() });
  }

  all(): Before[] {
    const now = monotonicMs();
    for (const [target, { at }] of this.#byTarget) if (now - at > SLOW_ANSWER_MS) this.#byTarget.delete(target);
    return [...this.#byTarget.values()].map(({ before }) => before);
  }

  /** Whether something was done in that window or another one of its program. */
  isOf(window: number): boolean {
    return this.all().some(({ program }) => program.has(window));
  }

  /** What a slow program opened; a window that was there before is the person's choice. */
  answeredBy(window: number): Before | undefined {
    return this.all().find((before) => this.#isAnswer(before, window));
  }

  /** Until the program answers, whatever moves is moved by the person; what they did is not to be undone with the answer. */
  reordered(order: readonly number[], isWatched: (target: number) => boolean): void {
    for (const [target, act] of this.#byTarget) {
      const { before } = act;
      if (target === WHATEVER_IS_NEW || isWatched(target) || order.some((window) => this.#isAnswer(before, window))) continue;
      act.before = { ...before, order };
    }
  }

  #isAnswer({ order, target, program }: Before, window: number): boolean {
    if (target === WHATEVER_IS_NEW) return false;
    return program.isUninvited(window) || (!order.includes(window) && program.has(window));
  }

  clear(): void {
    this.#byTarget.clear();
  }
}
