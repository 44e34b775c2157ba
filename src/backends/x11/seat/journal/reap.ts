/** Cleans up after processes that died: at the start of the next one, or by the guardian of the dead one. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../../../kit/process-info.js';
import { connectX11, type X11Connection } from '../../../../wire/x11/index.js';
import { type JournalOwner, readJournal } from './change.js';
import { removeLeftSeats } from './left-seats.js';
import { serverIdentity } from './server-identity.js';
import { lookAround, undo } from './undo.js';

/** Everything dead processes left on the display `x` is connected to; the number of them. */
export async function reapDead(x: X11Connection, folder: string, display: string): Promise<number> {
  const journals = journalFiles(folder).map((path) => ({ path, contents: readFile(path) }));
  const dead = journals.filter(
    ({ contents }) => contents?.owner.display === display && !isAlive(contents.owner.pid, contents.owner.starttime),
  );
  for (const { path, contents } of dead) {
    if (contents && isStillThere(contents.owner)) await undo(x, contents);
    rmSync(path, { force: true });
  }
  return dead.length + (await removeLeftSeats(x, ({ pid, starttime }) => !isAlive(pid, starttime)));
}

/** What a process says to its guardian before it goes, when everything is undone. */
export const NOTHING_LEFT = 'done';

/**
 * Undoes a journal once its process is gone, and is ready for that long before: on a busy machine connecting, and running
 * code for the first time, take longer than everything that is to be undone.
 */
export class Undoer {
  readonly #ready: Promise<X11Connection | undefined>;

  constructor(private readonly path: string) {
    this.#ready = this.#connect().catch(() => undefined); // it is tried again when there is something to do
  }

  async undo(): Promise<void> {
    const contents = readFile(this.path);
    if (!contents) return;
    if (!isStillThere(contents.owner)) return rmSync(this.path, { force: true });
    const ready = await this.#ready;
    const x = ready?.isOpen ? ready : await this.#connect();
    if (!x) return;
    try {
      await undo(x, contents);
      rmSync(this.path, { force: true });
    } finally {
      await x.close();
    }
  }

  async #connect(): Promise<X11Connection | undefined> {
    const contents = readFile(this.path);
    if (!contents) return undefined;
    const { display, xauthority } = contents.owner;
    const x = await connectX11({ display, xauthority });
    await lookAround(x);
    return x;
  }
}

/** A server that ended took with it what was changed on it. */
export const isStillThere = ({ display, server }: JournalOwner): boolean => server === serverIdentity(display);

function journalFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join(folder, name));
  } catch {
    return []; // nobody wrote one yet
  }
}

function readFile(path: string) {
  try {
    return readJournal(readFileSync(path, 'utf8'));
  } catch {
    return undefined; // somebody else cleaned up meanwhile
  }
}
