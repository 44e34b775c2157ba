/** The person's own pointer and keyboard, moved through XTEST. Remembers what it holds down. */
import type { Button, Direction } from '../../../../model/gesture.js';
import {
  fakeDeviceButton,
  fakeDeviceKey,
  QueryDeviceState,
  type X11Connection,
  XIDevice,
  XIQueryDevice,
  XTestFakeInput,
} from '../../../../wire/x11/index.js';
import type { Stroke } from '../text/keys.js';

const KEY_PRESS = 2;
const KEY_RELEASE = 3;
const BUTTON_PRESS = 4;
const BUTTON_RELEASE = 5;
const MOTION = 6;
const BUTTONS: Readonly<Record<Button, number>> = { left: 1, middle: 2, right: 3 };
const WHEEL: Readonly<Record<Direction, number>> = { up: 4, down: 5, left: 6, right: 7 };

export class CoreHand {
  readonly #down: { readonly release: number; readonly detail: number }[] = [];

  constructor(private readonly x: X11Connection) {}

  moveTo({ x, y }: { readonly x: number; readonly y: number }): void {
    this.x.send(XTestFakeInput, { type: MOTION, detail: 0, root: this.x.root, rootX: x, rootY: y });
  }

  press(button: Button): void {
    this.#press(BUTTON_PRESS, BUTTON_RELEASE, BUTTONS[button]);
  }

  release(button: Button): void {
    this.#release(BUTTON_RELEASE, BUTTONS[button]);
  }

  turnWheel(direction: Direction, ticks: number): void {
    for (let tick = 0; tick < ticks; tick++) {
      this.#press(BUTTON_PRESS, BUTTON_RELEASE, WHEEL[direction]);
      this.#release(BUTTON_RELEASE, WHEEL[direction]);
    }
  }

  key({ keycode }: Pick<Stroke, 'keycode'>, pressed: boolean): void {
    if (pressed) this.#press(KEY_PRESS, KEY_RELEASE, keycode);
    else this.#release(KEY_RELEASE, keycode);
  }

  releaseAll(): void {
    for (const { release, detail } of this.#down.splice(0).reverse()) this.x.send(XTestFakeInput, { type: release, detail });
  }

  #press(press: number, release: number, detail: number): void {
    this.#down.push({ release, detail });
    this.x.send(XTestFakeInput, { type: press, detail });
  }

  #release(release: number, detail: number): void {
    const index = this.#down.findLastIndex((each) => each.release === release && each.detail === detail);
    if (index >= 0) this.#down.splice(index, 1);
    this.x.send(XTestFakeInput, { type: release, detail });
  }
}

/** The same for the hand of a process that died: what the device it used holds comes up. */
export async function releaseCoreHand(x: X11Connection, pointer: { readonly x: number; readonly y: number }): Promise<void> {
  const { devices } = await x.request(XIQueryDevice, { deviceId: XIDevice.All });
  const isUsed = ({ attachment, name }: (typeof devices)[number]) =>
    (attachment === XIDevice.CorePointer || attachment === XIDevice.CoreKeyboard) && name.includes('XTEST');
  for (const { deviceId } of devices.filter(isUsed)) {
    const { classes } = await x.request(QueryDeviceState, { deviceId });
    for (const state of classes) {
      if (state.type === 'button') for (const button of state.pressed) fakeDeviceButton(x, deviceId, button, false);
      if (state.type === 'key') for (const keycode of state.pressed) fakeDeviceKey(x, deviceId, keycode, false);
    }
  }
  new CoreHand(x).moveTo(pointer);
}
