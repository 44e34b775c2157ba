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

/** A program by one of its windows and its process: the next one to connect may get the same numbers for its windows. */
export interface Program {
  readonly window: number;
  readonly owner: number | undefined;
}

export class ClientPointers {
  /** By program, the one whose devices it has last. */
  readonly #claims = new Map<string, readonly Claimant[]>();

  constructor(
    private readonly x: X11Connection,
    private readonly journal: Journal,
  ) {}

  /** An agent comes into the window: from now on the program has its devices. */
  claim(program: Program, pointer: number): PointerClaim {
    return this.#claim(program, { pointer }, (others, own) => [...others, own]);
  }

  /** For as long as nobody who is at work in the program has it. */
  claimBehind(program: Program, pointer: number): PointerClaim {
    return this.#claim(program, { pointer }, (others, own) => [own, ...others]);
  }

  /** Whose devices it is to have; the person's where nobody claims it. */
  of(program: Program): number {
    return this.#claimants(program).at(-1)?.pointer ?? XIDevice.CorePointer;
  }

  #claim(program: Program, own: Claimant, join: (others: readonly Claimant[], own: Claimant) => readonly Claimant[]): PointerClaim {
    this.#keep(program, join(this.#claimants(program), own));
    const undone = this.journal.record({ kind: 'client_pointer', window: program.window });
    const drop = () => {
      this.#keep(
        program,
        this.#claimants(program).filter((claimant) => claimant !== own),
      );
      return this.of(program);
    };
    return { drop, undone };
  }

  #claimants(program: Program): readonly Claimant[] {
    return this.#claims.get(this.#nameOf(program)) ?? [];
  }

  #keep(program: Program, claimants: readonly Claimant[]): void {
    if (claimants.length > 0) this.#claims.set(this.#nameOf(program), claimants);
    else this.#claims.delete(this.#nameOf(program));
  }

  #nameOf({ window, owner }: Program): string {
    return `${clientOf(this.x, window)} ${owner}`;
  }
}
