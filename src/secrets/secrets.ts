/** Values behind `{{secret:NAME}}`: from the environment, the private file, or a command the person chose. Known only once needed. */
import { DriverError } from '../errors/driver-error.js';
import { type ChildEnvironment, ProcessError, runProcess } from '../kit/process.js';
import { fillPlaceholders, secretNames } from './placeholder.js';
import { isProviderKey } from './provider-keys.js';
import type { SecretFile } from './secret-file.js';
import { SecretMask } from './secret-mask.js';

export interface SecretsOptions {
  readonly file: SecretFile;
  /** OFFHAND_SECRET_NAME, by NAME. */
  readonly environment: Readonly<Record<string, string>>;
  /** Program and arguments from policy.toml; `{name}` stands for the secret's name. */
  readonly command: () => readonly string[] | undefined;
  readonly commandEnv: ChildEnvironment;
}

const COMMAND_TIMEOUT_MS = 20_000;

export class Secrets {
  readonly mask = new SecretMask();
  /** Windows a secret was put into: where it may be shown from then on. */
  readonly usedIn = new Set<number>();

  readonly #used = new Map<string, string>();

  constructor(private readonly options: SecretsOptions) {}

  /** Refuses names nobody could give a value for, before a person is bothered. */
  expect(names: readonly string[]): void {
    for (const name of names) if (isProviderKey(name)) throw missing(name);
    for (const name of names) if (this.options.command() === undefined && this.#stored(name) === undefined) throw missing(name);
  }

  /** The text with values filled in; from here on they are masked in everything that leaves. */
  async fill(text: string, windowId: number, signal: AbortSignal): Promise<string> {
    const values = new Map<string, string>();
    this.expect(secretNames(text));
    for (const name of secretNames(text)) {
      const value = this.#stored(name) ?? (await this.#fromCommand(name, signal));
      this.mask.remember(name, value);
      this.#used.set(name, value);
      values.set(name, value);
    }
    this.usedIn.add(windowId);
    return fillPlaceholders(text, (name) => values.get(name) ?? '');
  }

  /** Every value that can be known without asking anyone: those in use, and those that are only stored. */
  get stored(): SecretMask {
    const all = new SecretMask();
    for (const [name, value] of this.#used) all.remember(name, value);
    for (const [name, value] of Object.entries(this.options.environment)) all.remember(name, value);
    for (const name of this.options.file.names()) all.remember(name, this.options.file.get(name) ?? '');
    return all;
  }

  #stored(name: string): string | undefined {
    return this.options.environment[name] ?? this.options.file.get(name);
  }

  async #fromCommand(name: string, signal: AbortSignal): Promise<string> {
    const [program, ...args] = this.options.command() ?? [];
    if (program === undefined) throw missing(name);
    const filled = args.map((each) => each.replaceAll('{name}', name));
    try {
      const { code, stdout } = await runProcess(program, filled, { env: this.options.commandEnv, timeoutMs: COMMAND_TIMEOUT_MS, signal });
      const value = stdout.toString('utf8').replace(/\r?\n$/, '');
      if (code === 0 && value !== '') return value;
      throw new DriverError('secret_not_found', `secret_command gave nothing for "${name}" (exit code ${code ?? 'none'}).`, { name });
    } catch (error) {
      if (!(error instanceof ProcessError)) throw error;
      throw new DriverError('secret_not_found', `secret_command failed for "${name}": ${error.message}.`, { name });
    }
  }
}

const missing = (name: string): DriverError => new DriverError('secret_not_found', `There is no secret "${name}".`, { name });
