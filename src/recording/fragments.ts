/** Pieces of typed text, recognised wherever the text was edited around them. */
const LENGTH = 6;
/** Enough to recognise any field by; a pasted book would only cost memory. */
const MOST_CHARACTERS = 8000;

export const fragmentToken = '⟦…⟧';

export class Fragments {
  readonly #known = new Set<string>();

  add(text: string): void {
    const end = Math.min(text.length, MOST_CHARACTERS) - LENGTH;
    for (let at = 0; at <= end; at++) this.#known.add(text.slice(at, at + LENGTH));
  }

  without(text: string): string {
    if (this.#known.size === 0) return text;
    let out = '';
    let from = 0;
    for (let at = 0; at + LENGTH <= text.length; at++) {
      if (!this.#known.has(text.slice(at, at + LENGTH))) continue;
      let end = at + LENGTH;
      while (end < text.length && this.#known.has(text.slice(end - LENGTH + 1, end + 1))) end++;
      out += text.slice(from, at) + fragmentToken;
      from = end;
      at = end - 1;
    }
    return out + text.slice(from);
  }
}
