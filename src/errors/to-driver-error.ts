import { TimeoutError } from '../kit/clock.js';
import { DriverError } from './driver-error.js';

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** Whatever escaped, as a DriverError: cancellation and time-outs keep their meaning, the rest is `internal` with its cause. */
export function toDriverError(error: unknown): DriverError {
  if (error instanceof DriverError) return error;
  if (isAbort(error)) return new DriverError('cancelled', 'The call was cancelled.', undefined, { cause: error });
  if (error instanceof TimeoutError) return new DriverError('timeout', error.message, undefined, { cause: error });
  const message = error instanceof Error ? error.message : String(error);
  return new DriverError('internal', `Unexpected failure: ${message}`, undefined, { cause: error });
}
