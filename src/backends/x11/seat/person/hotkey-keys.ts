/** Notices while the person may be at a hotkey of their window manager: they hold a key that leads one, or have just let it go. */
import { after, monotonicMs } from '../../../../kit/clock.js';
import { KEYSYMS, type X11Connection } from '../../../../wire/x11/index.js';
import { keysymsOf, onBothSides } from './keysym-sets.js';
import { PersonsKeys } from './persons-keys.js';

/** Not Control, which is held for what applications do. */
const leading = keysymsOf(...onBothSides('Alt', 'Meta', 'Super', 'Hyper'));

/** What a person ends a command with. */
const entering = keysymsOf('Return', 'KP_Enter');

/** A program that takes longer to start has not been waited for. */
const STARTED_MS = 3000;

/** A window manager does only now what was chosen, and may be busy. */
const ANSWERED_MS = 300;
/** It has come to what was pressed by then. */
const HEARD_MS = 1000;

/** A key with the modifiers that were held when it was pressed. */
export interface Hotkey {
  readonly keycode: number;
  readonly state: number;
}

export class HotkeyKeys {
  readonly #down = new Set<number>();
  readonly #modifiers = new Map<number, number>();
  /** What was pressed while the leading keys were down; undefined for what is no Tab. */
  #struck: (Hotkey | undefined)[] = [];
  #released = { keycode: 0, at: Number.NEGATIVE_INFINITY };

  #enteredAt = Number.NEGATIVE_INFINITY;
  readonly #listeners = new Set<() => void>();

  /** `x` must be a connection on which nobody else listens to keyboards. */
  constructor(x: X11Connection) {
    const onChange = () => {
      for (const listener of [...this.#listeners]) listener();
    };
    const keys = new PersonsKeys(x, {
      pressed: (keycode, keysym, modifiers) => {
        if (modifiers === 0) this.#strike(keycode, keysym);
        else this.#modifiers.set(keycode, modifiers);
        if (entering.has(keysym)) this.#enteredAt = monotonicMs();
        if (!leading.has(keysym)) return;
        if (!this.areDown) this.#struck = [];
        this.#down.add(keycode);
        onChange();
      },
      released: (keycode) => {
        this.#modifiers.delete(keycode);
        if (!this.#down.delete(keycode) || this.areDown) return;
        this.#released = { keycode, at: monotonicMs() };
        onChange();
        after(ANSWERED_MS, onChange);
      },
    });
    keys.listen().catch(() => {}); // the display went away
  }

  /** They pressed or let go of one, or enough time has passed since. */
  listen(listener: () => void): void {
    this.#listeners.add(listener);
  }

  get areDown(): boolean {
    return this.#down.size > 0;
  }

  /** They hold one and have pressed another key with it. */
  get areStruck(): boolean {
    return this.areDown && this.#struck.length > 0;
  }

  /** What they have typed may start something. */
  get hasEntered(): boolean {
    return monotonicMs() - this.#enteredAt < STARTED_MS;
  }

  get areInUse(): boolean {
    return this.areDown || monotonicMs() - this.#released.at < ANSWERED_MS - 1;
  }

  /** The key they have just let go, with none left. */
  get released(): number | undefined {
    const { keycode, at } = this.#released;
    return !this.areDown && monotonicMs() - at < HEARD_MS ? keycode : undefined;
  }

  /** The Tab they pressed with the leading keys, if once and nothing else. */
  get loneTab(): Hotkey | undefined {
    return this.#struck.length === 1 ? this.#struck[0] : undefined;
  }

  #strike(keycode: number, keysym: number): void {
    if (!this.areDown) return;
    const state = [...this.#modifiers.values()].reduce((all, each) => all | each, 0);
    this.#struck.push(keysym === KEYSYMS.Tab ? { keycode, state } : undefined);
  }
}
