/** Notices that the person themself moves their pointer, so that a pointer that moved is not blamed on us. Listens only around acts. */
import { after, monotonicMs, type Timer } from '../../kit/clock.js';
import { type X11Connection, XIDevice, XIDeviceUse, XIEventType, XInput, XIQueryDevice, XISelectEvents } from '../../wire/x11/index.js';
import type { Display } from './display.js';

/** A pointer that is held follows the mouse this much later at most. */
const QUEUED_MS = 600;
/** It may be held for so long after an act. */
const LISTENS_ON_MS = 6000;

export class PersonMouse {
  #slaves: readonly number[] = [];
  #listeners = 0;
  #stopping: Timer | undefined;
  #movedAt = Number.NEGATIVE_INFINITY;

  private constructor(private readonly display: Display) {}

  static async open(display: Display): Promise<PersonMouse> {
    const mouse = new PersonMouse(display);
    const { x, root } = display;
    if (!x.has(XInput)) return mouse;
    x.send(XISelectEvents, { window: root, masks: [{ deviceId: XIDevice.All, mask: [XIEventType.HierarchyChanged] }] });
    x.on('XIHierarchyChanged', () => void mouse.#readSlaves().catch(() => {}));
    x.on('XIMotion', ({ deviceId }) => {
      if (mouse.#slaves.includes(deviceId)) mouse.#movedAt = monotonicMs();
    });
    await mouse.#readSlaves();
    return mouse;
  }

  /** Whether their pointer may have moved since then by what they did. */
  hasMovedSince(ms: number): boolean {
    return this.#movedAt > ms - QUEUED_MS;
  }

  /** A flag of the person's devices: masters would not do, their events go to the window under the pointer alone. */
  listen(): void {
    this.#listeners++;
    if (this.#stopping) this.#stopping.cancel();
    else if (this.#listeners === 1) this.#select([XIEventType.Motion]);
    this.#stopping = undefined;
  }

  ignore(): void {
    if (--this.#listeners > 0) return;
    this.#stopping = after(LISTENS_ON_MS, () => {
      this.#stopping = undefined;
      this.#select([]);
    });
  }

  #select(mask: readonly number[]): void {
    const { x, root } = this.display;
    const masks = this.#slaves.map((deviceId) => ({ deviceId, mask: [...mask] }));
    if (masks.length > 0) x.send(XISelectEvents, { window: root, masks });
  }

  async #readSlaves(): Promise<void> {
    this.#slaves = await personsDevices(this.display.x, 'pointer');
    if (this.#listeners > 0 || this.#stopping) this.#select([XIEventType.Motion]);
  }
}

const personsOwn = {
  pointer: { use: XIDeviceUse.SlavePointer, attachment: XIDevice.CorePointer },
  keyboard: { use: XIDeviceUse.SlaveKeyboard, attachment: XIDevice.CoreKeyboard },
} as const;

export type DeviceKind = keyof typeof personsOwn;

/** The devices that move the person's pointer, or that they type on. */
export async function personsDevices(x: X11Connection, kind: DeviceKind): Promise<readonly number[]> {
  const { devices } = await x.request(XIQueryDevice, { deviceId: XIDevice.All });
  const own = personsOwn[kind];
  return devices.filter(({ use, attachment }) => use === own.use && attachment === own.attachment).map(({ deviceId }) => deviceId);
}
