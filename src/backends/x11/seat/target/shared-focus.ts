/**
 * All windows of one Wine have one idea between them of which has the keyboard: what an agent does in one of them takes
 * the person's keys from another, and they are lost until the person clicks there again.
 */
import { readFileSync } from 'node:fs';
import { DriverError } from '../../../../errors/driver-error.js';
import type { X11Connection } from '../../../../wire/x11/index.js';
import { findTarget, type Target } from './target.js';

/** `focus` is where the person's keyboard is. */
export async function refuseSharedFocus(x: X11Connection, target: Target, focus: number): Promise<void> {
  const isElsewhere = focus > 1 && focus !== target.window;
  if (!target.traits.sharesFocus || !isElsewhere) return;
  const persons = await findTarget(x, focus).catch(() => undefined); // it is gone, and nobody types there
  if (!persons?.traits.sharesFocus || !mayBeOneSession(prefixOf(target.owner), prefixOf(persons.owner))) return;
  throw new DriverError(
    'background_unavailable',
    'The person is at another window of the same Wine, which has one keyboard focus for all of them: acting here would take it from there.',
    { window_id: target.window },
  );
}

const mayBeOneSession = (one: string | undefined, other: string | undefined): boolean =>
  one === undefined || other === undefined || one === other;

/** Where its Wine keeps what its programs share; undefined when the kernel does not tell. */
function prefixOf(pid: number | undefined): string | undefined {
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    const variable = (name: string) => variables.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
    return variable('WINEPREFIX') ?? `${variable('HOME')}/.wine`;
  } catch {
    return undefined;
  }
}
