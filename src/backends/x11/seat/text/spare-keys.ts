/**
 * The last resort for toolkits that only know the person's keyboard map: keys of it that type nothing are lent a character.
 * What the person's own keys do stays the same, but every application is told that the map changed.
 */
import { type Keymap, keysymsForCodePoint, setKeysyms, type X11Connection } from '../../../../wire/x11/index.js';
import type { Journal } from '../journal/journal.js';

export class SpareKeys {
  #lent = new Map<number, number>();
  #undone: (() => void) | undefined;

  constructor(
    private readonly x: X11Connection,
    private readonly journal: Journal,
  ) {}

  /** How many characters can be lent at once. */
  static capacity(keymap: Keymap): number {
    return keymap.unused().length;
  }

  /** Keycodes by character. Gives back what was lent before. */
  async lend(keymap: Keymap, codePoints: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const keycodes = keymap.unused().slice(0, codePoints.length);
    this.#undone ??= this.journal.record({ kind: 'spare_keys', keycodes: keymap.unused() });
    const lent = new Map<number, number>();
    for (const [index, codePoint] of codePoints.entries()) {
      const [keycode, [keysym]] = [keycodes[index], keysymsForCodePoint(codePoint)];
      if (keycode !== undefined && keysym !== undefined) lent.set(codePoint, keycode);
      if (keycode !== undefined && keysym !== undefined) this.#set(keymap, keycode, [keysym]);
    }
    this.#lent = new Map([...this.#lent, ...lent]);
    await this.x.sync();
    return lent;
  }

  async takeBack(keymap: Keymap): Promise<void> {
    if (this.#lent.size === 0) return;
    for (const keycode of new Set(this.#lent.values())) this.#set(keymap, keycode, []);
    this.#lent.clear();
    await this.x.sync();
    this.#undone?.();
    this.#undone = undefined;
  }

  #set(keymap: Keymap, keycode: number, keysyms: readonly number[]): void {
    setKeysyms(this.x, keymap, keycode, keysyms).catch(() => {}); // what follows is checked by what the application receives
  }
}
