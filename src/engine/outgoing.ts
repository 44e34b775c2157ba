/** What leaves the engine carries neither values of secrets nor approval tokens, wherever an application may have shown them. */
import { redactTokens } from '../approval/redact-tokens.js';
import { DriverError } from '../errors/driver-error.js';
import { mapStrings } from '../kit/map-strings.js';
import { redactText } from '../redaction/secret-patterns.js';
import type { Engine } from './call.js';

type Masking = Pick<Engine, 'secrets'>;

/** Encoded pictures are covered before they are encoded; looking through their bytes finds nothing. */
const PICTURE_KEYS: readonly string[] = ['base64', 'data_b64'];

interface Cleaning {
  /** Also what merely looks like a secret, as in pictures. */
  readonly redacts?: boolean;
}

export function cleanOutput({ secrets }: Masking, value: unknown, { redacts = false }: Cleaning = {}): unknown {
  return mapStrings(value, (text, key) => {
    if (PICTURE_KEYS.includes(key) || text.startsWith('data:image/')) return text;
    const clean = secrets.mask.maskText(redactTokens(text));
    return redacts ? redactText(clean).text : clean;
  });
}

export function cleanError(engine: Masking, error: DriverError, cleaning?: Cleaning): DriverError {
  const message = String(cleanOutput(engine, error.message, cleaning));
  const details = cleanOutput(engine, error.details, cleaning);
  if (message === error.message && details === error.details) return error;
  // Cleaning changes strings inside, never the shape.
  return new DriverError(error.code, message, details as DriverError['details']);
}
