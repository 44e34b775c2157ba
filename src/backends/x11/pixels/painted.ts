/** Waits until a window has painted itself anew where something covered it. */
import { after, monotonicMs } from '../../../kit/clock.js';
import { bottom, intersect, isEmpty, type Rect, right } from '../../../model/geometry.js';
import { Damage, DamageCreate, DamageDestroy, DamageLevel } from '../../../wire/x11/ext/damage.js';
import type { Display } from '../display.js';

/** An application that has not begun by then does not paint at all: it hangs, or has nothing to show there. */
const FIRST_PAINT_MS = 120;
/** Old toolkits clear first and draw then, in several steps. */
const QUIET_MS = 10;
/** Long enough for those steps, short enough for a window that never stops drawing. */
const AFTER_ALL_MS = 30;
const LONGEST_MS = 250;

export class PaintedWindows {
  constructor(private readonly display: Display) {}

  /** Runs `change` and waits until all of `area`, in the window's coordinates, has been painted after it. */
  async repainted(window: number, area: readonly Rect[], change: () => Promise<void>): Promise<void> {
    const { x } = this.display;
    if (!x.has(Damage)) return change();
    const damage = x.ids.allocate();
    const paint = new Paint(area);
    const stop = x.on('DamageNotify', (event) => {
      if (event.damage === damage) paint.add(event.area);
    });
    try {
      // Before the change: a quick application has painted by the time the server's answer is here.
      await x.checked(DamageCreate, { damage, drawable: window, level: DamageLevel.RawRectangles });
      await change();
      await paint.done();
    } finally {
      stop();
      x.send(DamageDestroy, { damage });
      x.ids.release(damage);
    }
  }
}

/** Follows what is painted of an area. */
class Paint {
  #rest: readonly Rect[];
  #isAwaited: boolean;
  #deadline = monotonicMs() + LONGEST_MS;
  #wake: () => void = () => {};

  constructor(area: readonly Rect[]) {
    this.#rest = area;
    this.#isAwaited = area.length > 0;
  }

  add(painted: Rect): void {
    this.#rest = this.#rest.flatMap((rect) => without(rect, painted));
    if (this.#rest.length === 0 && this.#isAwaited) {
      this.#isAwaited = false;
      this.#deadline = Math.min(this.#deadline, monotonicMs() + AFTER_ALL_MS);
    }
    this.#wake();
  }

  async done(): Promise<void> {
    if (this.#isAwaited && !(await this.#painted(FIRST_PAINT_MS))) return;
    for (let left = this.#left(); left > 0; left = this.#left()) {
      const isCalm = !(await this.#painted(this.#isAwaited ? left : Math.min(QUIET_MS, left)));
      if (isCalm) return;
    }
  }

  #left(): number {
    return this.#deadline - monotonicMs();
  }

  /** False when nothing was painted for so long. */
  #painted(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = after(ms, () => resolve(false));
      this.#wake = () => {
        timer.cancel();
        resolve(true);
      };
    });
  }
}

/** What is left of a rectangle outside another one: at most the parts above, below, left and right. */
export function without(rect: Rect, hole: Rect): Rect[] {
  const common = intersect<Rect>(rect, hole);
  if (!common) return [rect];
  const parts: Rect[] = [
    { ...rect, height: common.y - rect.y },
    { ...rect, y: bottom(common), height: bottom(rect) - bottom(common) },
    { x: rect.x, y: common.y, width: common.x - rect.x, height: common.height },
    { x: right(common), y: common.y, width: right(rect) - right(common), height: common.height },
  ];
  return parts.filter((part) => !isEmpty(part));
}
