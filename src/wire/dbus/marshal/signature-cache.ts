const MAX_ENTRIES = 1000;

/** Remembers what was compiled for a signature; bounded, because peers choose the signatures we see. */
export class SignatureCache<T> {
  readonly #entries = new Map<string, T>();

  get(signature: string): T | undefined {
    return this.#entries.get(signature);
  }

  set(signature: string, compiled: T): void {
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear();
    this.#entries.set(signature, compiled);
  }
}
