/**
 * One process at a time talks through a browser's pipe: with two readers each would get a part of every answer.
 * Whoever claims it leaves a file named after itself, then looks for others: of two that come at once, at least one sees the other.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DriverError } from '../../../../errors/driver-error.js';
import { errnoOf } from '../../../../kit/files.js';
import { isAlive, processInfo } from '../../../../kit/process-info.js';

/** A process is named for good by its number and when it started. */
const CLAIM = /^claim-(\d+)-(\d+)$/;

/** Returns the way to give it up; a process that dies gives it up by dying. */
export function claimPipe(folder: string): () => void {
  const mine = `claim-${process.pid}-${processInfo(process.pid)?.starttime ?? 0}`;
  const path = join(folder, mine);
  let isHeld = true;
  const release = () => {
    // Once only: the next claim of this process has the same name.
    if (isHeld) rmSync(path, { force: true });
    isHeld = false;
  };
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    if (errnoOf(cause) === 'EEXIST') throw claimed(process.pid);
    throw new DriverError('page_unavailable', `${folder} cannot be used: ${errnoOf(cause)}.`, { path: folder }, { cause });
  }
  const holder = otherHolder(folder, mine);
  if (holder === undefined) return release;
  release();
  throw claimed(holder);
}

function otherHolder(folder: string, mine: string): number | undefined {
  for (const name of readdirSync(folder)) {
    const [, pid = '', starttime = ''] = CLAIM.exec(name) ?? [];
    if (pid === '' || name === mine) continue;
    if (isAlive(Number(pid), Number(starttime))) return Number(pid);
    rmSync(join(folder, name), { force: true });
  }
  return undefined;
}

const claimed = (pid: number): DriverError =>
  new DriverError('page_unavailable', `The pages of this browser are in the hands of pid ${pid}, and only one process can drive them.`, {
    held_by: pid,
  });
