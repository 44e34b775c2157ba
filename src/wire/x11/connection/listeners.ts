/** Named listeners. One that throws is reported and does not keep the others from running. */
export class Listeners<Payload> {
  readonly #byName = new Map<string, Set<(payload: Payload) => void>>();
  readonly #onThrow: (error: unknown) => void;

  constructor(onThrow: (error: unknown) => void) {
    this.#onThrow = onThrow;
  }

  add(name: string, listener: (payload: Payload) => void): () => void {
    const listeners = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, listeners);
    // A wrapper keeps two subscriptions of one function apart.
    const own = (payload: Payload) => listener(payload);
    listeners.add(own);
    return () => void listeners.delete(own);
  }

  emit(name: string, payload: Payload): boolean {
    const listeners = this.#byName.get(name);
    if (!listeners || listeners.size === 0) return false;
    for (const listener of [...listeners]) {
      try {
        listener(payload);
      } catch (error) {
        this.#onThrow(error);
      }
    }
    return true;
  }
}
