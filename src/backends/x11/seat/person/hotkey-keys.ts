/** Notices while the person may be at a hotkey of their window manager: they hold a key that leads one, or have just let it go. */
import { after, monotonicMs } from '../../../../kit/clock.js';
import { KEYSYMS, type X11Connection } from '../../../../wire/x11/index.js';
import { PersonsKeys } from './persons-keys.js';

/** Not Control, which is held for what applications do. */
const leading: ReadonlySet<number | undefined> = new Set(
  ['Alt_L', 'Alt_R', 'Meta_L', 'Meta_R', 'Super_L', 'Super_R', 'Hyper_L', 'Hyper_R'].map((name) => KEYSYMS[name]),
);

/** A window manager does only now what was chosen, and may be busy. */
const ANSWERED_MS = 300;
/** It has come to what was pressed by then. */
const HEARD_MS = 1000;

export class HotkeyKeys {
  readonly #down = new Set<number>();
  #released = { keycode: 0, at: Number.NEGATIVE_INFINITY };

  /** `x` must be a connection on which nobody else listens to keyboards. */
  constructor(x: X11Connection, onChange: () => void) {
    const keys = new PersonsKeys(x, {
      pressed: (keycode, keysym) => {
        if (!leading.has(keysym)) return;
        this.#down.add(keycode);
        onChange();
      },
      released: (keycode) => {
        if (!this.#down.delete(keycode) || this.areDown) return;
        this.#released = { keycode, at: monotonicMs() };
        onChange();
        after(ANSWERED_MS, onChange);
      },
    });
    keys.listen().catch(() => {}); // the display went away
  }

  get areDown(): boolean {
    return this.#down.size > 0;
  }

  get areInUse(): boolean {
    return this.areDown || monotonicMs() - this.#released.at < ANSWERED_MS - 1;
  }

  /** The key they have just let go, with none left. */
  get released(): number | undefined {
    const { keycode, at } = this.#released;
    return !this.areDown && monotonicMs() - at < HEARD_MS ? keycode : undefined;
  }
}
