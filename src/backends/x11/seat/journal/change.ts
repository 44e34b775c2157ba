/** What a seat changes on a display that would stay behind if its process died. Devices are not listed: their names tell. */
import type { Desk } from '../foreground/desk.js';
import type { SavedShape } from '../target/hole.js';

export type Change =
  /** The input shape of a window has a hole. */
  | { readonly kind: 'shape'; readonly window: number; readonly saved: SavedShape }
  /** The owner of the window grabs and focuses with the agent's devices. */
  | { readonly kind: 'client_pointer'; readonly window: number }
  /** The window believes it has the keyboard focus. */
  | { readonly kind: 'focus_in'; readonly window: number }
  /** A 32-bit property was overwritten; `before` is absent when there was none. */
  | { readonly kind: 'property'; readonly window: number; readonly name: string; readonly written: number; readonly before?: number }
  /** A key of the person's keyboard that types nothing was given characters. */
  | { readonly kind: 'spare_keys'; readonly keycodes: readonly number[] }
  /** A window is in front of the person, and what is done there is done with their own devices. */
  | { readonly kind: 'foreground'; readonly window: number; readonly desk: Desk };

/** First line of a journal. */
export interface JournalOwner {
  readonly display: string;
  /** Which server that is; another one may take its number. */
  readonly server?: string;
  readonly xauthority?: string;
  readonly pid: number;
  readonly starttime: number;
}

interface Record {
  readonly id?: number;
  readonly change?: Change;
  readonly undone?: number;
}

export interface JournalContents {
  readonly owner: JournalOwner;
  /** Changes still in force, oldest first. */
  readonly inForce: readonly Change[];
}

export const ownerLine = (owner: JournalOwner): string => `${JSON.stringify({ owner })}\n`;
export const changeLine = (id: number, change: Change): string => `${JSON.stringify({ id, change })}\n`;
export const undoneLine = (id: number): string => `${JSON.stringify({ undone: id })}\n`;

/** Undefined when the file is no journal. A last line cut short by a crash counts as not written: its change never happened. */
export function readJournal(text: string): JournalContents | undefined {
  const [first = '', ...rest] = text.split('\n').slice(0, -1);
  const { owner } = (parseLine(first) ?? {}) as { owner?: JournalOwner };
  if (!owner) return undefined;
  const inForce = new Map<number, Change>();
  for (const line of rest) {
    const { id, change, undone } = (parseLine(line) ?? {}) as Record;
    if (id !== undefined && change) inForce.set(id, change);
    if (undone !== undefined) inForce.delete(undone);
  }
  return { owner, inForce: [...inForce.values()] };
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // torn by a crash
  }
}
