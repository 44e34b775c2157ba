/** The only owner of time: everything that waits or measures goes through here. */
export const nowMs = (): number => Date.now();

/** Monotonic milliseconds with sub-millisecond resolution, for durations only. */
export const monotonicMs = (): number => performance.now();

export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** Resolves after `ms`, or rejects with the signal's reason as soon as it aborts. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

export interface Timer {
  cancel(): void;
}

/** Runs `fn` once after `ms`; never keeps the process alive by itself. */
export function after(ms: number, fn: () => void): Timer {
  const timer = setTimeout(fn, ms);
  timer.unref();
  return { cancel: () => clearTimeout(timer) };
}

/** Runs `fn` every `ms` until cancelled; never keeps the process alive by itself. */
export function every(ms: number, fn: () => void): Timer {
  const timer = setInterval(fn, ms);
  timer.unref();
  return { cancel: () => clearInterval(timer) };
}

/** The promise's outcome; once the signal aborts it has `graceMs` to end by itself before it is left to end alone. */
export function unlessAbandoned<T>(promise: Promise<T>, signal: AbortSignal, graceMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const onAbort = () => {
      timer = setTimeout(() => reject(signal.reason), graceMs);
    };
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    promise.finally(end).then(resolve, reject);
  });
}

/** The promise's outcome, or a TimeoutError naming what was awaited. */
export function withTimeout<T>(promise: Promise<T>, ms: number, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimeoutError(`${what} did not answer within ${ms} ms`)), ms);
    promise.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
