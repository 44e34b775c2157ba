/** Keeps from the person what a program does because it is asked to by other means than input, until it is through with that. */
import { delay } from '../../../kit/clock.js';
import type { PersonGuard } from './guard/guard.js';
import type { PersonHands } from './person/person-hands.js';
import type { Seat } from './seat.js';
import type { Shelter } from './shelter.js';
import type { PersonsKeymap } from './target/persons-keymap.js';
import { Pulse } from './target/pulse.js';
import { readOwner } from './target/target.js';
import type { Traits } from './toolkit/traits.js';

const SLOW_APP_MS = 1000;
/** For a quarter of a second GTK shows a button pressed that it was asked to press, and has it act only then. */
const SHOWN_PRESSED_MS = 300;
/** A page may open something this long after it was asked to do something, and a program as long as it is busy. */
const HELD_MS = 5000;
const PERSON_BUSY_MS = 100;

export interface Keepers {
  readonly person: PersonHands;
  readonly guard: PersonGuard;
  readonly shelter: Shelter;
  readonly keymap: PersonsKeymap;
}

/** Call before it is asked, and what this gives afterwards. */
export async function guardAsked({ person, guard, shelter, keymap }: Keepers, seat: Seat, window: number): Promise<() => void> {
  const { x, devices } = seat;
  const whose = await readOwner(x, window);
  await keymap.teach(x, { window, ...whose });
  const unguard = await guard.begin(window, devices);
  const letGo = await shelter.over({ window, owner: whose.owner }, devices.pointer).catch((error) => {
    unguard();
    throw error;
  });
  const release = await holdPointer(person, window, whose.traits);
  const end = () => {
    unguard();
    letGo();
    release();
  };
  return () => void isThrough(new Pulse(x, window)).then(end, end);
}

async function isThrough(pulse: Pulse): Promise<void> {
  await pulse.isThrough(SLOW_APP_MS);
  await delay(SHOWN_PRESSED_MS);
  await pulse.isThrough(SLOW_APP_MS);
}

/**
 * Some programs take every pointer there is for a menu, whatever made them open it. The person's is held as long as they do not need
 * it themselves; where it is theirs already, as with a menu of their own open, nobody can take it anyway.
 */
async function holdPointer(person: PersonHands, window: number, { freezeMs, passesInputOn }: Traits): Promise<() => void> {
  if (freezeMs === 0) return () => {};
  const thaw = await person.freeze(window, AbortSignal.timeout(PERSON_BUSY_MS)).catch(() => undefined);
  thaw?.(HELD_MS);
  return () => (passesInputOn ? person.stay(window, HELD_MS) : person.forget(window));
}
