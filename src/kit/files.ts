/** Files that must not be seen by others or left half-written. */
import { randomBytes } from 'node:crypto';
import { type FileHandle, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';

export class FileError extends Error {
  override readonly name = 'FileError';
  constructor(
    readonly path: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Creates the directory (0700) and its parents; refuses one that is a link or belongs to someone else, as /tmp allows. */
export async function ensurePrivateDir(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new FileError(path, `cannot create the directory ${path}: ${reasonOf(cause)}`, { cause });
  }
  const found = await lstat(path);
  if (!found.isDirectory()) throw new FileError(path, `${path} is not a directory`);
  if (found.uid !== userInfo().uid) throw new FileError(path, `${path} belongs to another user`);
  if ((found.mode & 0o002) !== 0) throw new FileError(path, `${path} can be changed by every user`);
}

/** Replaces the file's contents in one step: readers see the old or the new whole, never a part, and a crash loses neither. */
export async function writeFileAtomic(path: string, contents: string | Uint8Array, mode = 0o600): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  let file: FileHandle | undefined;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    file = await open(temporary, 'wx', mode);
    await file.writeFile(contents);
    await file.sync();
    await file.close();
    await rename(temporary, path);
  } catch (cause) {
    await file?.close().catch(() => {}); // closed already when renaming failed
    await rm(temporary, { force: true }).catch(() => {}); // the folder itself may be what is missing
    throw new FileError(path, `cannot write ${path}: ${reasonOf(cause)}`, { cause });
  }
}

export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
