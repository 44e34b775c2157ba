import { DriverError } from '../../errors/driver-error.js';
import { delay } from '../../kit/clock.js';
import type { Delta, RetryPolicy } from './client.js';
import { ProviderFault } from './provider-fault.js';

export const defaultRetry: RetryPolicy = { attempts: 5, firstDelayMs: 500, maxDelayMs: 60_000 };

/**
 * Runs one model request, again when the failure is of a passing kind. Repeating is safe: a turn has no effect before its
 * tool calls run. The signal's abort ends it at once, as `cancelled`.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { policy, signal, onDelta }: { policy: RetryPolicy; signal: AbortSignal; onDelta: (delta: Delta) => void },
): Promise<T> {
  for (let made = 1; ; made++) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted) throw cancelled(error);
      if (!(error instanceof ProviderFault)) throw error;
      const waitMs = error.details.retryAfterMs ?? backOff(made, policy);
      if (!error.isTransient || made >= policy.attempts || waitMs > policy.maxDelayMs) throw error.toDriverError(made);
      onDelta({ type: 'retry', attempt: made + 1, waitMs, reason: error.message });
      await delay(waitMs, signal).catch((reason: unknown) => {
        throw cancelled(reason);
      });
    }
  }
}

const cancelled = (cause: unknown): DriverError => new DriverError('cancelled', 'The model request was cancelled.', undefined, { cause });

/** Doubles each time, with up to a quarter of it random so that many clients do not return together. */
function backOff(made: number, policy: RetryPolicy): number {
  const full = Math.min(policy.firstDelayMs * 2 ** (made - 1), policy.maxDelayMs);
  return Math.round(full * (0.75 + Math.random() * 0.25));
}
