import { DriverError } from '../errors/driver-error.js';
import { type ComboInput, isModifierOnly, type KeyCombo, parseCombo } from '../model/key-combo.js';

/** The canonical combination, or an error that names the wrong word and its neighbours. */
export function requireCombo(input: ComboInput): KeyCombo {
  const parsed = parseCombo(input);
  if (parsed.ok) return parsed.combo;
  if (parsed.unknown === undefined) throw new DriverError('invalid_input', `Not a key combination: ${parsed.reason}.`);
  throw new DriverError('unknown_key', parsed.suggestions.length > 0 ? parsed.reason : `${parsed.reason}.`, {
    key: parsed.unknown,
    suggestions: parsed.suggestions,
  });
}

/** For presses: modifiers alone are refused instead of pressed. */
export function requireKeyPress(input: ComboInput): KeyCombo {
  const combo = requireCombo(input);
  if (isModifierOnly(combo)) {
    throw new DriverError('invalid_input', `"${combo.key}" is a modifier: name the key to press with it.`, { modifier: combo.key });
  }
  return combo;
}
