/** Remembers what went into each field, so that text split over several calls is judged as a whole. */
import type { KeyCombo } from '../model/key-combo.js';
import { findKey } from '../model/key-names.js';

const MOST_CHARACTERS = 4096;
const MOST_FIELDS = 64;

export class TypedTrail {
  readonly #fields = new Map<string, string>();

  /** What was typed into the field so far, as `previousText` of the next request. */
  recall(field: string): string {
    return this.#fields.get(field) ?? '';
  }

  typed(field: string, text: string): void {
    this.#keep(field, this.recall(field) + text);
  }

  pressed(field: string, combos: readonly KeyCombo[]): void {
    for (const combo of combos) this.#press(field, combo);
  }

  /** The field was emptied or set to `text` as a whole. */
  replaced(field: string, text: string): void {
    this.#keep(field, text);
  }

  #press(field: string, { mods, key }: KeyCombo): void {
    const before = this.recall(field);
    if (mods.some((modifier) => modifier !== 'shift')) return;
    if (key === 'backspace') this.#keep(field, Array.from(before).slice(0, -1).join(''));
    const text = findKey(key)?.text;
    if (text !== undefined) this.#keep(field, before + (mods.includes('shift') ? text.toUpperCase() : text));
  }

  #keep(field: string, text: string): void {
    this.#fields.delete(field);
    if (text !== '') this.#fields.set(field, text.slice(-MOST_CHARACTERS));
    const [oldest] = this.#fields.keys();
    if (this.#fields.size > MOST_FIELDS && oldest !== undefined) this.#fields.delete(oldest);
  }
}
