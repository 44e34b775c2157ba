/** Names of recordings and the folders they are in. A name never leads out of the recordings folder. */
import { isAbsolute, join, resolve } from 'node:path';
import { DriverError } from '../errors/driver-error.js';

const LONGEST = 80;

/** Anything a session or a caller may be called, as one safe folder name. */
export function folderName(text: string): string {
  const slug = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, LONGEST);
  return slug === '' ? 'recording' : slug;
}

/** `2026-03-01_14-05-09_shopping`: sorts by time and says whose it is. */
export function defaultName(session: string, at: Date): string {
  const stamp = at.toISOString().slice(0, 19).replace('T', '_').replaceAll(':', '-');
  return `${stamp}_${folderName(session)}`;
}

export function checkedName(name: string): string {
  if (name === folderName(name)) return name;
  throw new DriverError('invalid_input', `"${name.slice(0, 100)}" cannot be the name of a recording.`, {
    allowed: `letters, digits and . _ -, at most ${LONGEST} characters`,
    suggestion: folderName(name),
  });
}

/** The folder a caller means: a path, or the name of a recording in `root`. */
export function recordingFolder(root: string, nameOrPath: string): string {
  if (isAbsolute(nameOrPath)) return resolve(nameOrPath);
  return join(root, checkedName(nameOrPath));
}
