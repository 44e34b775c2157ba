/**
 * The only way to change anything: decide → wait for the person → lock → recheck → prepare → deliver under watch → verify.
 * Every tool, op, batch and replay ends here.
 */
import { DriverError } from '../errors/driver-error.js';
import { joinSignals } from '../kit/join-signals.js';
import { type Interference, interference } from '../model/interference.js';
import type { Act, ActOutcome, RoutePlan } from './act.js';
import type { Call } from './call.js';
import { rememberOwnInput, waitForPerson } from './presence/polite.js';
import { glideFirst, showAct } from './presence/show-act.js';

export async function perform(call: Call, act: Act): Promise<ActOutcome> {
  call.engine.lease.check();
  await call.engine.gate.decide(call, act);
  using joined = joinSignals(call.signal, call.engine.lease.signal);
  const { signal } = joined;
  const waited = await waitForPerson(call, act, signal);
  const key = act.window ? `window ${act.window.id}` : 'desktop';
  return await call.engine.locks.hold(`${call.desktop ?? ''}${key}`, call.setting('lock_timeout_ms'), signal, async () => {
    await glideFirst(call, act, signal);
    const ready = await recheckAndLook(act, signal);
    const outcome = await deliverWatched(call, ready, signal);
    return waited === undefined ? outcome : { ...outcome, notes: [waited, ...(outcome.notes ?? [])] };
  });
}

/** The look before changes nothing, so it need not wait for the check, unless it has to know what only an allowed act may. */
async function recheckAndLook(act: Act, signal: AbortSignal): Promise<Act> {
  const looking = act.prepare ? undefined : act.verification.before(signal);
  looking?.catch(() => {}); // what is wrong with the target counts first
  await act.recheck(signal);
  await looking;
  if (!act.prepare) return act;
  const ready = { ...act, ...(await act.prepare(signal)) };
  await ready.verification.before(signal);
  return ready;
}

async function deliverWatched(call: Call, act: Act, signal: AbortSignal): Promise<ActOutcome> {
  const { plan, closed } = chooseRoute(act);
  const backend = await call.backend();
  const watch = await backend.person.begin(act.window, signal);
  let ended = false;
  showAct(call, act);
  try {
    const delivered = await plan.deliver(signal);
    const verdict = await act.verification.after(delivered, signal);
    ended = true;
    return {
      effect: verdict.effect,
      route: plan.route,
      delivery: { mode: act.delivery, ...(delivered.characters === undefined ? {} : { delivered_count: delivered.characters }) },
      evidence: verdict.evidence,
      ...(closed.length > 0 ? { fell_back_from: closed } : {}),
      ...(delivered.notes.length > 0 ? { notes: delivered.notes } : {}),
      interference: receipt(await watch.end(), delivered.confined),
    };
  } finally {
    if (act.delivery === 'foreground') rememberOwnInput(backend);
    if (!ended) await watch.end().catch(() => interference(unknownParts));
  }
}

/** Events cannot leak from an act that pressed nothing outside its target. */
function receipt({ clean: _clean, ...parts }: Interference, confined: boolean): Interference {
  return interference({ ...parts, leaked_events: confined ? 'none' : parts.leaked_events });
}

const unknownParts = {
  focus: 'unknown',
  active_window: 'unknown',
  stacking: 'unknown',
  pointer: 'unknown',
  selections: 'unknown',
  screen: 'unknown',
  leaked_events: 'unknown',
};

/** First open route in order; when all are closed the act is refused, with the last route's reason, before anything is sent. */
function chooseRoute(act: Act): { plan: RoutePlan; closed: { route: RoutePlan['route']; reason: string }[] } {
  const closed: { route: RoutePlan['route']; reason: string }[] = [];
  let refusal: DriverError | undefined;
  for (const plan of act.routes) {
    if (plan.blocked === undefined) return { plan, closed };
    refusal = plan.blocked;
    closed.push({ route: plan.route, reason: plan.blocked.message });
  }
  throw new DriverError(refusal?.code ?? 'background_unavailable', refusal?.message ?? `${act.verb}: no route fits.`, {
    ...refusal?.details,
    effect: 'refused',
    routes: closed,
  });
}
