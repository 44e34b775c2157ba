import { delay, monotonicMs } from './clock.js';

/** Polls `probe` until it gives something other than undefined/false/null; undefined when `timeoutMs` ran out. */
export async function poll<T>(
  probe: () => Promise<T | undefined | false | null> | T | undefined | false | null,
  { timeoutMs, intervalMs = 10, signal }: { timeoutMs: number; intervalMs?: number; signal?: AbortSignal },
): Promise<T | undefined> {
  const deadline = monotonicMs() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false && value !== null) return value;
    if (monotonicMs() >= deadline) return undefined;
    await delay(intervalMs, signal);
  }
}
