import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { DriverError } from '../../../errors/driver-error.js';
import { writeFileAtomic } from '../../../kit/files.js';

export interface HttpToken {
  readonly token: string;
  /** Where clients of this user find it; undefined when the person set the token. */
  readonly tokenFile?: string;
}

const MIN_LENGTH = 16;
const USABLE = /^[\x21-\x7e]+$/;

/** The person's own token, or a random one in a private file, kept so that clients need not be set up again after a restart. */
export async function httpToken(given: string | undefined, file: string): Promise<HttpToken> {
  if (given !== undefined) {
    if (given.length >= MIN_LENGTH && USABLE.test(given)) return { token: given };
    throw new DriverError('invalid_input', `OFFHAND_HTTP_TOKEN must be at least ${MIN_LENGTH} printable characters without spaces.`);
  }
  const kept = await keptToken(file);
  if (kept !== undefined) return { token: kept, tokenFile: file };
  const token = randomBytes(32).toString('base64url');
  try {
    await writeFileAtomic(file, `${token}\n`);
  } catch (cause) {
    throw new DriverError('home_unusable', `${file} cannot be written.`, { path: file }, { cause });
  }
  return { token, tokenFile: file };
}

/** Only what nobody else could read or write may be trusted again. */
async function keptToken(file: string): Promise<string | undefined> {
  try {
    const { mode, uid } = await stat(file);
    if ((mode & 0o077) !== 0 || uid !== userInfo().uid) return undefined;
    const token = (await readFile(file, 'utf8')).trim();
    return token.length >= MIN_LENGTH && USABLE.test(token) ? token : undefined;
  } catch {
    return undefined; // not there yet
  }
}
