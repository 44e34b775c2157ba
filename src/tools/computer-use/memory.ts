import type { Session } from '../../session/session.js';
import type { Snapshot } from '../../snapshot/snapshot.js';
import type { Mode } from './schema.js';

export interface Target {
  readonly windowId: number;
  readonly pid: number | null;
  readonly app: string;
}

/** What the model was last shown of a window. */
export interface Shown {
  readonly mode: Mode;
  readonly snapshot: Snapshot | undefined;
  readonly pictureHash: string | undefined;
  /** Pictures left out in a row because nothing had changed. */
  readonly omitted: number;
}

/** One session's sticky target and what it has seen. */
export interface Memory {
  target: Target | undefined;
  readonly shown: Map<number, Shown>;
}

const memories = new WeakMap<Session, Memory>();

export function memoryOf(session: Session): Memory {
  const known = memories.get(session);
  if (known) return known;
  const memory: Memory = { target: undefined, shown: new Map() };
  memories.set(session, memory);
  return memory;
}

/** Closed windows are forgotten so that a long session stays small. */
export function keepShown(memory: Memory, alive: ReadonlySet<number>): void {
  for (const windowId of memory.shown.keys()) if (!alive.has(windowId)) memory.shown.delete(windowId);
}
