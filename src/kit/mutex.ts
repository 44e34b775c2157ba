import { after, TimeoutError } from './clock.js';

/** First come, first served lock; waiting is bounded by the caller. */
export class Mutex {
  #tail: Promise<void> = Promise.resolve();
  #holders = 0;

  get busy(): boolean {
    return this.#holders > 0;
  }

  async acquire(timeoutMs: number, signal?: AbortSignal): Promise<() => void> {
    const previous = this.#tail;
    let release: () => void = () => {};
    this.#tail = new Promise((resolve) => {
      release = resolve;
    });
    this.#holders++;
    const done = () => {
      this.#holders--;
      release();
    };
    try {
      await turn(previous, timeoutMs, signal);
    } catch (error) {
      // Whoever queued behind us must still wait for the one before us.
      void previous.then(done);
      throw error;
    }
    return done;
  }

  async run<T>(timeoutMs: number, fn: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const release = await this.acquire(timeoutMs, signal);
    try {
      return await fn();
    } finally {
      release();
    }
  }
}

function turn(previous: Promise<void>, timeoutMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => reject(signal?.reason);
    const timer = after(timeoutMs, () => reject(new TimeoutError(`lock not free within ${timeoutMs} ms`)));
    signal?.addEventListener('abort', onAbort, { once: true });
    void previous.then(() => {
      timer.cancel();
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
  });
}
