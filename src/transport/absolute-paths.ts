import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const NAMES_A_FILE = /_(file|dir|folder)$/;
/** Arguments that may hold a program, or files to open, beside names and addresses. */
const MAY_NAME_FILES: ReadonlySet<string> = new Set(['name', 'bundle_id', 'launch_path', 'urls', 'additional_arguments']);
const IS_RELATIVE = /^\.{1,2}\//;
const IS_ABSOLUTE_OR_OPTION = /^(?:[/-]|[a-z][a-z0-9+.-]*:)/i;

/** A relative path means the caller's folder, which is not the one the daemon runs in. */
export function absolutePaths(input: unknown, cwd: string): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, absolute(name, value, cwd)]));
}

function absolute(name: string, value: unknown, cwd: string): unknown {
  if (NAMES_A_FILE.test(name)) return typeof value === 'string' && value !== '' ? resolve(cwd, value) : value;
  if (!MAY_NAME_FILES.has(name)) return value;
  if (Array.isArray(value)) return value.map((each) => (typeof each === 'string' && isFile(each, cwd) ? resolve(cwd, each) : each));
  // A bare name is that of an application, whatever lies in the folder.
  return typeof value === 'string' && IS_RELATIVE.test(value) ? resolve(cwd, value) : value;
}

const isFile = (word: string, cwd: string): boolean =>
  IS_RELATIVE.test(word) || (word !== '' && !IS_ABSOLUTE_OR_OPTION.test(word) && existsSync(resolve(cwd, word)));
