/** One agent's pointer and keyboard with a connection of their own: grabs and their answers must not mix with anybody else's. */
import { type ScreenPoint, screenPoint } from '../../../model/geometry.js';
import {
  ChangeKeyboardControl,
  ConfigureWindow,
  CreateWindow,
  EventMask,
  fakeDeviceMotion,
  GetGeometry,
  MapWindow,
  StackMode,
  WindowClass,
  type X11Connection,
  XIGrabDevice,
  XIGrabStatus,
  XISetClientPointer,
  XIUngrabDevice,
} from '../../../wire/x11/index.js';
import { createBlankCursor } from './device/blank-cursor.js';
import { endsWithUs, outlivesUs } from './device/left-windows.js';
import { addMaster, type Master } from './device/masters.js';
import { holdAway, removeHeld } from './device/remove-masters.js';
import type { SeatName } from './device/seat-name.js';
import { POINTER_ROOT } from './guard/watch.js';
import { putKeyboardInto } from './hand/keyboard-entry.js';

export interface SeatDevices extends Master {
  readonly testPointer: number;
  readonly testKeyboard: number;
  /** Where the keyboard is while it is in no window, so that its keys go to where the pointer is. */
  readonly home: number;
}

const OFF_SCREEN = -50;

export class Seat {
  readonly root: number;
  readonly #cursor: number;
  #at: ScreenPoint = screenPoint(0, 0);
  #corner = { x: 0, y: 0 };
  #resting = false;
  #repeats = true;
  /** Devices of which only the keyboard is used. */
  readonly #alongside: Master[] = [];
  /** Presses of the agent that our own passive grabs held up, ever. */
  #heldUp = { button: 0, key: 0 };

