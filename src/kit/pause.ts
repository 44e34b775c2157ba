import { delay } from './clock.js';
import { poll } from './poll.js';

export interface Pause {
  readonly ms: number;
  /** Ends it early. */
  readonly until?: ((signal: AbortSignal) => Promise<boolean>) | undefined;
}

const LOOK_EVERY_MS = 15;

export async function pause({ ms, until }: Pause, signal: AbortSignal): Promise<void> {
  if (until) await poll(() => until(signal), { timeoutMs: ms, intervalMs: LOOK_EVERY_MS, signal });
  else await delay(ms, signal);
}
