/** From what people and models pass to checked keys and values. */
import { z } from 'zod';
import { DriverError } from '../errors/driver-error.js';
import { nearest } from '../kit/nearest.js';
import { type ConfigKey, type ConfigValue, configKeyNames, configKeys, isConfigKey, type PartialConfig } from './schema.js';

/** A place settings are kept: the file on disk, or the memory of one session. */
export interface ConfigLayer {
  /** Checks all changes, then applies all or none; returns what was set. */
  set(changes: Readonly<Record<string, unknown>>): Promise<PartialConfig>;
  /** Forgets the given keys, or all. */
  reset(keys?: readonly string[]): Promise<void>;
}

/** `agent_cursor.enabled` and `agent-cursor-enabled` name the same key as `agent_cursor_enabled`. */
export function parseConfigKey(name: string): ConfigKey {
  const key = name.trim().toLowerCase().replace(/[.-]/g, '_');
  if (isConfigKey(key)) return key;
  const suggestions = nearest(key, configKeyNames);
  const hint = suggestions.length > 0 ? `; did you mean ${suggestions.join(' or ')}?` : '';
  throw new DriverError('unknown_config_key', `There is no configuration key "${name}"${hint}`, { key: name, suggestions });
}

/** The value in its own type. Text from a shell is read as JSON, or as on/off, where the key is no text. */
export function parseConfigValue(key: ConfigKey, value: unknown): ConfigValue {
  const { schema } = configKeys[key];
  const direct = schema.safeParse(value);
  if (direct.success) return direct.data;
  if (typeof value === 'string') {
    const converted = schema.safeParse(fromShell(value.trim()));
    if (converted.success) return converted.data;
  }
  throw new DriverError(
    'invalid_input',
    `${key} does not take ${JSON.stringify(value)}: ${z.prettifyError(direct.error).replace(/^✖ /, '')}`,
    {
      key,
      value,
      accepted: acceptedValues(key),
    },
  );
}

/** Parses many at once; one level of nesting is accepted: `{agent_cursor: {enabled: false}}`. */
export function parseChanges(changes: Readonly<Record<string, unknown>>): PartialConfig {
  const parsed: Partial<Record<ConfigKey, ConfigValue>> = {};
  for (const [name, value] of Object.entries(changes)) {
    const nested = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined;
    const pairs = nested
      ? nested.map(([inner, innerValue]): [string, unknown] => [`${name}_${inner}`, innerValue])
      : [[name, value] as const];
    for (const [fullName, fullValue] of pairs) {
      const key = parseConfigKey(fullName);
      parsed[key] = parseConfigValue(key, fullValue);
    }
  }
  // Each value was parsed by the schema of its own key just above.
  return parsed as PartialConfig;
}

/** What a key takes, in words: for messages, help and generated docs. */
export function acceptedValues(key: ConfigKey): string {
  const { type, enum: choices, minimum, maximum } = z.toJSONSchema(configKeys[key].schema, { io: 'output' });
  if (choices) return choices.join(' | ');
  if (minimum !== undefined && maximum !== undefined) return `${type} from ${minimum} to ${maximum}`;
  return String(type);
}

function fromShell(text: string): unknown {
  if (/^(on|yes)$/i.test(text)) return true;
  if (/^(off|no)$/i.test(text)) return false;
  try {
    return JSON.parse(text);
  } catch {
    return text; // not JSON: the schema's message about the text itself is the useful one
  }
}
