/** Notices keys of the person that may open a menu of theirs: all but those that type. None is known for longer than it is down. */
import { monotonicMs } from '../../../../kit/clock.js';
import {
  codePointFromKeysym,
  KEYSYMS,
  type Keymap,
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
  #isStale = false;
  /** Who may be in the middle of a word when it is first listened is taken to be. */
  #typedAt = monotonicMs();
  readonly #down = new Set<number>();

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
      if (this.#down.delete(detail)) onKey();
    });
    void this.#read();
    const mask = [XIEventType.RawKeyPress, XIEventType.RawKeyRelease];
    x.send(XISelectEvents, { window: x.root, masks: [{ deviceId: keyboard, mask }] });
  }

  /** One of them is down, as Alt is while they go through a list. */
  get isDown(): boolean {
    return this.#down.size > 0;
  }

  #press(keycode: number): void {
    if (this.#isStale) void this.#read();
    // Most keys type: until it is known which do not, none counts.
    if (!this.#map) return;
    const [keysym = 0] = this.#map.keysyms(keycode);
    if (this.#types(keysym)) return;
    this.#down.add(keycode);
    this.onKey();
  }

  async #read(): Promise<void> {
    this.#isStale = false;
    const map = await readKeymap(this.x, keyboard).catch(() => undefined); // the display went away
    this.#map = map ?? this.#map;
  }

  #types(keysym: number): boolean {
    if (typing.has(keysym) || (keysym >= DEAD_KEYS.first && keysym <= DEAD_KEYS.last)) return true;
    const now = monotonicMs();
    const isLetter = codePointFromKeysym(keysym) !== undefined && (keysym !== SPACE || now - this.#typedAt < TYPING_MS);
    if (isLetter) this.#typedAt = now;
    return isLetter;
  }
}
