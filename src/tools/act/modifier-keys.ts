import { DriverError } from '../../errors/driver-error.js';
import { findKey, MODIFIERS } from '../../model/key-names.js';

/** Canonical modifiers of any spelling; something that is no modifier is refused, never dropped. */
export function modifierKeys(names: readonly string[] | undefined): string[] {
  const keys = (names ?? []).map((name) => {
    const key = findKey(name)?.modifier;
    if (key !== undefined) return key;
    throw new DriverError('unknown_key', `"${name.slice(0, 40)}" is not a modifier key.`, { suggestions: MODIFIERS });
  });
  return [...new Set(keys)];
}
