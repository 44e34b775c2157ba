/** The tabs a running browser has written down for its next start, from the file it has open for that. */
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import type { SavedWindow } from '../../../../model/page.js';
import { readSessionFile } from '../../../../wire/snss/session-file.js';

/** Days of browsing take a few hundred kilobytes. */
const MAX_BYTES = 64 << 20;

/** All windows of all profiles the process has open; undefined when it keeps no file that can be read. */
export function savedWindows(pid: number): readonly SavedWindow[] | undefined {
  const read = openFiles(pid)
    .filter((file) => /\/Sessions\/Session_\d+$/.test(file))
    .flatMap((file) => readWindows(file) ?? []);
  return read.length > 0 ? read : undefined;
}

function readWindows(file: string): readonly SavedWindow[] | undefined {
  try {
    return statSync(file).size > MAX_BYTES ? undefined : readSessionFile(readFileSync(file));
  } catch {
    return undefined; // the browser has just begun another one
  }
}

function openFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).flatMap((name) => linkTarget(`${folder}/${name}`) ?? []);
  } catch {
    return []; // it ended, or is somebody else's
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined; // closed meanwhile
  }
}
