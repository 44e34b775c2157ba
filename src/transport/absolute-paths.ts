import { resolve } from 'node:path';

const NAMES_A_FILE = /_(file|dir|folder)$/;

/** A relative path means the caller's folder, which is not the one the daemon runs in. */
export function absolutePaths(input: unknown, cwd: string): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const entries = Object.entries(input).map(([name, value]) =>
    NAMES_A_FILE.test(name) && typeof value === 'string' && value !== '' ? [name, resolve(cwd, value)] : [name, value],
  );
  return Object.fromEntries(entries);
}
