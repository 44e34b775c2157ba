/** Decides for each character of a text how it is typed. */
import type { Keymap } from '../../../../wire/x11/index.js';
import { keysymsForCodePoint, StateMask } from '../../../../wire/x11/index.js';

export type Typing =
  /** The layout has it. */
  | { readonly how: 'key'; readonly keycode: number; readonly modifiers: number; readonly codePoint: number }
  /** It has to be spelled by its number. */
  | { readonly how: 'number'; readonly codePoint: number };

/** Modifiers that only choose among the characters of a key; any other would be a shortcut. */
const LEVEL_MODIFIERS = StateMask.Shift | StateMask.Mod5;

export function planText(keymap: Keymap, text: string): Typing[] {
  const known = new Map<number, Typing>();
  return Array.from(normalised(text), (character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    const typing = known.get(codePoint) ?? planCharacter(keymap, codePoint);
    known.set(codePoint, typing);
    return typing;
  });
}

function planCharacter(keymap: Keymap, codePoint: number): Typing {
  for (const keysym of keysymsForCodePoint(codePoint)) {
    const position = keymap.find(keysym).find(({ modifiers }) => (modifiers & ~LEVEL_MODIFIERS) === 0);
    if (position) return { how: 'key', keycode: position.keycode, modifiers: position.modifiers, codePoint };
  }
  return { how: 'number', codePoint };
}

/** A line end is one press of Return however it is written. */
const normalised = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');

/** What hands receive one after the other: pieces short enough to be checked and cancelled in between. */
export function* inChunks<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
