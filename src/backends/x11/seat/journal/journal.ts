/** Written before every change and after it was undone, so that whoever comes after a crash knows what to put back. */
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Change, changeLine, type JournalOwner, ownerLine, undoneLine } from './change.js';

const COMPACT_BYTES = 64 * 1024;

let opened = 0;

const journalFile = (folder: string, { pid, starttime, display }: JournalOwner): string =>
  join(folder, `${pid}-${starttime}-${display.replaceAll(/[^\w.]/g, '_')}-${opened++}.jsonl`);

export class Journal {
  readonly #file: number;
  readonly #header: string;
  #length: number;
  #next = 0;
  #inForce = 0;

  #isClosed = false;

  private constructor(
    readonly path: string,
    readonly owner: JournalOwner,
  ) {
    this.#file = openSync(path, 'a', 0o600);
    this.#header = ownerLine(owner);
    this.#length = this.#header.length;
    writeSync(this.#file, this.#header);
  }

  static open(folder: string, owner: JournalOwner): Journal {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = journalFile(folder, owner);
    rmSync(path, { force: true });
    return new Journal(path, owner);
  }

  /** On disk when this returns. Call the result once the change is undone. */
  record(change: Change): () => void {
    const id = this.#next++;
    this.#inForce++;
    this.#append(changeLine(id, change));
    let undone = false;
    return () => {
      if (undone) return;
      undone = true;
      this.#inForce--;
      this.#append(undoneLine(id));
    };
  }

  /** Everything is undone, or went away with its server. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeSync(this.#file);
    rmSync(this.path, { force: true });
  }

  #append(line: string): void {
    if (this.#isClosed) return;
    if (this.#inForce === 0 && this.#length > COMPACT_BYTES) {
      ftruncateSync(this.#file, this.#header.length);
      this.#length = this.#header.length;
      return;
    }
    this.#length += writeSync(this.#file, line);
  }
}
