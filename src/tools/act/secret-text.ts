import type { Act, RoutePlan, Verification } from '../../engine/act.js';
import type { Call } from '../../engine/call.js';
import { DriverError } from '../../errors/driver-error.js';
import { secretNames } from '../../secrets/placeholder.js';

/**
 * An act that types `text`. Where it holds {{secret:NAME}}, policy, people and recordings see it as written;
 * the values are filled in once everything is allowed, and nothing read back afterwards tells how long they are.
 */
export async function actWithText(call: Call, text: string, make: (text: string) => Promise<Act>): Promise<Act> {
  const names = secretNames(text);
  const act = await make(text);
  if (names.length === 0) return act;
  const { secrets } = call.engine;
  const { window, element, hidesText } = act;
  if (!window || (!element && hidesText === undefined)) {
    throw new DriverError(
      'invalid_input',
      'A secret goes into one element only: pass element_index or element_token with {{secret:NAME}}.',
    );
  }
  secrets.expect(names);
  return {
    ...act,
    secrets: names,
    prepare: async (signal) => {
      const { routes, verification } = await make(await secrets.fill(text, window.id, signal));
      return { routes: routes.map(uncounted), verification: discreet(verification) };
    },
  };
}

const uncounted = (plan: RoutePlan): RoutePlan => ({
  ...plan,
  async deliver(signal) {
    const { characters: _length, steps: _steps, ...delivered } = await plan.deliver(signal);
    return { ...delivered, steps: 1 };
  },
});

const discreet = (verification: Verification): Verification => ({
  before: (signal) => verification.before(signal),
  async after(delivered, signal) {
    const { effect, evidence } = await verification.after(delivered, signal);
    const detail = effect === 'confirmed' ? 'the secret arrived whole' : 'the secret did not arrive whole';
    return { effect, evidence: evidence.map(({ kind }) => ({ kind, detail })) };
  },
});
