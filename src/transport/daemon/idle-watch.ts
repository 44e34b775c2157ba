import type { EventBus } from '../../engine/events.js';
import { monotonicMs } from '../../kit/clock.js';

/** How long no call has run, whichever way calls come in. */
export class IdleWatch {
  #running = 0;
  #lastMs = monotonicMs();

  constructor(events: EventBus) {
    events.subscribe(({ type }) => {
      this.#lastMs = monotonicMs();
      if (type === 'call_started') this.#running++;
      else if (type === 'call_finished') this.#running--;
    });
  }

  get idleMs(): number {
    return this.#running > 0 ? 0 : monotonicMs() - this.#lastMs;
  }
}
