/** What the person does with their mouse while their pointer is held. Listens only while asked to. */
import { type X11Connection, XIEventType } from '../../../../wire/x11/index.js';
import { PersonsDevices } from './persons-devices.js';

const { RawMotion, RawButtonPress, RawTouchBegin } = XIEventType;

/** It turns by pressing buttons. */
const isWheel = (button: number): boolean => button >= 4 && button <= 7;

export class PersonMice {
  readonly #devices: PersonsDevices;

  /** `x` must be a connection on which nobody else listens to devices. */
  constructor(x: X11Connection, notice: { readonly moved: (device: number) => void; readonly pressed: () => void }) {
    x.on('XIRawMotion', ({ deviceId }) => notice.moved(deviceId));
    x.on('XIRawButtonPress', ({ deviceId, detail }) => (isWheel(detail) ? notice.moved(deviceId) : notice.pressed()));
    x.on('XIRawTouchBegin', () => notice.pressed());
    this.#devices = new PersonsDevices(x, 'pointer', [RawMotion, RawButtonPress, RawTouchBegin]);
  }

  listen(): Promise<void> {
    return this.#devices.listen();
  }

  ignore(): void {
    this.#devices.ignore();
  }
}
