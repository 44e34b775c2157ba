/** config.json: read when it changes, written whole or not at all, and never thrown away because it is wrong. */
import { readFileSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { DriverError } from '../errors/driver-error.js';
import { errnoOf, FileError, writeFileAtomic } from '../kit/files.js';
import { JsonTextError, parseJsonText } from '../kit/json-text.js';
import { Mutex } from '../kit/mutex.js';
import { type ConfigKey, type ConfigValue, configKeys, isConfigKey, type PartialConfig } from './schema.js';
import { type ConfigLayer, parseChanges, parseConfigKey } from './values.js';

export interface DiskConfig {
  /** Valid settings; a key that is missing or wrong in the file is not here, so its default holds. */
  readonly values: PartialConfig;
  /** What is wrong with the file: `config_invalid`, `unknown_config_key` or `home_unusable`. */
  readonly problems: readonly DriverError[];
}

interface FileState extends DiskConfig {
  /** Everything the file holds, unknown keys too; undefined when it could not be understood. */
  readonly raw: Readonly<Record<string, unknown>> | undefined;
}

const WRITE_WAIT_MS = 5000;

export class ConfigStore implements ConfigLayer {
  #state: FileState = { values: {}, problems: [], raw: {} };
  #stamp = '';
  readonly #writing = new Mutex();

  constructor(readonly path: string) {}

  /** The settings on disk now; other processes may have changed them since the last call. */
  read(): DiskConfig {
    const stamp = this.#fileStamp();
    if (stamp !== this.#stamp) {
      this.#state = readState(this.path);
      this.#stamp = stamp;
    }
    return this.#state;
  }

  set(changes: Readonly<Record<string, unknown>>): Promise<PartialConfig> {
    return this.#writing.run(WRITE_WAIT_MS, async () => {
      const parsed = parseChanges(changes);
      await this.#write({ ...this.#understood(), ...parsed });
      return parsed;
    });
  }

  reset(keys?: readonly string[]): Promise<void> {
    return this.#writing.run(WRITE_WAIT_MS, async () => {
      if (keys === undefined) {
        await this.#setAsideBrokenFile();
        return this.#write({});
      }
      const dropped = new Set<string>(keys.map(parseConfigKey));
      await this.#write(Object.fromEntries(Object.entries(this.#understood()).filter(([key]) => !dropped.has(key))));
    });
  }

  /** Writing over a file we could not read would lose what the person has in it. */
  #understood(): Readonly<Record<string, unknown>> {
    this.read();
    const { raw, problems } = this.#state;
    if (raw === undefined) throw problems[0] ?? new DriverError('config_invalid', `${this.path} cannot be used`);
    return raw;
  }

  async #setAsideBrokenFile(): Promise<void> {
    this.read();
    if (this.#state.raw === undefined) await rename(this.path, `${this.path}.broken`);
  }

  async #write(contents: Readonly<Record<string, unknown>>): Promise<void> {
    try {
      await writeFileAtomic(this.path, `${JSON.stringify(contents, undefined, 2)}\n`);
    } catch (cause) {
      if (cause instanceof FileError) throw new DriverError('home_unusable', cause.message, { path: this.path }, { cause });
      throw cause;
    }
  }

  #fileStamp(): string {
    const stat = statSync(this.path, { bigint: true, throwIfNoEntry: false });
    return stat ? `${stat.ino}:${stat.mtimeNs}:${stat.size}` : 'missing';
  }
}

function readState(path: string): FileState {
  const unusable = (problem: DriverError): FileState => ({ values: {}, problems: [problem], raw: undefined });
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if (errnoOf(cause) === 'ENOENT') return { values: {}, problems: [], raw: {} };
    const message = `${path} cannot be read: ${cause instanceof Error ? cause.message : cause}`;
    return unusable(new DriverError('home_unusable', message, { path }, { cause }));
  }
  try {
    const parsed = parseJsonText(text);
    if (isRecord(parsed)) return checkKeys(path, parsed);
    return unusable(new DriverError('config_invalid', `${path} must hold one JSON object; the defaults are in force`, { path }));
  } catch (cause) {
    if (!(cause instanceof JsonTextError)) throw cause;
    const { line, column } = cause;
    const message = `${path} is not valid JSON, ${cause.message}; the defaults are in force`;
    return unusable(new DriverError('config_invalid', message, { path, line, column }, { cause }));
  }
}

function checkKeys(path: string, raw: Readonly<Record<string, unknown>>): FileState {
  const values: Partial<Record<ConfigKey, ConfigValue>> = {};
  const problems: DriverError[] = [];
  for (const [key, value] of Object.entries(raw)) {
    if (!isConfigKey(key)) {
      problems.push(unknownKey(path, key));
      continue;
    }
    const parsed = configKeys[key].schema.safeParse(value);
    if (parsed.success) values[key] = parsed.data;
    else problems.push(badValue(path, key, value, parsed.error.issues[0]?.message ?? 'not accepted'));
  }
  // Each value was parsed by the schema of its own key just above.
  return { values: values as PartialConfig, problems, raw };
}

function unknownKey(path: string, key: string): DriverError {
  try {
    const meant = parseConfigKey(key);
    return new DriverError('unknown_config_key', `${path}: "${key}" is written ${meant}; the key is ignored`, {
      path,
      key,
      suggestions: [meant],
    });
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    return new DriverError('unknown_config_key', `${path}: ${error.message} The key is ignored`, { ...error.details, path });
  }
}

function badValue(path: string, key: ConfigKey, value: unknown, why: string): DriverError {
  const { default: fallback } = configKeys[key];
  const message = `${path}: ${key} does not take ${JSON.stringify(value)} (${why}); its default ${JSON.stringify(fallback)} is in force`;
  return new DriverError('config_invalid', message, { path, key, value });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
