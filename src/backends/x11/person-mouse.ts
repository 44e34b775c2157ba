/** Notices that the person themself moves their pointer, so that a pointer that moved is not blamed on us. Listens only while asked to. */
import { XIDevice, XIDeviceUse, XIEventType, XInput, XIQueryDevice, XISelectEvents } from '../../wire/x11/index.js';
import type { Display } from './display.js';

const PERSON_POINTER = 2;

export class PersonMouse {
  #slaves: readonly number[] = [];
  #listeners = 0;
  #moves = 0;

  private constructor(private readonly display: Display) {}

  static async open(display: Display): Promise<PersonMouse> {
    const mouse = new PersonMouse(display);
    const { x, root } = display;
    if (!x.has(XInput)) return mouse;
    x.send(XISelectEvents, { window: root, masks: [{ deviceId: XIDevice.All, mask: [XIEventType.HierarchyChanged] }] });
    x.on('XIHierarchyChanged', () => void mouse.#readSlaves().catch(() => {}));
    x.on('XIMotion', ({ deviceId }) => {
      if (mouse.#slaves.includes(deviceId)) mouse.#moves++;
    });
    await mouse.#readSlaves();
    return mouse;
  }

  get moves(): number {
    return this.#moves;
  }

  /** A flag of the person's devices: masters would not do, their events go to the window under the pointer alone. */
  listen(): void {
    if (this.#listeners++ === 0) this.#select([XIEventType.Motion]);
  }

  ignore(): void {
    if (--this.#listeners === 0) this.#select([]);
  }

  #select(mask: readonly number[]): void {
    const { x, root } = this.display;
    const masks = this.#slaves.map((deviceId) => ({ deviceId, mask: [...mask] }));
    if (masks.length > 0) x.send(XISelectEvents, { window: root, masks });
  }

  async #readSlaves(): Promise<void> {
    const { devices } = await this.display.x.request(XIQueryDevice, { deviceId: XIDevice.All });
    this.#slaves = devices
      .filter(({ use, attachment }) => use === XIDeviceUse.SlavePointer && attachment === PERSON_POINTER)
      .map(({ deviceId }) => deviceId);
    if (this.#listeners > 0) this.#select([XIEventType.Motion]);
  }
}
