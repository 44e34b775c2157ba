import { GetAtomName, InternAtom } from '../core/atoms.js';
import { PREDEFINED_ATOMS } from '../core/predefined-atoms.js';
import type { Requester } from './requester.js';

/** Atoms never change while the server lives, so each is asked for once. */
export class AtomCache {
  readonly #connection: Requester;
  readonly #byName = new Map<string, Promise<number>>();
  readonly #byId = new Map<number, Promise<string>>();

  constructor(connection: Requester) {
    this.#connection = connection;
    PREDEFINED_ATOMS.forEach((name, index) => {
      this.#byName.set(name, Promise.resolve(index + 1));
      this.#byId.set(index + 1, Promise.resolve(name));
    });
  }

  /** The atom for a name, created if it does not exist. */
  intern(name: string): Promise<number> {
    return remember(this.#byName, name, async () => {
      const { atom } = await this.#connection.request(InternAtom, { name });
      this.#byId.set(atom, Promise.resolve(name));
      return atom;
    });
  }

  /** All names in one round trip, as a record. */
  async internMany<const Name extends string>(names: readonly Name[]): Promise<Record<Name, number>> {
    const atoms = await Promise.all(names.map(async (name) => [name, await this.intern(name)] as const));
    return Object.fromEntries(atoms) as Record<Name, number>;
  }

  name(atom: number): Promise<string> {
    return remember(this.#byId, atom, async () => (await this.#connection.request(GetAtomName, { atom })).name);
  }
}

function remember<K, V>(cache: Map<K, Promise<V>>, key: K, ask: () => Promise<V>): Promise<V> {
  const known = cache.get(key);
  if (known) return known;
  const asked = ask();
  cache.set(key, asked);
  // A failure is not an answer.
  asked.catch(() => cache.delete(key));
  return asked;
}
