/**
 * Notices keys of the person that may open a menu of theirs: all but those that type. None is known for longer than it is down.
 * Listens only while asked to.
 */
import { monotonicMs } from '../../../../kit/clock.js';
import {
  codePointFromKeysym,
  KEYSYMS,
  type Keymap,
  QueryKeymap,
  readKeymap,
  type X11Connection,
  XIDevice,
  XIEventType,
  XISelectEvents,
} from '../../../../wire/x11/index.js';
import { onKeymapChange } from '../text/keymaps.js';

/** A space this soon after a letter separates words; any other may open what has the focus. */
const TYPING_MS = 1500;
const SPACE = 0x20;
const DEAD_KEYS = { first: 0xfe50, last: 0xfe93 } as const;
const keyboard = XIDevice.CoreKeyboard;

const typing: ReadonlySet<number | undefined> = new Set(
  ['Shift_L', 'Shift_R', 'Caps_Lock', 'Num_Lock', 'ISO_Level3_Shift', 'ISO_Level5_Shift', 'Mode_switch', 'Multi_key', 'BackSpace'].map(
    (name) => KEYSYMS[name],
  ),
);

export class MenuKeys {
  #map: Keymap | undefined;
  #reading: Promise<void>;
  #isStale = false;
  #isListening = false;
  #typedAt = 0;
  readonly #down = new Set<number>();
  /** Since it is listened: an answer about what is down may be older. */
  readonly #cameUp = new Set<number>();

  /** `x` must be a connection on which nobody else listens to keyboards. */
  constructor(
    private readonly x: X11Connection,
    private readonly onKey: () => void,
  ) {
    onKeymapChange(x, [keyboard], () => {
      this.#isStale = true;
    });
    x.on('XIRawKeyPress', ({ detail }) => this.#press(detail));
    x.on('XIRawKeyRelease', ({ detail }) => {
      this.#cameUp.add(detail);
      if (this.#down.delete(detail)) onKey();
    });
    this.#reading = this.#read();
  }

  /** One of them is down, as Alt is while they go through a list. */
  get isDown(): boolean {
    return this.#down.size > 0;
  }

  /** Resolves once it is known which are down already. */
  async listen(): Promise<void> {
    if (this.#isListening) return;
    this.#isListening = true;
    // Who may be in the middle of a word is taken to be.
    this.#typedAt = monotonicMs();
    this.#cameUp.clear();
    this.#select([XIEventType.RawKeyPress, XIEventType.RawKeyRelease]);
    const [{ keys }] = await Promise.all([this.x.request(QueryKeymap), this.#reading]);
    for (const keycode of keycodesIn(keys)) if (!this.#cameUp.has(keycode) && this.#mayOpenMenu(keycode)) this.#down.add(keycode);
  }

  ignore(): void {
    if (!this.#isListening) return;
    this.#isListening = false;
    this.#select([]);
    this.#down.clear();
  }

  #select(mask: readonly number[]): void {
    this.x.send(XISelectEvents, { window: this.x.root, masks: [{ deviceId: keyboard, mask: [...mask] }] });
  }

  #press(keycode: number): void {
    if (this.#isStale) this.#reading = this.#read();
    if (!this.#mayOpenMenu(keycode)) return;
    this.#down.add(keycode);
    this.onKey();
  }

  async #read(): Promise<void> {
    this.#isStale = false;
    const map = await readKeymap(this.x, keyboard).catch(() => undefined); // the display went away
    this.#map = map ?? this.#map;
  }

  /** Most keys type: until it is known which do not, none counts. */
  #mayOpenMenu(keycode: number): boolean {
    const [keysym = 0] = this.#map?.keysyms(keycode) ?? [];
    return this.#map !== undefined && !this.#types(keysym);
  }

  #types(keysym: number): boolean {
    if (typing.has(keysym) || (keysym >= DEAD_KEYS.first && keysym <= DEAD_KEYS.last)) return true;
    const now = monotonicMs();
    const isLetter = codePointFromKeysym(keysym) !== undefined && (keysym !== SPACE || now - this.#typedAt < TYPING_MS);
    if (isLetter) this.#typedAt = now;
    return isLetter;
  }
}

/** The server says it in one bit per key. */
function keycodesIn(keys: Uint8Array): number[] {
  return Array.from({ length: keys.length * 8 }, (_, keycode) => keycode).filter((code) => ((keys[code >> 3] ?? 0) >> (code & 7)) & 1);
}
