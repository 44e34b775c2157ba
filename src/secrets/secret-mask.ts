/** Takes the values of used secrets out of everything that leaves the engine. */
import { mapStrings } from '../kit/map-strings.js';
import { placeholderOf } from './placeholder.js';

/** Shorter values are part of too much; they are masked only where they stand alone. */
const SHORTEST_PART = 4;
/** So much of a value's beginning gives it away although the rest was cut off. */
const TELLING_PREFIX = 8;
const CUT_OFF = '…';

interface Known {
  readonly text: string;
  readonly placeholder: string;
}

export class SecretMask {
  #known: readonly Known[] = [];

  get isEmpty(): boolean {
    return this.#known.length === 0;
  }

  remember(name: string, value: string): void {
    const oneLine = value.replace(/\s+/g, ' ').trim();
    const spellings = [value, oneLine, ...[value, oneLine].map((text) => text.replace(/["\\]/g, '\\$&'))];
    const lines = value.split('\n').map((line) => line.trim());
    const parts = lines.length > 1 ? lines.filter((line) => line.length >= SHORTEST_PART) : [];
    const added = [...spellings, ...parts]
      .filter((text) => text !== '' && !this.#known.some((known) => known.text === text))
      .map((text): Known => ({ text, placeholder: placeholderOf(name) }));
    const distinct = added.filter((known, index) => added.findIndex(({ text }) => text === known.text) === index);
    // Longest first, so that a value is not taken for a shorter one it contains.
    this.#known = [...this.#known, ...distinct].sort((a, b) => b.text.length - a.text.length);
  }

  maskText(text: string): string {
    let masked = text;
    for (const { text: value, placeholder } of this.#known) {
      if (value.length < SHORTEST_PART) {
        if (masked.trim() === value) return placeholder;
        continue;
      }
      if (masked.includes(value)) masked = masked.replaceAll(value, placeholder);
      if (value.length > TELLING_PREFIX && masked.includes(CUT_OFF)) masked = withoutBeginning(masked, value, placeholder);
    }
    return masked;
  }

  /** The values themselves, for looking where only pixels tell. */
  get values(): readonly string[] {
    return this.#known.map(({ text }) => text);
  }

  /** Where a text holds a value, whole or cut off by an ellipsis. */
  spansIn(text: string): { readonly start: number; readonly end: number }[] {
    return this.#known.flatMap(({ text: value }) => {
      if (value.length < SHORTEST_PART) return text.trim() === value ? [{ start: text.indexOf(value), end: text.length }] : [];
      return placesOf(text, value).map((start) => ({ start, end: start + lengthAt(text, value, start) }));
    });
  }

  /** Whether a shown text gives a value away. */
  isIn(text: string): boolean {
    return text !== '' && this.maskText(text) !== text;
  }

  /** The same for every string, and every key, inside a JSON value. */
  maskSecrets(value: unknown): unknown {
    return this.isEmpty ? value : mapStrings(value, (text) => this.maskText(text));
  }
}

/** A value cut short by an ellipsis is still most of a value. */
function withoutBeginning(text: string, value: string, placeholder: string): string {
  let out = text;
  for (const at of placesOf(text, value).reverse()) out = `${out.slice(0, at)}${placeholder}${out.slice(at + lengthAt(text, value, at))}`;
  return out;
}

function placesOf(text: string, value: string): number[] {
  const head = value.length > TELLING_PREFIX ? value.slice(0, TELLING_PREFIX) : value;
  const places: number[] = [];
  let at = text.indexOf(head);
  while (at >= 0) {
    const length = lengthAt(text, value, at);
    const isThere = length === value.length || text[at + length] === CUT_OFF;
    if (isThere) places.push(at);
    at = text.indexOf(head, at + (isThere ? length : 1));
  }
  return places;
}

/** How much of the value stands there. */
function lengthAt(text: string, value: string, at: number): number {
  let length = 0;
  while (length < value.length && text[at + length] === value[length]) length++;
  return length;
}
