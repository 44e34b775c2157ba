/**
 * Tells when a keyboard is put into a window. As long as another one is there the server tells the window manager nothing of it,
 * but whoever asks for that very keyboard is told always.
 */
import { FocusDetail, FocusMode, type X11Connection, XIEventType, XISelectEvents } from '../../../../wire/x11/index.js';

export class KeyboardArrival {
  #window = 0;
  #off = () => {};

  constructor(
    /** Must be one on which nobody else selects events of this keyboard. */
    private readonly x: X11Connection,
    private readonly keyboard: number,
    private readonly onArrival: () => void,
  ) {}

  /** Only queues requests. */
  watch(window: number): void {
    if (this.#window === window) return;
    this.stop();
    this.#window = window;
    this.#off = this.x.on('XIFocusIn', ({ event, deviceId, mode, detail }) => {
      if (event !== window || deviceId !== this.keyboard || detail === FocusDetail.Pointer) return;
      // A grab that begins or ends leaves it where it is.
      if (mode === FocusMode.Normal || mode === FocusMode.WhileGrabbed) this.onArrival();
    });
    this.#select(window, [XIEventType.FocusIn]);
  }

  /** Only queues requests. */
  stop(): void {
    if (this.#window === 0) return;
    this.#off();
    this.#select(this.#window, []);
    this.#window = 0;
  }

  #select(window: number, mask: readonly number[]): void {
    this.x.send(XISelectEvents, { window, masks: [{ deviceId: this.keyboard, mask: [...mask] }] });
  }
}
