/**
 * Notices keys of the person that may open a menu of theirs: all but those that type. None is known for longer than it is down.
 * Listens only while asked to.
 */
import { monotonicMs } from '../../../../kit/clock.js';
import { codePointFromKeysym, KEYSYMS, type X11Connection } from '../../../../wire/x11/index.js';
import { PersonsKeys } from './persons-keys.js';

/** A space this soon after a letter separates words; any other may open what has the focus. */
const TYPING_MS = 1500;
const SPACE = 0x20;
const DEAD_KEYS = { first: 0xfe50, last: 0xfe93 } as const;

const typing: ReadonlySet<number | undefined> = new Set(
  ['Shift_L', 'Shift_R', 'Caps_Lock', 'Num_Lock', 'ISO_Level3_Shift', 'ISO_Level5_Shift', 'Mode_switch', 'Multi_key', 'BackSpace'].map(
    (name) => KEYSYMS[name],
  ),
);

export class MenuKeys {
  readonly #keys: PersonsKeys;
  readonly #down = new Set<number>();
  #typedAt = 0;

  /** `x` must be a connection on which nobody else listens to keyboards. */
  constructor(x: X11Connection, onKey: () => void) {
    this.#keys = new PersonsKeys(x, {
      pressed: (keycode, keysym) => {
        if (this.#types(keysym)) return;
        this.#down.add(keycode);
        onKey();
      },
      released: (keycode) => {
        if (this.#down.delete(keycode)) onKey();
      },
    });
  }

  /** One of them is down, as Alt is while they go through a list. */
  get isDown(): boolean {
    return this.#down.size > 0;
  }

  /** Resolves once it is known which are down already. */
  async listen(): Promise<void> {
    // Who may be in the middle of a word is taken to be.
    if (!this.#keys.isListening) this.#typedAt = monotonicMs();
    await this.#keys.listen();
  }

  ignore(): void {
    this.#keys.ignore();
    this.#down.clear();
  }

  #types(keysym: number): boolean {
    if (typing.has(keysym) || (keysym >= DEAD_KEYS.first && keysym <= DEAD_KEYS.last)) return true;
    const now = monotonicMs();
    const isLetter = codePointFromKeysym(keysym) !== undefined && (keysym !== SPACE || now - this.#typedAt < TYPING_MS);
    if (isLetter) this.#typedAt = now;
    return isLetter;
  }
}
