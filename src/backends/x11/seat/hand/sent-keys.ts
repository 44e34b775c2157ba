/** Key events sent to a window instead of struck: for toolkits that read modifiers from them but not from the agent's keyboard. */
import { coreEvents, SendEvent } from '../../../../wire/x11/index.js';
import type { Seat } from '../seat.js';
import { serverTime } from './server-time.js';

export class SentKeys {
  #time = 0;
  /** Keys sent down and not yet up, with the window that got them. */
  readonly #down = new Map<number, number>();
  /** Of those, what stays down until a gesture says otherwise. */
  readonly #kept = new Set<number>();

  constructor(private readonly seat: Seat) {}

  /** Toolkits take two presses of one instant for a key that repeats, so each event gets a millisecond of its own. */
  async begin(): Promise<void> {
    this.#time = Math.max(this.#time, await serverTime(this.seat.x, this.seat.perch));
  }

  get keys(): readonly number[] {
    return [...this.#down.keys()];
  }

  keep(): void {
    for (const keycode of this.#down.keys()) this.#kept.add(keycode);
  }

  unkeep(): void {
    this.#kept.clear();
  }

  /** All but what is kept. Only queues requests. */
  releaseRest(): void {
    for (const keycode of this.keys.toReversed()) this.send(0, keycode, 0, false);
  }

  /** Only queues a request. `state` holds the modifiers down before the event. A key comes up where it went down. */
  send(window: number, keycode: number, state: number, pressed: boolean): void {
    if (this.#kept.has(keycode)) return;
    const target = this.#down.get(keycode) ?? window;
    if (pressed) this.#down.set(keycode, target);
    else this.#down.delete(keycode);
    this.#sendTo(target, keycode, state, pressed);
  }

  #sendTo(window: number, keycode: number, state: number, pressed: boolean): void {
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
