/**
 * Listens to the devices the person's pointer or keyboard is moved by, while asked to. They are never held with it, so that what is
 * done with them is heard of even then.
 */
import { type X11Connection, XIDevice, XIEventType, XISelectEvents } from '../../../../wire/x11/index.js';
import { type DeviceKind, personsDevices } from '../../person-mouse.js';

export class PersonsDevices {
  #devices: Promise<readonly number[]> | undefined;
  #listening: readonly number[] = [];
  #isAsked = false;

  /** `x` must be a connection on which nobody else listens to devices of this kind. */
  constructor(
    private readonly x: X11Connection,
    private readonly kind: DeviceKind,
    private readonly events: readonly number[],
  ) {
    x.on('XIHierarchyChanged', () => {
      this.#devices = undefined;
      if (this.#isAsked) void this.listen().catch(() => {}); // the display went away
    });
    x.send(XISelectEvents, { window: x.root, masks: [{ deviceId: XIDevice.All, mask: [XIEventType.HierarchyChanged] }] });
  }

  get isListening(): boolean {
    return this.#isAsked;
  }

  async listen(): Promise<void> {
    this.#isAsked = true;
    this.#devices ??= personsDevices(this.x, this.kind);
    const devices = await this.#devices;
    if (!this.#isAsked || devices === this.#listening) return;
    this.#listening = devices;
    this.#select(this.events);
  }

  ignore(): void {
    this.#isAsked = false;
    this.#select([]);
    this.#listening = [];
  }

  #select(events: readonly number[]): void {
    const masks = this.#listening.map((deviceId) => ({ deviceId, mask: [...events] }));
    if (masks.length > 0) this.x.send(XISelectEvents, { window: this.x.root, masks });
  }
}
