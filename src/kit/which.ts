import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The executable a shell would run for `command`, or undefined. A command with a slash is taken as a path. */
export function which(command: string, pathString: string): string | undefined {
  if (command === '') return undefined;
  if (command.includes('/')) return isExecutableFile(command) ? resolve(command) : undefined;
  for (const directory of pathString.split(delimiter)) {
    // Relative entries would make the answer depend on the working directory.
    if (!isAbsolute(directory)) continue;
    const candidate = join(directory, command);
    if (isExecutableFile(candidate)) return candidate;
  }
  return undefined;
}

function isExecutableFile(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false; // missing, or not ours to run
  }
}

/** A program of our own: the first of the places that has it, seen from `here`, a module's address, or else the first of all. */
export function builtProgram(places: readonly string[], here: string): string {
  const paths = places.map((place) => fileURLToPath(new URL(place, here)));
  return paths.find((path) => existsSync(path)) ?? paths[0] ?? '';
}
