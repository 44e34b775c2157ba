import { DriverError } from '../errors/driver-error.js';
import { errnoOf } from '../kit/files.js';

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Why a recording could not be written, as one of the two errors a caller can do something about. */
export function storageError(path: string, cause: unknown): DriverError {
  if (cause instanceof DriverError) return cause;
  const code = rootErrno(cause);
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (code !== undefined && FULL.has(code))
    return new DriverError('disk_full', `There is no room left in ${path}.`, { path, errno: code }, { cause });
  return new DriverError(
    'output_unwritable',
    `${path} cannot be written: ${reason}`,
    { path, ...(code ? { errno: code } : {}) },
    { cause },
  );
}

/** Errors of our own file functions wrap the system's. */
function rootErrno(error: unknown): string | undefined {
  const own = errnoOf(error);
  if (own !== undefined) return own;
  return error instanceof Error && error.cause !== undefined ? rootErrno(error.cause) : undefined;
}
