import type { Call } from '../../engine/call.js';
import type { Window } from '../../model/window.js';
import { unverifiable } from '../../verbs/verification.js';

export interface Managed {
  readonly window?: Window | undefined;
  /** Words that reach a program this way: what may not be typed may not be passed or pasted either. */
  readonly text?: string | undefined;
}

/** Starting or ending an application is an act on it: policy judges it before anything happens. */
export async function allowManaging(call: Call, verb: string, app: string, { window, text }: Managed = {}): Promise<void> {
  call.engine.lease.check();
  await call.engine.gate.decide(call, {
    verb,
    window: window ?? null,
    app,
    text,
    delivery: 'background',
    routes: [],
    verification: unverifiable,
    recheck: async () => {},
  });
}
