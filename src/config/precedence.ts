/** Which setting holds: call argument, then session override, then disk, then default. */
import { DriverError } from '../errors/driver-error.js';
import { type Config, type ConfigKey, type ConfigValue, configKeyNames, configKeys, defaultConfig, type PartialConfig } from './schema.js';
import { acceptedValues, type ConfigLayer, parseChanges, parseConfigKey } from './values.js';

export type ConfigOrigin = 'call' | 'session' | 'disk' | 'default';

export interface ConfigLayers {
  readonly call?: PartialConfig | undefined;
  readonly session?: PartialConfig | undefined;
  readonly disk?: PartialConfig | undefined;
}

export interface Effective<T> {
  readonly value: T;
  readonly origin: ConfigOrigin;
}

const ORDER = ['call', 'session', 'disk'] as const;

export function effectiveValue<K extends ConfigKey>(key: K, layers: ConfigLayers): Effective<Config[K]> {
  for (const origin of ORDER) {
    const value: Config[K] | undefined = layers[origin]?.[key];
    if (value !== undefined) return { value, origin };
  }
  return { value: defaultConfig[key], origin: 'default' };
}

export function effectiveConfig(layers: ConfigLayers): Config {
  // Object.fromEntries forgets which key has which type; effectiveValue kept it for each.
  return Object.fromEntries(configKeyNames.map((key) => [key, effectiveValue(key, layers).value])) as Config;
}

export interface ExplainedKey extends Effective<ConfigValue> {
  readonly key: ConfigKey;
  readonly default: ConfigValue;
  readonly accepted: string;
  readonly description: string;
  readonly sessionOverride: boolean;
}

/** Every key with its value and where that comes from, for `config get` and the generated docs. */
export function explainConfig(layers: ConfigLayers): ExplainedKey[] {
  return configKeyNames.map((key) => {
    const { default: fallback, description, sessionOverride } = configKeys[key];
    return { key, ...effectiveValue(key, layers), default: fallback, accepted: acceptedValues(key), description, sessionOverride };
  });
}

/** What one session changed for itself; never touches the disk and ends with the session. */
export class SessionOverrides implements ConfigLayer {
  #values: PartialConfig = {};

  get values(): PartialConfig {
    return this.#values;
  }

  async set(changes: Readonly<Record<string, unknown>>): Promise<PartialConfig> {
    const parsed = parseChanges(changes);
    for (const key of configKeyNames) {
      if (parsed[key] === undefined || configKeys[key].sessionOverride) continue;
      throw new DriverError('invalid_input', `${key} is one for all sessions; set it without a session (\`offhand config set ${key} …\`)`, {
        key,
      });
    }
    this.#values = { ...this.#values, ...parsed };
    return parsed;
  }

  async reset(keys?: readonly string[]): Promise<void> {
    const dropped = new Set<string>(keys?.map(parseConfigKey) ?? configKeyNames);
    this.#values = Object.fromEntries(Object.entries(this.#values).filter(([key]) => !dropped.has(key)));
  }
}

/** Where `set_config` lands: a session changes only itself, an anonymous caller the default for everyone. */
export function layerToChange(session: SessionOverrides | undefined, disk: ConfigLayer): ConfigLayer {
  return session ?? disk;
}
