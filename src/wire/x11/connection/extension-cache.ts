import type { ExtensionDef, Version } from '../codec/message.js';
import { type ErrorRange, X11ExtensionMissing } from './errors.js';

export interface ExtensionInfo {
  readonly majorOpcode: number;
  readonly firstEvent: number;
  readonly firstError: number;
}

interface Entry extends ExtensionInfo {
  readonly def: ExtensionDef;
  version: Promise<Version> | undefined;
}

/** Which extensions the server has, and the version agreed on with it. */
export class ExtensionCache {
  readonly #entries = new Map<string, Entry>();

  add(def: ExtensionDef, info: ExtensionInfo): void {
    this.#entries.set(def.name, { def, ...info, version: undefined });
  }

  has(def: ExtensionDef): boolean {
    return this.#entries.has(def.name);
  }

  get(def: ExtensionDef): ExtensionInfo {
    return this.#entry(def);
  }

  /** Runs `negotiate` the first time the extension is used. */
  version(def: ExtensionDef, negotiate: () => Promise<Version>): Promise<Version> {
    const entry = this.#entry(def);
    if (!entry.version) {
      // Set before it runs: the version request itself goes through the same path.
      let settle: (version: Promise<Version>) => void = () => {};
      entry.version = new Promise((resolve) => {
        settle = resolve;
      });
      // A version nobody asks for must not become an unhandled rejection.
      entry.version.catch(() => {});
      settle(negotiate());
    }
    return entry.version;
  }

  *errorRanges(): Iterable<ErrorRange> {
    for (const { def, firstError } of this.#entries.values()) yield { firstError, errors: def.errors };
  }

  *known(): Iterable<{ def: ExtensionDef } & ExtensionInfo> {
    yield* this.#entries.values();
  }

  #entry(def: ExtensionDef): Entry {
    const entry = this.#entries.get(def.name);
    if (!entry) throw new X11ExtensionMissing(def.name);
    return entry;
  }
}
