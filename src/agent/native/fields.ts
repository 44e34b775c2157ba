/** Reads a model's arguments: absent and null are the same, anything of the wrong type is named in the error. */
import { DriverError } from '../../errors/driver-error.js';
import { type ComboInput, isModifier, isModifierOnly, type KeyCombo, parseCombo } from '../../model/key-combo.js';
import type { Modifier } from '../../model/key-names.js';
import type { Json } from '../context/image-parts.js';
import type { Frame, NativePoint } from './action.js';
import { pointIn } from './resolve.js';

export class Fields {
  constructor(
    readonly action: string,
    readonly input: Json,
  ) {}

  has(name: string): boolean {
    return this.input[name] !== undefined && this.input[name] !== null;
  }

  number(name: string, fallback?: number): number {
    const value = this.has(name) ? this.input[name] : fallback;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw this.#wrong(name, 'a number');
  }

  numberBetween(name: string, low: number, high: number, fallback?: number): number {
    const value = this.number(name, fallback);
    if (value >= low && value <= high) return value;
    throw this.#wrong(name, `between ${low} and ${high}`);
  }

  text(name: string, fallback?: string): string {
    const value = this.has(name) ? this.input[name] : fallback;
    if (typeof value === 'string') return value;
    throw this.#wrong(name, 'text');
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.has(name) ? this.input[name] : fallback;
    if (typeof value === 'boolean') return value;
    throw this.#wrong(name, 'true or false');
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback?: T): T {
    const value = this.has(name) ? this.input[name] : fallback;
    const found = allowed.find((option) => option === value);
    if (found !== undefined) return found;
    throw this.#wrong(name, `one of ${allowed.join(', ')}`);
  }

  list(name: string): readonly unknown[] {
    const value = this.input[name];
    if (Array.isArray(value)) return value;
    throw this.#wrong(name, 'a list');
  }

  numbers(name: string, length: number): readonly number[] {
    const value = this.list(name);
    const numbers = value.filter((item): item is number => typeof item === 'number' && Number.isFinite(item));
    if (value.length === length && numbers.length === length) return numbers;
    throw this.#wrong(name, `a list of ${length} numbers`);
  }

  /** `[x, y]` in one field. */
  pair(name: string, frame: Frame): NativePoint {
    const [x = 0, y = 0] = this.numbers(name, 2);
    return pointIn(frame, x, y);
  }

  /** Two fields of their own. */
  point(x: string, y: string, frame: Frame): NativePoint {
    return pointIn(frame, this.number(x), this.number(y));
  }

  combo(name: string): KeyCombo {
    return this.#parse(name, this.#keys(name));
  }

  /** Modifiers held during an action; a key that is not one cannot be held. */
  modifiers(name: string): readonly Modifier[] {
    if (!this.has(name)) return [];
    const keys = this.#keys(name);
    if (keys.length === 0) return [];
    const combo = this.#parse(name, keys);
    if (!isModifierOnly(combo) || !isModifier(combo.key)) throw this.#wrong(name, 'modifiers only, such as ctrl or ctrl+shift');
    return [...combo.mods, combo.key];
  }

  unknownAction(known: Iterable<string>): DriverError {
    return new DriverError('invalid_input', `There is no action "${this.action}"; known: ${[...known].join(', ')}.`, {
      action: this.action,
    });
  }

  #keys(name: string): string | readonly string[] {
    const value = this.input[name];
    if (typeof value === 'string') return value;
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    throw this.#wrong(name, 'key names');
  }

  #parse(name: string, keys: ComboInput): KeyCombo {
    const parsed = parseCombo(keys);
    if (parsed.ok) return parsed.combo;
    const code = parsed.unknown === undefined ? 'invalid_input' : 'unknown_key';
    throw new DriverError(code, `${this.action}.${name}: ${parsed.reason}`, { action: this.action, suggestions: parsed.suggestions });
  }

  #wrong(name: string, wanted: string): DriverError {
    const given = this.input[name] === undefined ? 'nothing' : JSON.stringify(this.input[name]).slice(0, 80);
    return new DriverError('invalid_input', `${this.action}.${name} must be ${wanted}; got ${given}.`, {
      action: this.action,
      field: name,
    });
  }
}
