/** Key events sent to a window instead of struck: for toolkits that read modifiers from them but not from the agent's keyboard. */
import { coreEvents, SendEvent } from '../../../../wire/x11/index.js';
import type { Seat } from '../seat.js';
import { serverTime } from './server-time.js';

export class SentKeys {
  #time = 0;

  constructor(private readonly seat: Seat) {}

  /** Toolkits take two presses of one instant for a key that repeats, so each event gets a millisecond of its own. */
  async begin(): Promise<void> {
    this.#time = Math.max(this.#time, await serverTime(this.seat.x, this.seat.perch));
  }

  /** Only queues a request. `state` holds the modifiers down before the event. */
  send(window: number, keycode: number, state: number, pressed: boolean): void {
    const { x, root } = this.seat;
    const fields = {
      detail: keycode,
      time: this.#time++,
      root,
      event: window,
      child: 0,
      rootX: 0,
      rootY: 0,
      eventX: 0,
      eventY: 0,
      state,
      sameScreen: true,
    };
    const event = x.encodeEvent(pressed ? coreEvents.KeyPress : coreEvents.KeyRelease, fields);
    x.send(SendEvent, { destination: window, eventMask: 0, event });
  }
}
