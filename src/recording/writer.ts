/**
 * Writes a recording so that it can be read at any moment, also after the process was killed:
 * a turn's folder appears whole by one rename, and every later file in it appears whole as well.
 */
import { randomBytes } from 'node:crypto';
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DriverError } from '../errors/driver-error.js';
import { errnoOf, writeFileAtomic } from '../kit/files.js';
import {
  type ActionRecord,
  actionFile,
  type PicturesRecord,
  picturesFile,
  type SessionRecord,
  sessionFile,
  type TreeRecord,
  treeFile,
  turnFolder,
} from './format.js';
import { storageError } from './storage-error.js';

export class RecordingWriter {
  #session: SessionRecord;
  #sessionWrite: Promise<void> | undefined;
  #sessionIsStale = false;
  #bytes = 0;

  private constructor(
    readonly folder: string,
    session: SessionRecord,
  ) {
    this.#session = session;
  }

  /** Makes the folder; one that exists already is refused, because nobody's recording may be overwritten. */
  static async create(folder: string, session: SessionRecord): Promise<RecordingWriter> {
    try {
      await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
      await mkdir(folder, { mode: 0o700 });
    } catch (cause) {
      if (errnoOf(cause) !== 'EEXIST') throw storageError(folder, cause);
      throw new DriverError('output_unwritable', `${folder} exists already.`, { path: folder, errno: 'EEXIST' }, { cause });
    }
    const writer = new RecordingWriter(folder, session);
    try {
      await writer.#writeSession();
    } catch (cause) {
      await rm(folder, { recursive: true, force: true }).catch(() => {}); // what made writing fail may also forbid removing
      throw storageError(folder, cause);
    }
    return writer;
  }

  get session(): SessionRecord {
    return this.#session;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async writeTurn(action: ActionRecord, tree: TreeRecord | undefined): Promise<void> {
    const made = join(this.folder, `.${turnFolder(action.turn)}.${randomBytes(4).toString('hex')}`);
    try {
      await mkdir(made, { mode: 0o700 });
      await this.#write(join(made, actionFile), json(action));
      if (tree) await this.#write(join(made, treeFile), json(tree));
      await rename(made, join(this.folder, turnFolder(action.turn)));
    } catch (cause) {
      await rm(made, { recursive: true, force: true }).catch(() => {}); // what made writing fail may also forbid removing
      throw storageError(this.folder, cause);
    }
  }

  /** Adds a file to a turn; `sameAs` names an earlier file with the same contents, which is then shared. */
  async addFile(turn: number, name: string, contents: Buffer, sameAs?: string): Promise<void> {
    const path = join(this.folder, turnFolder(turn), name);
    try {
      if (sameAs !== undefined && (await isLinked(join(this.folder, sameAs), path))) return;
      await this.#write(`${path}.part`, contents);
      await rename(`${path}.part`, path);
    } catch (cause) {
      await rm(`${path}.part`, { force: true }).catch(() => {}); // what made writing fail may also forbid removing
      throw storageError(this.folder, cause);
    }
  }

  async addPictures(turn: number, pictures: PicturesRecord): Promise<void> {
    await this.addFile(turn, picturesFile, Buffer.from(json(pictures)));
  }

  /** Changes are gathered: however many come while one is being written, one more write follows. */
  async updateSession(change: Partial<SessionRecord>): Promise<void> {
    this.#session = { ...this.#session, ...change };
    this.#sessionIsStale = true;
    this.#sessionWrite ??= this.#writeWhileStale();
    await this.#sessionWrite;
  }

  async #writeWhileStale(): Promise<void> {
    try {
      while (this.#sessionIsStale) {
        this.#sessionIsStale = false;
        await this.#writeSession();
      }
    } catch (cause) {
      throw storageError(this.folder, cause);
    } finally {
      this.#sessionWrite = undefined;
    }
  }

  #writeSession(): Promise<void> {
    return writeFileAtomic(join(this.folder, sessionFile), json(this.#session));
  }

  async #write(path: string, contents: string | Buffer): Promise<void> {
    await writeFile(path, contents, { mode: 0o600 });
    this.#bytes += Buffer.byteLength(contents);
  }
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 1)}\n`;

/** File systems without hard links get a copy instead. */
async function isLinked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    return errnoOf(error) === 'EEXIST';
  }
}
