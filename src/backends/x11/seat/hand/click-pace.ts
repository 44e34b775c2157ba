/**
 * Two acts that click one spot are two clicks. Toolkits make a double click of them when they come soon after each other,
 * whatever the pointer did in between, so the second one waits until they no longer would. A double click waits also for
 * clicks elsewhere in the window: GTK 4 counts on where it was and does not see it.
 */
import { delay, monotonicMs } from '../../../../kit/clock.js';
import type { WindowPoint } from '../../../../model/geometry.js';
import type { Button, Gesture } from '../../../../model/gesture.js';
import type { Traits } from '../toolkit/traits.js';

/** No toolkit looks further for the first click of two. */
const SAME_SPOT = 10;
/** Its clock may tick a little later than ours. */
const MARGIN_MS = 20;

interface Press {
  readonly at: WindowPoint;
  readonly button: Button;
}

interface RecentPress extends Press {
  readonly windowId: number;
  readonly until: number;
}

export class ClickPace {
  #recent: RecentPress[] = [];

  /** Call before anything of the gesture is sent. */
  async wait(gesture: Gesture, signal: AbortSignal): Promise<void> {
    const [first, second] = pressesOf(gesture);
    if (!first) return;
    const { windowId } = gesture;
    const near = this.#recent.filter(
      (each) => each.windowId === windowId && each.button === first.button && (second || isNear(each.at, first.at)),
    );
    const leftMs = Math.max(0, ...near.map(({ until }) => until - monotonicMs()));
    if (leftMs > 0) await delay(leftMs, signal);
  }

  /** Call after it. A click elsewhere in between does not make a widget forget its own. */
  note(gesture: Gesture, { multiClickMs, thirdClickMs }: Pick<Traits, 'multiClickMs' | 'thirdClickMs'>): void {
    const now = monotonicMs();
    const presses = pressesOf(gesture);
    const last = presses.at(-1);
    const stillCountsMs = presses.length > 1 ? thirdClickMs : multiClickMs;
    this.#recent = this.#recent.filter(({ until }) => until > now);
    if (last) this.#recent.push({ ...last, windowId: gesture.windowId, until: now + stillCountsMs + MARGIN_MS });
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
