/** Which living window each window of the recording is, for as long as a replay goes on, also turn by turn. */
import type { Session } from '../../../session/session.js';

export class Bindings {
  readonly #windows = new Map<string, number>();

  windowOf(ref: string): number | undefined {
    return this.#windows.get(ref);
  }

  bind(ref: string, windowId: number): void {
    this.#windows.set(ref, windowId);
  }

  unbind(ref: string): void {
    this.#windows.delete(ref);
  }

  /** Windows that stand for another one of the recording. */
  takenBesides(ref: string): ReadonlySet<number> {
    return new Set([...this.#windows].filter(([other]) => other !== ref).map(([, id]) => id));
  }
}

const remembered = new WeakMap<Session, Map<string, Bindings>>();

/** A replay from the start forgets what an earlier one found. */
export function bindingsFor(session: Session, folder: string, isFromStart: boolean): Bindings {
  const ofSession = remembered.get(session) ?? new Map<string, Bindings>();
  remembered.set(session, ofSession);
  const known = isFromStart ? undefined : ofSession.get(folder);
  const bindings = known ?? new Bindings();
  ofSession.set(folder, bindings);
  return bindings;
}
