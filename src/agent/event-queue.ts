/** Hands events from callbacks to one async reader, in order; a failure ends the reading with it. */
export class EventQueue<T> {
  readonly #waiting: T[] = [];
  #ended = false;
  #wake: () => void = () => {};

  push(event: T): void {
    this.#waiting.push(event);
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, void> {
    for (;;) {
      const event = this.#waiting.shift();
      if (event !== undefined) yield event;
      else if (this.#ended) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
