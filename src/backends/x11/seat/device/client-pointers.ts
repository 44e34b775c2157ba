/** Which agents lead a program's own requests for the focus and for grabs to their devices, and whose it asks for when one lets go. */
import { type X11Connection, XIDevice } from '../../../../wire/x11/index.js';
import type { Journal } from '../journal/journal.js';
import { clientOf } from '../target/target.js';

/** One agent's part in it. Telling the server is its own affair, on the connection its other requests take. */
export interface PointerClaim {
  /** Gives it up and says whose devices the program is to have from now on. */
  drop(): number;
  /** The server was told: nothing is left to undo. */
  undone(): void;
}

interface Claimant {
  readonly pointer: number;
}

export class ClientPointers {
  /** By program, the one whose devices it has last. */
  readonly #claims = new Map<number, readonly Claimant[]>();

  constructor(
    private readonly x: X11Connection,
    private readonly journal: Journal,
  ) {}

  /** An agent comes into the window: from now on the program has its devices. */
  claim(window: number, pointer: number): PointerClaim {
    return this.#claim(window, { pointer }, (others, own) => [...others, own]);
  }

  /** For as long as nobody who is at work in the program has it. */
  claimBehind(window: number, pointer: number): PointerClaim {
    return this.#claim(window, { pointer }, (others, own) => [own, ...others]);
  }

  /** Whose devices it is to have; the person's where nobody claims it. */
  of(window: number): number {
    return this.#claimants(window).at(-1)?.pointer ?? XIDevice.CorePointer;
  }

  #claim(window: number, own: Claimant, join: (others: readonly Claimant[], own: Claimant) => readonly Claimant[]): PointerClaim {
    this.#keep(window, join(this.#claimants(window), own));
    const undone = this.journal.record({ kind: 'client_pointer', window });
    const drop = () => {
      this.#keep(
        window,
        this.#claimants(window).filter((claimant) => claimant !== own),
      );
      return this.of(window);
    };
    return { drop, undone };
  }

  #claimants(window: number): readonly Claimant[] {
    return this.#claims.get(clientOf(this.x, window)) ?? [];
  }

  #keep(window: number, claimants: readonly Claimant[]): void {
    const program = clientOf(this.x, window);
    if (claimants.length > 0) this.#claims.set(program, claimants);
    else this.#claims.delete(program);
  }
}
