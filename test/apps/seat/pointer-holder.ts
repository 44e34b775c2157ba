// Holds the person's pointer as an act does, and asks whether anybody else could take it.
import { PersonHands } from '../../../src/backends/x11/seat/person/person-hands.js';
import type { Desktop } from '../../support/desktop.js';
import { fixtureBinary } from '../../support/parts/fixture-binaries.js';

const LONG_MS = 30_000;
export const AGENT = 1;

export async function openHolder({ display, env }: Desktop, program?: string) {
  const person = await PersonHands.open({ display, xauthority: env.XAUTHORITY }, program);
  const freeze = () => person.freeze(AGENT, AbortSignal.timeout(10_000));
  const hold = async () => (await freeze())(LONG_MS);
  return { person, freeze, hold, [Symbol.asyncDispose]: () => person.close() };
}

/** As a program does that opens a menu. */
export const takeIn = async (desktop: Desktop) => (await desktop.run(await fixtureBinary('intruder'), 'take-pointer', '2')).trim();
