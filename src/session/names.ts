import { DriverError } from '../errors/driver-error.js';

/** Names of sessions and cursors end up in file paths and on screen. */
export function checkedName(what: string, name: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N}._ @-]{0,63}$/u.test(name) && !name.includes('..')) return name;
  throw new DriverError('invalid_input', `${what}: "${name.slice(0, 80)}" is not a usable name.`, {
    allowed: 'letters, digits, space and . _ - @, at most 64 characters, starting with a letter or digit',
  });
}
