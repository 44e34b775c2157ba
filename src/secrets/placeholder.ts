/** `{{secret:NAME}}` in text: what a caller writes instead of a value it must never see. */
import { DriverError } from '../errors/driver-error.js';

const PLACEHOLDER = /\{\{\s*secret:\s*([A-Za-z_][A-Za-z0-9_.-]{0,63})\s*\}\}/g;
const ATTEMPT = /\{\{\s*secret\b/i;
const NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;

/** Names in order of appearance, each once. A placeholder that cannot be read is an error: it must not be typed as it is. */
export function secretNames(text: string): string[] {
  if (!ATTEMPT.test(text)) return [];
  const names = [...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? '');
  if (ATTEMPT.test(text.replaceAll(PLACEHOLDER, ''))) {
    throw new DriverError('invalid_input', 'A placeholder for a secret is written {{secret:NAME}}; this text holds one that is not.');
  }
  return [...new Set(names)];
}

export const placeholderOf = (name: string): string => `{{secret:${name}}}`;

/** The text with values in place of placeholders; `value` knows every name that `secretNames` gave. */
export const fillPlaceholders = (text: string, value: (name: string) => string): string =>
  text.replaceAll(PLACEHOLDER, (_whole, name: string) => value(name));

export function checkSecretName(name: string): string {
  if (NAME.test(name)) return name;
  throw new DriverError(
    'invalid_input',
    `"${name.slice(0, 80)}" cannot name a secret: letters, digits and _ . - only, starting with a letter.`,
  );
}
