import { DriverError } from '../errors/driver-error.js';
import { TimeoutError } from '../kit/clock.js';
import { Mutex } from '../kit/mutex.js';

/** One lock per target window: two sessions never act in the same window at once. */
export class Locks {
  readonly #mutexes = new Map<string, Mutex>();

  async hold<T>(key: string, timeoutMs: number, signal: AbortSignal, fn: () => Promise<T>): Promise<T> {
    const mutex = this.#mutexes.get(key) ?? new Mutex();
    this.#mutexes.set(key, mutex);
    try {
      const release = await mutex.acquire(timeoutMs, signal);
      try {
        return await fn();
      } finally {
        release();
      }
    } catch (error) {
      if (error instanceof TimeoutError && mutex.busy) throw new DriverError('busy', `Another act holds ${key}.`, { waitedMs: timeoutMs });
      throw error;
    } finally {
      if (!mutex.busy) this.#mutexes.delete(key);
    }
  }
}
