/**
 * A window manager takes a keyboard while it goes through a list of windows with the person: the lent one when they were faster
 * than it. On that one it would never hear that they let go, so it is told there, with the very key.
 */
import {
  FocusMode,
  fakeDeviceKey,
  GrabServer,
  UngrabServer,
  type X11Connection,
  XIEventType,
  XIGrabDevice,
  XIGrabStatus,
  XISelectEvents,
  XIUngrabDevice,
} from '../../../../wire/x11/index.js';
import type { SeatDevices } from '../seat.js';

export class ListGrab {
  readonly #lent = new Map<number, SeatDevices>();
  #held: SeatDevices | undefined;
  #isLooking = false;

  /** `x` must be a connection on which nobody else is told of agents' keyboards on the root window. */
  constructor(
    private readonly x: X11Connection,
    onHeld: () => void,
  ) {
    const onFocus = ({ event, deviceId, mode }: { event: number; deviceId: number; mode: number }) => {
      const devices = this.#lent.get(deviceId);
      if (event !== x.root || !devices || this.#isLooking) return;
      if (mode === FocusMode.Grab) {
        this.#held = devices;
        onHeld();
      } else if (mode === FocusMode.Ungrab && this.#held === devices) {
        this.#held = undefined;
      }
    };
    x.on('XIFocusOut', onFocus);
    x.on('XIFocusIn', onFocus);
  }

  /** It may take this one from now on. Only queues requests. */
  expectOn(devices: SeatDevices): void {
    if (this.#lent.get(devices.keyboard) === devices) return;
    this.#lent.set(devices.keyboard, devices);
    const masks = [{ deviceId: devices.keyboard, mask: [XIEventType.FocusIn, XIEventType.FocusOut] }];
    this.x.send(XISelectEvents, { window: this.x.root, masks });
  }

  /** The person has let this key go. Nobody else gets it: in one breath with looking whether the keyboard is still taken. */
  async letGo(keycode: number): Promise<void> {
    const devices = this.#held;
    if (!devices) return;
    this.#held = undefined;
    const { x } = this;
    this.#isLooking = true;
    x.send(GrabServer);
    try {
      const { status } = await x.request(XIGrabDevice, { deviceId: devices.keyboard, window: x.root });
      if (status === XIGrabStatus.Success) x.send(XIUngrabDevice, { deviceId: devices.keyboard });
      else for (const pressed of [true, false]) fakeDeviceKey(x, devices.testKeyboard, keycode, pressed);
    } finally {
      x.send(UngrabServer);
      x.flush();
      this.#isLooking = false;
    }
  }
}
