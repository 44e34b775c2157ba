/**
 * Two acts that click one spot are two clicks. Toolkits make a double click of them when they come soon after each other,
 * whatever the pointer did in between, so the second one waits until they no longer would.
 */
import { delay, monotonicMs } from '../../../../kit/clock.js';
import type { WindowPoint } from '../../../../model/geometry.js';
import type { Button, Gesture } from '../../../../model/gesture.js';

/** No toolkit looks further for the first click of two. */
const SAME_SPOT = 10;
/** Its clock may tick a little later than ours. */
const MARGIN_MS = 20;

interface Press {
  readonly at: WindowPoint;
  readonly button: Button;
}

export class ClickPace {
  #last: (Press & { readonly windowId: number; readonly until: number }) | undefined;

  /** Call before anything of the gesture is sent. */
  async wait(gesture: Gesture, signal: AbortSignal): Promise<void> {
    const [first] = pressesOf(gesture);
    const last = this.#last;
    if (!first || last?.windowId !== gesture.windowId || last.button !== first.button || !isNear(first.at, last.at)) return;
    const leftMs = last.until - monotonicMs();
    if (leftMs > 0) await delay(leftMs, signal);
  }

  /** Call after it. */
  note(gesture: Gesture, multiClickMs: number): void {
    const last = pressesOf(gesture).at(-1);
    if (last) this.#last = { ...last, windowId: gesture.windowId, until: monotonicMs() + multiClickMs + MARGIN_MS };
  }
}

export function pressesOf({ steps, anchor }: Pick<Gesture, 'steps' | 'anchor'>): Press[] {
  let at = anchor;
  const presses: Press[] = [];
  for (const step of steps) {
    if (step.kind === 'move') at = step.to;
    if (step.kind === 'press') presses.push({ at, button: step.button });
  }
  return presses;
}

const isNear = (a: WindowPoint, b: WindowPoint): boolean => Math.abs(a.x - b.x) <= SAME_SPOT && Math.abs(a.y - b.y) <= SAME_SPOT;
