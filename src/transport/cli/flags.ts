/** Command-line flags computed from a tool's own schema: --window-id 3, --no-redact, --path a --path b, or one JSON argument. */
import { z } from 'zod';
import { DriverError } from '../../errors/driver-error.js';
import type { AnyTool } from '../../tools/define.js';

export interface Flag {
  readonly name: string;
  readonly field: string;
  /** `any` is JSON when it reads as JSON and text otherwise. */
  readonly kind: 'text' | 'number' | 'boolean' | 'list' | 'json' | 'any';
  readonly required: boolean;
  readonly choices?: readonly string[];
  readonly description: string;
}

interface JsonField {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: JsonField;
  readonly anyOf?: readonly JsonField[];
  readonly description?: string;
}

export function flagsOf(tool: AnyTool): Flag[] {
  // JSON Schema of a flat zod object; only these members are read.
  const schema = z.toJSONSchema(tool.input, { io: 'input' }) as unknown as { properties?: Record<string, JsonField>; required?: string[] };
  return Object.entries(schema.properties ?? {}).map(([field, property]) => ({
    name: field.replaceAll('_', '-'),
    field,
    kind: kindOf(property),
    required: schema.required?.includes(field) ?? false,
    ...(property.enum ? { choices: property.enum.map(String) } : {}),
    description: property.description ?? '',
  }));
}

function kindOf(property: JsonField): Flag['kind'] {
  if (property.type === 'integer' || property.type === 'number') return 'number';
  if (property.type === 'boolean') return 'boolean';
  if (property.type === 'string') return 'text';
  if (property.type === 'array' && property.items?.type === 'string') return 'list';
  if (property.anyOf?.some((each) => each.type === 'string')) return 'text';
  return property.type === undefined || typeof property.type === 'object' ? 'any' : 'json';
}

/** Arguments of a call, from flags, positionals and a JSON object; later ones win over earlier ones. */
export function parseToolArguments(tool: AnyTool, argv: readonly string[]): Record<string, unknown> {
  const flags = flagsOf(tool);
  const input: Record<string, unknown> = {};
  const free: string[] = [];
  const rest = [...argv];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') {
      free.push(...rest.splice(0));
    } else if (/^--\w/.test(word)) {
      readFlag(tool, flags, word, rest, input);
    } else {
      free.push(word);
    }
  }
  assignPositionals(tool, flags, free, input);
  return input;
}

function readFlag(tool: AnyTool, flags: readonly Flag[], word: string, rest: string[], input: Record<string, unknown>): void {
  const [, rawName = '', inline] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(word) ?? [];
  const name = rawName.replaceAll('_', '-');
  const flag = flags.find((each) => each.name === name);
  const negated = flags.find((each) => each.kind === 'boolean' && `no-${each.name}` === name);
  if (negated && inline === undefined) {
    input[negated.field] = false;
    return;
  }
  if (!flag) throw unknownFlag(tool, flags, rawName);
  if (flag.kind === 'boolean') {
    input[flag.field] = inline === undefined || booleanOf(tool, flag.name, inline);
    return;
  }
  const value = inline ?? rest.shift();
  if (value === undefined) throw new DriverError('invalid_input', `${tool.name}: --${flag.name} needs a value.`);
  assign(tool, flag, value, input);
}

/** Words of a list add up; of anything else the last one counts. */
function assign(tool: AnyTool, flag: Flag, value: string, input: Record<string, unknown>): void {
  const known = input[flag.field];
  if (flag.kind === 'list')
    input[flag.field] = [...(Array.isArray(known) ? known : []), ...(value.startsWith('[') ? jsonOf(tool, flag.name, value, []) : [value])];
  else input[flag.field] = convert(tool, flag, value);
}

function convert(tool: AnyTool, flag: Flag, value: string): unknown {
  if (flag.kind === 'number') {
    const number = Number(value);
    if (value.trim() === '' || Number.isNaN(number))
      throw new DriverError('invalid_input', `${tool.name}: --${flag.name} takes a number, not "${value}".`);
    return number;
  }
  if (flag.kind === 'boolean') return booleanOf(tool, flag.name, value);
  if (flag.kind === 'any') return /^[[{"\d-]|^(true|false|null)$/.test(value) ? jsonOf<unknown>(tool, flag.name, value, undefined) : value;
  return flag.kind === 'json' ? jsonOf<unknown>(tool, flag.name, value, undefined) : value;
}

function booleanOf(tool: AnyTool, name: string, value: string): boolean {
  if (/^(true|on|yes)$/i.test(value)) return true;
  if (/^(false|off|no)$/i.test(value)) return false;
  throw new DriverError('invalid_input', `${tool.name}: ${name} takes true or false, not "${value}".`);
}

function jsonOf<T>(tool: AnyTool, name: string, value: string, _like: T): T {
  try {
    return JSON.parse(value) as T;
  } catch (cause) {
    throw new DriverError(
      'invalid_input',
      `${tool.name}: ${name} is not JSON: ${cause instanceof Error ? cause.message : cause}`,
      undefined,
      { cause },
    );
  }
}

function assignPositionals(tool: AnyTool, flags: readonly Flag[], free: readonly string[], input: Record<string, unknown>): void {
  const names = [...(tool.cli.positional ?? [])];
  for (const word of free) {
    if (word.trimStart().startsWith('{')) {
      const parsed = jsonOf<unknown>(tool, 'the argument', word, undefined);
      Object.assign(input, parsed);
      continue;
    }
    const flag = flags.find((each) => each.field === names[0]);
    if (!flag)
      throw new DriverError('invalid_input', `${tool.name}: "${word}" is one argument too many.`, {
        expected: flags.map(({ name }) => `--${name}`),
      });
    assign(tool, flag, word, input);
    // A list takes every word that is left.
    if (flag.kind !== 'list') names.shift();
  }
}

function unknownFlag(tool: AnyTool, flags: readonly Flag[], name: string): DriverError {
  const expected = flags.map((flag) => `--${flag.name}`);
  return new DriverError('invalid_input', `${tool.name}: unknown option --${name}. Accepted: ${expected.join(' ')}.`, { expected });
}
