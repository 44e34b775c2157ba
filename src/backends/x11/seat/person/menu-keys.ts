/**
 * Notices keys of the person that may open a menu of theirs: all but those that type. None is known for longer than it is down.
 * Listens only while asked to.
 */
import { monotonicMs } from '../../../../kit/clock.js';
import { codePointFromKeysym, type X11Connection } from '../../../../wire/x11/index.js';
import { keysymsOf, onBothSides } from './keysym-sets.js';
import { PersonsKeys } from './persons-keys.js';

/** A space this soon after a letter separates words; any other may open what has the focus. */
const TYPING_MS = 1500;
const SPACE = 0x20;
const DEAD_KEYS = { first: 0xfe50, last: 0xfe93 } as const;

/** Held, they make any other key one that may open a menu. */
const leading = keysymsOf(...onBothSides('Control', 'Alt', 'Meta', 'Super', 'Hyper'));
const shifting = keysymsOf(...onBothSides('Shift'), 'ISO_Level3_Shift', 'ISO_Level5_Shift', 'Mode_switch');
const typing = keysymsOf('Caps_Lock', 'Num_Lock', 'Multi_key', 'BackSpace');

type Kind = 'leads' | 'shifts' | 'types' | 'opens';

export class MenuKeys {
  readonly #keys: PersonsKeys;
  readonly #down = new Map<number, Kind>();
  #typedAt = 0;

  /** `x` must be a connection on which nobody else listens to keyboards. */
  constructor(x: X11Connection, onKey: () => void) {
    this.#keys = new PersonsKeys(x, {
      pressed: (keycode, keysym) => {
        this.#down.set(keycode, this.#kindOf(keysym));
        if (this.#mayOpen) onKey();
      },
      released: (keycode) => {
        const mayOpen = this.#mayOpen;
        if (this.#down.delete(keycode) && mayOpen) onKey();
      },
    });
  }

  /** One of them is down and may go on doing what it does, as one that repeats. */
  get isDown(): boolean {
    return this.#mayOpen && !this.isLed;
  }

  /** Nothing happens before they press another one or let go, as while Alt is held in a list of windows. */
  get isLed(): boolean {
    const kinds = [...this.#down.values()];
    return kinds.includes('leads') && kinds.every((kind) => kind === 'leads' || kind === 'shifts');
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

  get #mayOpen(): boolean {
    const kinds = [...this.#down.values()];
    return kinds.includes('leads') || kinds.includes('opens');
  }

  #kindOf(keysym: number): Kind {
    if (leading.has(keysym)) return 'leads';
    if (shifting.has(keysym)) return 'shifts';
    return this.#types(keysym) ? 'types' : 'opens';
  }

  #types(keysym: number): boolean {
    if (typing.has(keysym) || (keysym >= DEAD_KEYS.first && keysym <= DEAD_KEYS.last)) return true;
    const now = monotonicMs();
    const isLetter = codePointFromKeysym(keysym) !== undefined && (keysym !== SPACE || now - this.#typedAt < TYPING_MS);
    if (isLetter) this.#typedAt = now;
    return isLetter;
  }
}
