/** `seen-apps.json`: the set of approved entries, shared with other processes and never trusted to be whole. */
import { existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { errnoOf, writeFileAtomic } from '../../kit/files.js';

export interface Saved {
  readonly persisted: boolean;
  readonly warning?: string;
}

export class SeenApps {
  #entries = new Set<string>();
  /** What could not be written still counts until the process ends. */
  readonly #unsaved = new Set<string>();
  #stamp = '';
  #writing: Promise<unknown> = Promise.resolve();
  readonly warnings: string[] = [];

  /** Without a path nothing outlives the process. */
  constructor(readonly path: string | undefined) {}

  has(entry: string): boolean {
    return this.#unsaved.has(entry) || this.#read().has(entry);
  }

  list(): string[] {
    return [...new Set([...this.#read(), ...this.#unsaved])].sort();
  }

  add(entry: string): Promise<Saved> {
    return this.#change((entries) => !entries.has(entry) && entries.add(entry) !== undefined, [entry]);
  }

  remove(entries: readonly string[]): Promise<Saved> {
    for (const entry of entries) this.#unsaved.delete(entry);
    return this.#change((present) => entries.filter((entry) => present.delete(entry)).length > 0, []);
  }

  /** One change at a time, each on what the file holds at that moment. */
  #change(apply: (entries: Set<string>) => boolean, keepWhenUnsaved: readonly string[]): Promise<Saved> {
    const next = this.#writing.then(async (): Promise<Saved> => {
      const entries = new Set(this.#read());
      if (!apply(entries)) return { persisted: this.path !== undefined };
      if (this.path === undefined) {
        this.#entries = entries;
        return { persisted: false };
      }
      try {
        await writeFileAtomic(this.path, `${JSON.stringify([...entries].sort(), null, 2)}\n`, 0o600);
        return { persisted: true };
      } catch (error) {
        for (const entry of keepWhenUnsaved) this.#unsaved.add(entry);
        return { persisted: false, warning: this.#warn(`approvals cannot be kept: ${messageOf(error)}`) };
      }
    });
    this.#writing = next;
    return next;
  }

  #read(): ReadonlySet<string> {
    if (this.path === undefined) return this.#entries;
    try {
      const found = statSync(this.path, { bigint: true, throwIfNoEntry: false });
      const stamp = found ? `${found.ino}:${found.size}:${found.mtimeNs}` : '';
      if (stamp === this.#stamp) return this.#entries;
      this.#entries = found ? this.#parse(this.path) : new Set();
      this.#stamp = stamp;
    } catch (error) {
      // Unreadable approvals are no approvals.
      this.#entries = new Set();
      this.#stamp = '';
      if (errnoOf(error) !== 'ENOTDIR') this.#warn(`approvals cannot be read: ${messageOf(error)}`);
    }
    return this.#entries;
  }

  #parse(path: string): Set<string> {
    const entries = entriesIn(readFileSync(path, 'utf8'));
    if (entries) return entries;
    const copy = freeName(path);
    renameSync(path, copy);
    this.#warn(`${path} was damaged; it is kept as ${copy} and every application is asked about again`);
    return new Set();
  }

  #warn(warning: string): string {
    if (!this.warnings.includes(warning)) this.warnings.push(warning);
    return warning;
  }
}

function entriesIn(text: string): Set<string> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) && parsed.every((entry) => typeof entry === 'string') ? new Set(parsed) : undefined;
  } catch {
    return undefined; // JSON.parse: the file is damaged
  }
}

function freeName(path: string): string {
  for (let n = 1; ; n++) {
    const name = `${path}.corrupt-${n}`;
    if (!existsSync(name)) return name;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
