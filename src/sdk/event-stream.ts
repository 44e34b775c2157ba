import type { EngineEvent } from '../engine/events.js';

/** How many unread events a slow reader may leave before the oldest are dropped. */
const MAX_WAITING = 10_000;

/** Events from a callback for one `for await` loop; leaving the loop stops listening. */
export class EventStream implements AsyncIterableIterator<EngineEvent, undefined> {
  readonly #waiting: EngineEvent[] = [];
  readonly #unsubscribe: () => void;
  #wake: (() => void) | undefined;
  #ended = false;

  constructor(subscribe: (listener: (event: EngineEvent) => void) => () => void) {
    this.#unsubscribe = subscribe((event) => {
      this.#waiting.push(event);
      if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
      this.#wake?.();
    });
  }

  async next(): Promise<IteratorResult<EngineEvent, undefined>> {
    while (this.#waiting.length === 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const value = this.#waiting.shift();
    return value === undefined ? { done: true, value: undefined } : { done: false, value };
  }

  async return(): Promise<IteratorResult<EngineEvent, undefined>> {
    this.end();
    return { done: true, value: undefined };
  }

  end(): void {
    this.#ended = true;
    this.#waiting.length = 0;
    this.#unsubscribe();
    this.#wake?.();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
