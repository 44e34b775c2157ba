/** Waits until a window that has just become redirected has painted itself where something covered it. */
import { after, monotonicMs } from '../../../kit/clock.js';
import { Damage, DamageCreate, DamageDestroy, DamageLevel } from '../../../wire/x11/ext/damage.js';
import type { Display } from '../display.js';

const FIRST_PAINT_MS = 80;
const QUIET_MS = 12;
const LONGEST_MS = 250;

export class PaintedWindows {
  constructor(private readonly display: Display) {}

  async repainted(window: number, signal: AbortSignal): Promise<void> {
    const { x } = this.display;
    if (!x.has(Damage)) return;
    const damage = x.ids.allocate();
    let wake: () => void = () => {};
    const stop = x.on('DamageNotify', (event) => {
      if (event.damage === damage) wake();
    });
    const painted = (ms: number) =>
      new Promise<boolean>((resolve) => {
        const timer = after(ms, () => resolve(false));
        wake = () => {
          timer.cancel();
          resolve(true);
        };
      });
    try {
      const first = painted(FIRST_PAINT_MS);
      await x.checked(DamageCreate, { damage, drawable: window, level: DamageLevel.RawRectangles });
      if (!(await first)) return;
      const deadline = monotonicMs() + LONGEST_MS;
      while (monotonicMs() < deadline && !signal.aborted && (await painted(QUIET_MS)));
    } finally {
      stop();
      x.send(DamageDestroy, { damage });
      x.ids.release(damage);
    }
  }
}
