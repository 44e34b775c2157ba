import { DriverError } from '../../errors/driver-error.js';
import type { NativeAction, Served } from './action.js';

/** A provider may ask for what it could not be told to leave out. */
export function checkServed(action: NativeAction, served: Served): void {
  if (served.has(action.kind)) return;
  throw new DriverError('capability_missing', `"${action.kind}" is not available here; use one of ${[...served].sort().join(', ')}.`, {
    kind: action.kind,
  });
}

/** What the model reads about a failure: what happened and what to do. */
export const failureText = (error: DriverError): string => `${error.message} [${error.code}] ${error.remedy}`;
