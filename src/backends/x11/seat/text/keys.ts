/** Which key of the keyboard a named key is. */
import { DriverError } from '../../../../errors/driver-error.js';
import { findKey, keysymOf, suggestKeys } from '../../../../model/key-names.js';
import { codePointFromKeysym, keysymFromName, keysymsForCodePoint, StateMask } from '../../../../wire/x11/index.js';
import type { Keymaps } from './keymaps.js';

export interface Stroke {
  readonly keycode: number;
  /** Real modifier bits that must be down for it. */
  readonly modifiers: number;
  /** It types something, so no hotkey is likely to be on it alone. */
  readonly isCharacter: boolean;
}

/** Modifier keys are taken from the agent's own map, because there they must set the bit. */
export function strokeForKey({ person, agent }: Keymaps, key: string): Stroke {
  const name = keysymOf(key);
  const keysym = name === undefined ? undefined : keysymFromName(name);
  if (keysym === undefined) throw unknownKey(key);
  if (findKey(key)?.modifier !== undefined) {
    const own = agent.find(keysym).find(({ keycode }) => agent.modifierMap.has(keycode)) ?? agent.find(keysym)[0];
    if (own) return { keycode: own.keycode, modifiers: 0, isCharacter: false };
  }
  const codePoint = codePointFromKeysym(keysym);
  const spellings = codePoint === undefined ? [keysym] : [keysym, ...keysymsForCodePoint(codePoint)];
  for (const spelling of spellings) {
    const [position] = person.find(spelling);
    if (position) return { keycode: position.keycode, modifiers: position.modifiers & ~StateMask.Lock, isCharacter: false };
  }
  throw new DriverError('unknown_key', `The keyboard layout has no key for "${key}".`, { key });
}

function unknownKey(key: string): DriverError {
  const nearest = suggestKeys(key);
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(', ')}?` : '';
  return new DriverError('unknown_key', `No key is called "${key}".${hint}`, { key, suggestions: nearest });
}