  private constructor(
    readonly x: X11Connection,
    readonly devices: SeatDevices,
    /** A second pixel, to hold the pointer anew with. */
    private readonly spare: number,
    /** A pixel of our own: what holds the pointer while it rests, and what covers it while a popup may open. */
    readonly perch: number,
  ) {
    this.root = x.root;
    this.#cursor = createBlankCursor(x);
    x.on('XIButtonPress', () => void this.#heldUp.button++);
    x.on('XIKeyPress', () => void this.#heldUp.key++);
  }

  /** A new pointer appears in the middle of the screen: our pixel must be there first, or a window would see it arrive. */
  static async open(x: X11Connection, add: () => Promise<SeatDevices>): Promise<Seat> {
    const { width, height } = await x.request(GetGeometry, { drawable: x.root });
    const middle = { x: width >> 1, y: height >> 1 };
    const perch = x.ids.allocate();
    // A key that comes up while the pointer is on it is nobody's business.
    const values = { overrideRedirect: true, doNotPropagateMask: EventMask.KeyPress | EventMask.KeyRelease };
    x.send(CreateWindow, { window: perch, parent: x.root, ...middle, width: 1, height: 1, class: WindowClass.InputOnly, values });
    x.send(MapWindow, { window: perch });
    const spare = x.ids.allocate();
    const aside = { x: OFF_SCREEN, y: OFF_SCREEN, width: 1, height: 1 };
    x.send(CreateWindow, { window: spare, parent: x.root, ...aside, class: WindowClass.InputOnly, values });
    x.send(MapWindow, { window: spare });
    const seat = new Seat(x, await add(), spare, perch);
    await outlivesUs(x, perch, seat.devices.name);
    seat.#goHome(seat.devices);
    seat.#corner = { x: width - 1, y: height - 1 };
    await seat.rest();
    // Windows that move over a pointer nobody sees are told less of those they do see.
    seat.tuckAway();
    return seat;
  }

  get position(): ScreenPoint {
    return this.#at;
  }

  /** True while we hold the pointer ourselves, so that no window sees where it is. */
  get isResting(): boolean {
    return this.#resting;
  }

  get heldUp(): { readonly button: number; readonly key: number } {
    return this.#heldUp;
  }

  /** Takes the pointer to ourselves. False when an application holds it, as one with an open menu does. */
  async rest(): Promise<boolean> {
    if (this.#resting) return true;
    const { status } = await this.#hold(this.perch);
    this.#resting = status === XIGrabStatus.Success;
    return this.#resting;
  }

  /**
   * A window that came to lie under the resting pointer counts as having it, and as long as it does the server does not tell
   * the window manager that the person's pointer comes into it. Held anew, the pointer counts as being in our pixel again.
   */
  async leaveWindows(): Promise<void> {
    const held = this.#resting ? [this.devices, ...this.#alongside] : this.#alongside;
    await Promise.all(held.flatMap((master) => [this.#hold(this.spare, master), this.#hold(this.perch, master)]));
  }

  #hold(window: number, { pointer }: Master = this.devices) {
    return this.x.request(XIGrabDevice, { deviceId: pointer, window, cursor: this.#cursor });
  }

  /** Makes further devices, of which only the keyboard is used: their pointer never moves and is held by us, so that nobody sees it. */
  async bring(name: SeatName): Promise<Master> {
    await this.awaitNewcomer();
    const master = await addMaster(this.x, name);
    await holdAway(this.x, [master], this.perch);
    this.#goHome(master);
    this.#alongside.push(master);
    this.cover();
    return master;
  }

  #goHome({ keyboard }: Master): void {
    if (this.devices.home !== POINTER_ROOT) putKeyboardInto(this.x, keyboard, this.devices.home);
  }

  /** Takes the devices off the display. */
  async dismantle(): Promise<void> {
    const masters = [this.devices, ...this.#alongside];
    await holdAway(this.x, masters, this.perch);
    await removeHeld(this.x, masters);
    endsWithUs(this.x);
    await this.x.close();
  }

  /** Lets windows see the pointer; the one under it gets an Enter that window managers ignore. */
  wake(): void {
    if (!this.#resting) return;
    this.#resting = false;
    this.x.send(XIUngrabDevice, { deviceId: this.devices.pointer });
  }

  moveTo(x: number, y: number): void {
    this.#at = screenPoint(x, y);
    fakeDeviceMotion(this.x, this.devices.testPointer, [x, y]);
  }

  /** A key left down between gestures must not repeat into whatever lies under the resting pointer. Only queues requests. */
  repeatKeys(on: boolean): void {
    if (this.#repeats === on) return;
    this.#repeats = on;
    // The request means the keyboard of the client's own pointer, which is the person's unless told.
    this.x.send(XISetClientPointer, { window: 0, deviceId: this.devices.pointer });
    this.x.send(ChangeKeyboardControl, { values: { autoRepeatMode: on ? 1 : 0 } });
  }

  /** Slips our pixel under the pointer: whatever opens or closes there, no window gets an Enter. */
  park(): void {
    this.x.send(ConfigureWindow, { window: this.perch, values: { x: this.#at.x, y: this.#at.y, stackMode: StackMode.Above } });
  }

  /** The same for a pointer that was led away meanwhile. */
  parkAtRest(): void {
    if (this.#resting) this.moveTo(this.#at.x, this.#at.y);
    this.park();
  }

  /** Puts our pixel where the server will show the next new pointer. */
  async awaitNewcomer(): Promise<void> {
    const { width, height } = await this.x.request(GetGeometry, { drawable: this.root });
    this.x.send(ConfigureWindow, { window: this.perch, values: { x: width >> 1, y: height >> 1, stackMode: StackMode.Above } });
  }

  /** Leads the resting pointer to a corner: should we die, no window in use sees it appear. One that an application holds stays covered. */
  tuckAway(): void {
    this.cover();
    if (this.#resting) fakeDeviceMotion(this.x, this.devices.testPointer, [this.#corner.x, this.#corner.y]);
  }

  /** A pointer that we do not hold is free as soon as a menu closes, and what lies under it must not see it. */
  cover(): void {
    if (this.#resting) this.unpark();
    else this.park();
  }

  unpark(): void {
    this.x.send(ConfigureWindow, { window: this.perch, values: { x: OFF_SCREEN, y: OFF_SCREEN } });
  }
}
