import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';

export interface AuthEntry {
  readonly family: number;
  readonly address: string;
  readonly number: string;
  readonly name: string;
  readonly data: Buffer;
}

const FAMILY_LOCAL = 256;
const FAMILY_WILD = 65535;
const COOKIE = 'MIT-MAGIC-COOKIE-1';

/** Entries of an xauth file: counted strings, all lengths big-endian. A cut-off last entry is dropped. */
export function parseXauthority(file: Buffer): AuthEntry[] {
  const entries: AuthEntry[] = [];
  let offset = 0;
  const counted = (): Buffer => {
    const length = file.readUInt16BE(offset);
    const start = offset + 2;
    offset = start + length;
    if (offset > file.length) throw new RangeError('cut off');
    return file.subarray(start, offset);
  };
  try {
    while (offset < file.length) {
      const family = file.readUInt16BE(offset);
      offset += 2;
      const [address, number, name, data] = [counted(), counted(), counted(), counted()];
      entries.push({ family, address: address.toString('latin1'), number: number.toString('latin1'), name: name.toString('latin1'), data });
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return entries;
}

/** The cookie for a display, exact host and number before wildcards. */
export function findCookie(entries: readonly AuthEntry[], display: { host: string; number: number }): AuthEntry | undefined {
  const host = display.host === '' || display.host === 'localhost' ? hostname() : display.host;
  const usable = entries.filter(
    ({ name, number, family }) =>
      name === COOKIE &&
      (number === '' || number === String(display.number)) &&
      (family === FAMILY_WILD || family === FAMILY_LOCAL || display.host !== ''),
  );
  const rank = (entry: AuthEntry): number =>
    (entry.address === host ? 0 : entry.family === FAMILY_WILD ? 1 : 2) + (entry.number === '' ? 0.5 : 0);
  return [...usable].sort((a, b) => rank(a) - rank(b))[0];
}

/** The cookie for a display from an xauth file; undefined when the file or an entry is missing. */
export async function readCookie(path: string, display: { host: string; number: number }): Promise<AuthEntry | undefined> {
  const file = await readFile(path).catch(() => undefined);
  return file && findCookie(parseXauthority(file), display);
}
