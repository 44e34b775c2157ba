/**
 * Remembers what went into each window, so that text split over several calls is judged as a whole, whoever makes them and however
 * they name the field.
 */
import type { KeyCombo } from '../model/key-combo.js';
import { findKey } from '../model/key-names.js';

/** Where text goes: a window, and the field in it when the call names one. Without a name it may be any of them. */
export interface TypedPlace {
  readonly window: string;
  readonly field?: string | undefined;
}

interface Typed {
  readonly field: string | undefined;
  text: string;
}

const MOST_CHARACTERS = 4096;
const MOST_WINDOWS = 64;

export class TypedTrail {
  readonly #windows = new Map<string, Typed[]>();
  /** Windows in which the caret was put elsewhere since. */
  readonly #moved = new Set<string>();

  /** What may stand before the caret of that place, as `previousText` of the next request. */
  recall(place: TypedPlace): string {
    return this.#at(place)
      .map(({ text }) => text)
      .join('')
      .slice(-MOST_CHARACTERS);
  }

  /** What may stand behind it, once the caret was put back. */
  recallBehind(place: TypedPlace): string {
    return this.#moved.has(place.window) ? this.recall(place) : '';
  }

  /** A click, or keys that move the caret. */
  moved({ window }: TypedPlace): void {
    if (this.#windows.has(window)) this.#moved.add(window);
  }

  typed({ window, field }: TypedPlace, text: string): void {
    if (text === '') return;
    const before = this.#windows.get(window) ?? [];
    const last = before.at(-1);
    if (last && last.field === field) last.text = (last.text + text).slice(-MOST_CHARACTERS);
    else before.push({ field, text: text.slice(-MOST_CHARACTERS) });
    this.#keep(window, before);
  }

  pressed(place: TypedPlace, combos: readonly KeyCombo[]): void {
    for (const { mods, key } of combos) {
      const text = findKey(key)?.text;
      if (mods.some((modifier) => modifier !== 'shift') || text === undefined) this.moved(place);
      if (mods.some((modifier) => modifier !== 'shift')) continue;
      if (key === 'backspace') this.#erase(place);
      if (text !== undefined) this.typed(place, mods.includes('shift') ? text.toUpperCase() : text);
    }
  }

  #at({ window, field }: TypedPlace): readonly Typed[] {
    const all = this.#windows.get(window) ?? [];
    return field === undefined ? all : all.filter((each) => each.field === undefined || each.field === field);
  }

  #erase(place: TypedPlace): void {
    const last = this.#at(place).findLast(({ text }) => text !== '');
    if (last) last.text = Array.from(last.text).slice(0, -1).join('');
  }

  #keep(window: string, typed: Typed[]): void {
    let length = 0;
    const kept = typed.reverse().filter(({ text }) => {
      const isNew = length < MOST_CHARACTERS;
      length += text.length;
      return isNew;
    });
    this.#windows.delete(window);
    this.#windows.set(window, kept.reverse());
    const [oldest] = this.#windows.keys();
    if (this.#windows.size <= MOST_WINDOWS || oldest === undefined) return;
    this.#windows.delete(oldest);
    this.#moved.delete(oldest);
  }
}
