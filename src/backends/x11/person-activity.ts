/** Notices that the person presses keys and buttons — when, never which — to tell whether a window is in their hands. */
import { monotonicMs } from '../../kit/clock.js';
import { QueryTree, XIDevice, XIEventType, XIGetFocus, XInput, XIQueryPointer, XISelectEvents } from '../../wire/x11/index.js';
import type { PersonUse } from '../port.js';
import { type Display, ifAlive } from './display.js';

/** Somebody who paused for longer is reading or thinking, not typing. */
const RECENT_MS = 1000;
const POINTER_ROOT = 1;
/** The wheel turns by pressing 4 to 7. */
const MAIN_BUTTONS = [1, 2, 3];

export class PersonActivity {
  #keyAt = Number.NEGATIVE_INFINITY;
  #buttonAt = Number.NEGATIVE_INFINITY;
  #mayHoldButton = true;

  private constructor(private readonly display: Display) {}

  static open(display: Display): PersonActivity {
    const activity = new PersonActivity(display);
    const { x, root } = display;
    if (!x.has(XInput)) return activity;
    const masks = [
      { deviceId: XIDevice.CoreKeyboard, mask: [XIEventType.RawKeyPress] },
      { deviceId: XIDevice.CorePointer, mask: [XIEventType.RawButtonPress, XIEventType.RawButtonRelease] },
    ];
    x.send(XISelectEvents, { window: root, masks });
    x.on('XIRawKeyPress', () => {
      activity.#keyAt = monotonicMs();
    });
    x.on('XIRawButtonPress', () => {
      activity.#buttonAt = monotonicMs();
      activity.#mayHoldButton = true;
    });
    x.on('XIRawButtonRelease', () => {
      activity.#buttonAt = monotonicMs();
    });
    return activity;
  }

  hasPressedSince(ms: number): boolean {
    return Math.max(this.#keyAt, this.#buttonAt) > ms;
  }

  /** Asks the server only when the person did something lately, so it costs nothing while they are away. */
  async using(window: number): Promise<PersonUse | undefined> {
    if (!this.display.x.has(XInput)) return undefined;
    const held = this.#mayHoldButton ? await this.#holdsButtonIn(window) : false;
    const last = Math.max(this.#keyAt, this.#buttonAt);
    const agoMs = Math.max(0, Math.round(monotonicMs() - last));
    if (held) return { how: 'holding a button', agoMs: Number.isFinite(agoMs) ? agoMs : 0 };
    if (agoMs > RECENT_MS || !(await this.#hasFocusIn(window))) return undefined;
    return { how: this.#keyAt >= this.#buttonAt ? 'typing' : 'clicking', agoMs };
  }

  async #holdsButtonIn(window: number): Promise<boolean> {
    const { x, root } = this.display;
    const { buttons, child } = await x.request(XIQueryPointer, { window: root, deviceId: XIDevice.CorePointer });
    this.#mayHoldButton = buttons.some((button) => MAIN_BUTTONS.includes(button));
    return this.#mayHoldButton && (await this.#isWithin(window, child));
  }

  async #hasFocusIn(window: number): Promise<boolean> {
    const { x, root } = this.display;
    const { focus } = await x.request(XIGetFocus, { deviceId: XIDevice.CoreKeyboard });
    if (focus > POINTER_ROOT) return focus === window || this.#isWithin(focus, window);
    if (focus !== POINTER_ROOT) return false;
    const { child } = await x.request(XIQueryPointer, { window: root, deviceId: XIDevice.CorePointer });
    return this.#isWithin(window, child);
  }

  /** Whether `outer` is `window` or lies around it. */
  async #isWithin(window: number, outer: number): Promise<boolean> {
    const { x, root } = this.display;
    for (let current = window; current !== 0 && current !== root; ) {
      if (current === outer) return true;
      current = (await ifAlive(x.request(QueryTree, { window: current })))?.parent ?? 0;
    }
    return false;
  }
}
