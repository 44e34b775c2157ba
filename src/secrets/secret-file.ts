/** Secrets people stored with `offhand secret set`: one private JSON file, read anew each time. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DriverError } from '../errors/driver-error.js';
import { errnoOf, writeFileAtomic } from '../kit/files.js';
import { checkSecretName } from './placeholder.js';

export const secretFileIn = (dataDir: string): SecretFile => new SecretFile(join(dataDir, 'secrets.json'));

export class SecretFile {
  constructor(readonly path: string) {}

  names(): string[] {
    return [...this.#read().keys()].sort();
  }

  get(name: string): string | undefined {
    return this.#read().get(name);
  }

  async set(name: string, value: string): Promise<void> {
    await this.#write(this.#read().set(checkSecretName(name), value));
  }

  /** False when there was none. */
  async remove(name: string): Promise<boolean> {
    const values = this.#read();
    if (!values.delete(name)) return false;
    await this.#write(values);
    return true;
  }

  async #write(values: ReadonlyMap<string, string>): Promise<void> {
    try {
      await writeFileAtomic(this.path, `${JSON.stringify(Object.fromEntries(values), undefined, 2)}\n`, 0o600);
    } catch (cause) {
      throw new DriverError('home_unusable', cause instanceof Error ? cause.message : String(cause), { path: this.path }, { cause });
    }
  }

  #read(): Map<string, string> {
    let parsed: unknown;
    try {
      if ((statSync(this.path).mode & 0o077) !== 0) {
        throw new DriverError('permission_missing', `${this.path} can be read by others; run chmod 600 on it.`, { path: this.path });
      }
      parsed = JSON.parse(readFileSync(this.path, 'utf8'));
    } catch (cause) {
      if (errnoOf(cause) === 'ENOENT') return new Map();
      if (cause instanceof DriverError) throw cause;
      // The parser's message would quote the file.
      throw new DriverError('home_unusable', `${this.path} cannot be read (${errnoOf(cause) ?? 'it is not JSON'}).`, { path: this.path });
    }
    const entries = Object.entries(typeof parsed === 'object' && parsed !== null ? parsed : {});
    return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  }
}
