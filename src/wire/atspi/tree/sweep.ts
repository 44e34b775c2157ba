import { monotonicMs } from '../../../kit/clock.js';
import { DBusClosed, DBusError, DBusTimeout } from '../../dbus/errors.js';

export interface SweepOptions {
  /** Items asked at the same time. */
  readonly concurrency?: number;
  /** Items not yet asked after this long are left out. */
  readonly budgetMs?: number;
  readonly signal?: AbortSignal;
}

export interface Swept<R> {
  /** One entry per item; undefined where the object refused, is gone, or was not reached. */
  readonly results: (R | undefined)[];
  /** How many items the budget left unasked. */
  readonly skipped: number;
}

const DEFAULT_CONCURRENCY = 256;

/**
 * Asks every item the same question, many at a time. An object that answers with an error is
 * left out; one that does not answer at all fails the sweep, for its application is stuck.
 */
export async function sweep<T, R>(items: readonly T[], ask: (item: T) => Promise<R>, options: SweepOptions = {}): Promise<Swept<R>> {
  const results: (R | undefined)[] = new Array(items.length).fill(undefined);
  const deadline = monotonicMs() + (options.budgetMs ?? Number.POSITIVE_INFINITY);
  let next = 0;
  let stuck = false;
  const worker = async () => {
    while (next < items.length && !stuck && monotonicMs() < deadline) {
      options.signal?.throwIfAborted();
      const index = next++;
      try {
        results[index] = await ask(items[index] as T);
      } catch (error) {
        if (error instanceof DBusError) continue;
        stuck = true;
        throw error;
      }
    }
  };
  const workers = Math.min(options.concurrency ?? DEFAULT_CONCURRENCY, items.length);
  await abortable(Promise.all(Array.from({ length: workers }, worker)), options.signal);
  return { results, skipped: items.length - next };
}

/** Rejects with the signal's reason at once; what is in flight is left to finish unheard. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** True for errors that say something about the whole application or bus, not about one object. */
export function isFatal(error: unknown): boolean {
  return error instanceof DBusTimeout || error instanceof DBusClosed || !(error instanceof DBusError);
}
