import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

declare const OFFHAND_VERSION: string | undefined;

/** The package's version: put in by the bundler, or read from package.json when running unbundled. */
export const version: string = typeof OFFHAND_VERSION === 'string' ? OFFHAND_VERSION : fromPackageJson();

function fromPackageJson(): string {
  const here = dirname(new URL(import.meta.url).pathname);
  // The file is our own package.json, two folders up from dist/bin and src/bin alike.
  const { version: found } = JSON.parse(readFileSync(join(here, '../../package.json'), 'utf8')) as { version: string };
  return found;
}
