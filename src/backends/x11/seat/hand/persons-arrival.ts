/**
 * Tells when the person's keyboard comes into a window. As long as a keyboard of ours is there the server tells the window manager
 * nothing of theirs, but whoever asks for that very keyboard is told always.
 */
import { FocusDetail, FocusMode, type X11Connection, XIDevice, XIEventType, XISelectEvents } from '../../../../wire/x11/index.js';

export class PersonsArrival {
  #window = 0;
  #off = () => {};

  constructor(
    /** Must be one on which nobody else selects events of their keyboard. */
    private readonly x: X11Connection,
    private readonly onArrival: () => void,
  ) {}

  /** Only queues requests. */
  watch(window: number): void {
    if (this.#window === window) return;
    this.stop();
    this.#window = window;
    this.#off = this.x.on('XIFocusIn', ({ event, deviceId, mode, detail }) => {
      if (event !== window || deviceId !== XIDevice.CoreKeyboard || detail === FocusDetail.Pointer) return;
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
    this.x.send(XISelectEvents, { window, masks: [{ deviceId: XIDevice.CoreKeyboard, mask: [...mask] }] });
  }
}
