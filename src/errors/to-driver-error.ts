import { TimeoutError } from '../kit/clock.js';
import { type ErrorCode, isErrorCode } from './catalog.js';
import { DriverError } from './driver-error.js';

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** An error of a lower layer may say itself which code of the catalog it means. */
function ownCode(error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return undefined;
  return isErrorCode(error.code) ? error.code : undefined;
}

/** Whatever escaped, as a DriverError: cancellation and time-outs keep their meaning, what names no code is `internal` with its cause. */
export function toDriverError(error: unknown): DriverError {
  if (error instanceof DriverError) return error;
  if (isAbort(error)) return new DriverError('cancelled', 'The call was cancelled.', undefined, { cause: error });
  if (error instanceof TimeoutError) return new DriverError('timeout', error.message, undefined, { cause: error });
  const message = error instanceof Error ? error.message : String(error);
  const code = ownCode(error);
  if (code) return new DriverError(code, `${message[0]?.toUpperCase() ?? ''}${message.slice(1)}.`, undefined, { cause: error });
  return new DriverError('internal', `Unexpected failure: ${message}`, undefined, { cause: error });
}
