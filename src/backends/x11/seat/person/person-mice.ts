/** What the person does with their mouse while their pointer is held: the devices that move it are not held with it. Listens only while asked to. */
import { type X11Connection, XIDevice, XIEventType, XISelectEvents } from '../../../../wire/x11/index.js';
import { personsMice } from '../../person-mouse.js';

const { RawMotion, RawButtonPress, RawTouchBegin, HierarchyChanged } = XIEventType;

/** It turns by pressing buttons. */
const isWheel = (button: number): boolean => button >= 4 && button <= 7;

export class PersonMice {
  #mice: Promise<readonly number[]> | undefined;
  #listening: readonly number[] = [];

  /** `x` must be a connection on which nobody else listens to devices. */
  constructor(
    private readonly x: X11Connection,
    notice: { readonly moved: (device: number) => void; readonly pressed: () => void },
  ) {
    x.on('XIRawMotion', ({ deviceId }) => notice.moved(deviceId));
    x.on('XIRawButtonPress', ({ deviceId, detail }) => (isWheel(detail) ? notice.moved(deviceId) : notice.pressed()));
    x.on('XIRawTouchBegin', () => notice.pressed());
    x.on('XIHierarchyChanged', () => {
      this.#mice = undefined;
      if (this.#listening.length > 0) void this.listen().catch(() => {}); // the display went away
    });
    x.send(XISelectEvents, { window: x.root, masks: [{ deviceId: XIDevice.All, mask: [HierarchyChanged] }] });
  }

  async listen(): Promise<void> {
    this.#mice ??= personsMice(this.x);
    const mice = await this.#mice;
    if (mice === this.#listening) return;
    this.#listening = mice;
    this.#select(mice, [RawMotion, RawButtonPress, RawTouchBegin]);
  }

  ignore(): void {
    this.#select(this.#listening, []);
    this.#listening = [];
  }

  #select(mice: readonly number[], mask: readonly number[]): void {
    const masks = mice.map((deviceId) => ({ deviceId, mask: [...mask] }));
    if (masks.length > 0) this.x.send(XISelectEvents, { window: this.x.root, masks });
  }
}
