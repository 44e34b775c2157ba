import { DriverError } from '../../../errors/driver-error.js';
import type { Window } from '../../../model/window.js';

/** What the recording means is not there; nothing was sent. */
export const diverged = (message: string, candidates: readonly unknown[]): DriverError =>
  new DriverError('replay_diverged', message, { candidates });

export const windowCandidate = ({ id, title, appId, pid }: Window) => ({ window_id: id, title, app_id: appId, pid });
