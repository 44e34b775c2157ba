import { setTimeout as sleep } from 'node:timers/promises';

export interface UntilOptions {
  /** What is awaited, for the message when it does not come. */
  what: string;
  timeoutMs?: number;
  intervalMs?: number;
}

type Falsy = undefined | null | false | 0 | '';

/** Polls `condition` until it gives something truthy and returns that; throws with the last thing seen when time runs out. */
export async function until<T>(condition: () => Promise<T> | T, options: UntilOptions): Promise<Exclude<T, Falsy>> {
  const { what, timeoutMs = 10_000, intervalMs = 10 } = options;
  const deadline = performance.now() + timeoutMs;
  let lastSeen: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (value) return value as Exclude<T, Falsy>;
      lastSeen = value;
    } catch (error) {
      lastSeen = error;
    }
    if (performance.now() >= deadline) break;
    await sleep(intervalMs);
  }
  const cause = lastSeen instanceof Error ? { cause: lastSeen } : {};
  throw new Error(`${what}: not within ${timeoutMs} ms; last seen: ${describe(lastSeen)}`, cause);
}

function describe(value: unknown): string {
  if (value instanceof Error) return value.message;
  return JSON.stringify(value) ?? String(value);
}
