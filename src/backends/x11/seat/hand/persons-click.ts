/**
 * Follows a person who clicks into a window while the window manager has an agent's keyboard. One that lets the click go on before
 * it focuses the window does that with the keyboard it has, and as long as one of ours is there nobody is told.
 */
import { XIGetFocus, XISetFocus } from '../../../../wire/x11/index.js';
import { personsFocus } from '../guard/watch.js';
import type { Seat } from '../seat.js';
import { isSameClient } from '../target/target.js';
import { KeyboardArrival } from './keyboard-arrival.js';

/** Who knows what the person does with their pointer. */
export interface Clicks {
  /** They press its left button in a window, at a time by the server's clock. */
  onPersonClicks(listener: (window: number, time: number) => void): () => void;
  /** Takes them to this window, unless they have done something else since they clicked into it. */
  followClick(window: number): Promise<void>;
}

export class PersonsClick {
  readonly #arrival: KeyboardArrival;
  #off = () => {};
  /** They clicked into it, and neither their keyboard nor the agent's was put there since. */
  #isExpected = false;

  constructor(
    private readonly seat: Seat,
    private readonly window: number,
    private readonly clicks: Clicks,
  ) {
    this.#arrival = new KeyboardArrival(seat.x, seat.devices.keyboard, () => this.#arrived());
  }

  /** Only queues requests. */
  watch(): void {
    this.#off();
    this.#arrival.watch(this.window);
    this.#off = this.clicks.onPersonClicks((window, time) => {
      this.#isExpected = false;
      if (window === this.window) void this.#makeRoom(time).catch(() => {}); // the display went away
    });
  }

  /** Only queues requests. */
  stop(): void {
    this.#off();
    this.#arrival.stop();
    this.#isExpected = false;
  }

  /** They are there. */
  isFollowed(): void {
    this.#isExpected = false;
  }

  /** Put there once more it would not be seen to arrive, so it leaves, unless that has happened since they pressed. */
  async #makeRoom(pressedAt: number): Promise<void> {
    const { x, devices } = this.seat;
    if (isSameClient(x, await personsFocus(x), this.window)) return;
    // The server heeds no focus that is older than the last.
    x.send(XISetFocus, { deviceId: devices.keyboard, window: devices.home, time: (pressedAt - 1) >>> 0 });
    this.#isExpected = true;
    const { focus } = await x.request(XIGetFocus, { deviceId: devices.keyboard });
    if (isSameClient(x, focus, this.window)) this.#arrived();
  }

  #arrived(): void {
    if (!this.#isExpected) return;
    this.#isExpected = false;
    void this.clicks.followClick(this.window).catch(() => {}); // the display went away
  }
}
