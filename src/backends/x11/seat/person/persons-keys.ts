/** Tells which keys the person presses and lets go, while asked to. None is known for longer than it takes to tell. */
import { type Keymap, QueryKeymap, readKeymap, type X11Connection, XIDevice, XIEventType } from '../../../../wire/x11/index.js';
import { onKeymapChange } from '../text/keymaps.js';
import { modifierBits } from '../text/modifiers.js';
import { PersonsDevices } from './persons-devices.js';

const keyboard = XIDevice.CoreKeyboard;

export interface KeyListener {
  /** With what it means when nothing else is held, and the modifiers it sets while it is down. */
  pressed(keycode: number, keysym: number, modifiers: number): void;
  released(keycode: number): void;
}

/** `x` must be a connection on which nobody else listens to keyboards. */
export class PersonsKeys {
  readonly #devices: PersonsDevices;
  #map: Keymap | undefined;
  #reading: Promise<void>;
  #isStale = false;
  /** Since it is listened: an answer about what is down may be older. */
  readonly #cameUp = new Set<number>();

  constructor(
    private readonly x: X11Connection,
    private readonly listener: KeyListener,
  ) {
    this.#devices = new PersonsDevices(x, 'keyboard', [XIEventType.RawKeyPress, XIEventType.RawKeyRelease]);
    onKeymapChange(x, () => {
      this.#isStale = true;
    });
    x.on('XIRawKeyPress', ({ detail }) => {
      if (this.#isStale) this.#reading = this.#read();
      this.#press(detail);
    });
    x.on('XIRawKeyRelease', ({ detail }) => {
      this.#cameUp.add(detail);
      listener.released(detail);
    });
    this.#reading = this.#read();
  }

  get isListening(): boolean {
    return this.#devices.isListening;
  }

  /** Resolves once those that are down already have been told. */
  async listen(): Promise<void> {
    if (this.isListening) return;
    this.#cameUp.clear();
    await this.#devices.listen();
    const [{ keys }] = await Promise.all([this.x.request(QueryKeymap), this.#reading]);
    for (const keycode of keycodesIn(keys)) if (!this.#cameUp.has(keycode)) this.#press(keycode);
  }

  ignore(): void {
    if (this.isListening) this.#devices.ignore();
  }

  /** Most keys type: until it is known which do not, none counts. */
  #press(keycode: number): void {
    const [keysym = 0] = this.#map?.keysyms(keycode) ?? [];
    if (this.#map) this.listener.pressed(keycode, keysym, modifierBits(this.#map, keycode));
  }

  async #read(): Promise<void> {
    this.#isStale = false;
    const map = await readKeymap(this.x, keyboard).catch(() => undefined); // the display went away
    this.#map = map ?? this.#map;
  }
}

/** The server says it in one bit per key. */
function keycodesIn(keys: Uint8Array): number[] {
  return Array.from({ length: keys.length * 8 }, (_, keycode) => keycode).filter((code) => ((keys[code >> 3] ?? 0) >> (code & 7)) & 1);
}
