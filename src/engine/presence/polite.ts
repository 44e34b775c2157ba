/** Polite mode: while the person works in the very window an act is meant for, the act waits, and says so. */
import type { Backend, PersonUse } from '../../backends/port.js';
import { DriverError } from '../../errors/driver-error.js';
import { delay, monotonicMs } from '../../kit/clock.js';
import type { Window } from '../../model/window.js';
import type { Act } from '../act.js';
import type { Call } from '../call.js';

/** A person who has been still for this long has let go. */
const QUIET_MS = 1000;
const HELD_CHECK_MS = 100;

/** Returns a note when it had to wait; throws `person_busy` when the person did not let go in time. */
export async function waitForPerson(call: Call, { window }: Act, signal: AbortSignal): Promise<string | undefined> {
  if (!window || !call.setting('polite_mode')) return undefined;
  const backend = await call.backend();
  const startedAt = monotonicMs();
  const limitMs = call.setting('polite_timeout_ms');
  let seen: PersonUse | undefined;
  for (;;) {
    const use = await personUse(backend, window, signal);
    const waitedMs = monotonicMs() - startedAt;
    if (!use) return seen && `Waited ${seconds(waitedMs)} because the person was ${seen.how} in this window.`;
    if (waitedMs >= limitMs) throw busy(window, use, waitedMs);
    if (!seen) call.progress(`The person is ${use.how} in "${window.title.slice(0, 60)}"; waiting up to ${seconds(limitMs)}.`);
    seen ??= use;
    const quietInMs = use.how === 'holding a button' ? HELD_CHECK_MS : Math.max(1, QUIET_MS - use.agoMs + 1);
    await delay(Math.min(quietInMs, limitMs - waitedMs), signal);
  }
}

/** Foreground acts press the person's own keys and buttons; those must not be taken for the person. */
const ownInput = new WeakMap<Backend, number>();

export function rememberOwnInput(backend: Backend): void {
  ownInput.set(backend, monotonicMs());
}

async function personUse(backend: Backend, window: Window, signal: AbortSignal): Promise<PersonUse | undefined> {
  const use = await backend.person.using(window, signal);
  const happenedAt = monotonicMs() - (use?.agoMs ?? 0);
  const isOurs = use !== undefined && use.how !== 'holding a button' && happenedAt <= (ownInput.get(backend) ?? 0);
  return isOurs ? undefined : use;
}

function busy(window: Window, use: PersonUse, waitedMs: number): DriverError {
  const what = `The person is ${use.how} in "${window.title.slice(0, 60)}"; waited ${seconds(waitedMs)}.`;
  return new DriverError('person_busy', what, { person: use.how, waited_ms: Math.round(waitedMs), window_id: window.id });
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
