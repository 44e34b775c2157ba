/**
 * Remembers what was typed where, so that text split over several calls is judged as a whole, whoever makes them and however they
 * name the field.
 */
import type { KeyCombo } from '../model/key-combo.js';
import { findKey } from '../model/key-names.js';

/** Where text goes. A call that names no field may mean any of the window's, and the clipboard's text may go into any window. */
export interface TypedPlace {
  readonly window?: string | undefined;
  readonly field?: string | undefined;
}

interface Typed extends TypedPlace {
  text: string;
}

const MOST_CHARACTERS = 4096;
const MOST_PIECES = 4096;

export class TypedTrail {
  #pieces: Typed[] = [];
  /** Windows in which the caret was put elsewhere since. */
  readonly #moved = new Set<string>();

  /** What may stand before the caret of that place, as `previousText` of the next request. */
  recall(place: TypedPlace): string {
    return this.#at(place)
      .map(({ text }) => text)
      .join('')
      .slice(-MOST_CHARACTERS);
  }

  /** What may stand behind it, once the caret was put back: the line typed last. */
  recallBehind(place: TypedPlace): string {
    return this.#moved.has(place.window ?? '') ? (this.recall(place).split('\n').at(-1) ?? '') : '';
  }

  /** A click, or keys that move the caret. */
  moved({ window }: TypedPlace): void {
    if (window !== undefined && this.#pieces.some((piece) => piece.window === window)) this.#moved.add(window);
  }

  typed({ window, field }: TypedPlace, text: string): void {
    if (text === '') return;
    const last = this.#pieces.at(-1);
    const kept = text.slice(-MOST_CHARACTERS);
    if (last && last.window === window && last.field === field) last.text = (last.text + kept).slice(-MOST_CHARACTERS);
    else this.#pieces.push({ window, field, text: kept });
    if (this.#pieces.length <= MOST_PIECES) return;
    this.#pieces = this.#pieces.slice(-MOST_PIECES / 2);
    for (const each of this.#moved) if (!this.#pieces.some((piece) => piece.window === each)) this.#moved.delete(each);
  }

  pressed(place: TypedPlace, combos: readonly KeyCombo[]): void {
    for (const { mods, key } of combos) {
      const text = findKey(key)?.text;
      const isShortcut = mods.some((modifier) => modifier !== 'shift');
      if (isShortcut || text === undefined) this.moved(place);
      if (isShortcut) continue;
      if (key === 'backspace') this.#erase(place);
      if (text !== undefined) this.typed(place, mods.includes('shift') ? text.toUpperCase() : text);
    }
  }

  /** For the clipboard: the window typed into last, where it is pasted most likely. */
  #at({ window = this.#pieces.findLast((piece) => piece.window !== undefined)?.window, field }: TypedPlace): readonly Typed[] {
    const here = this.#pieces.filter((piece) => piece.window === undefined || piece.window === window);
    return field === undefined ? here : here.filter((piece) => piece.field === undefined || piece.field === field);
  }

  #erase(place: TypedPlace): void {
    const last = this.#at(place).findLast(({ text }) => text !== '');
    if (last) last.text = Array.from(last.text).slice(0, -1).join('');
  }
}
