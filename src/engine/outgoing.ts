/** What leaves the engine carries neither values of secrets nor approval tokens, wherever an application may have shown them. */
import { redactTokens } from '../approval/redact-tokens.js';
import { DriverError } from '../errors/driver-error.js';
import { mapStrings } from '../kit/map-strings.js';
import type { Engine } from './call.js';

type Masking = Pick<Engine, 'secrets'>;

/** Encoded pictures are covered before they are encoded; looking through their bytes finds nothing. */
const PICTURE_KEYS: readonly string[] = ['base64', 'data_b64'];

export const cleanOutput = ({ secrets }: Masking, value: unknown): unknown =>
  mapStrings(value, (text, key) => (PICTURE_KEYS.includes(key) ? text : secrets.mask.maskText(redactTokens(text))));

export function cleanError(engine: Masking, error: DriverError): DriverError {
  const message = String(cleanOutput(engine, error.message));
  const details = cleanOutput(engine, error.details);
  if (message === error.message && details === error.details) return error;
  // Cleaning changes strings inside, never the shape.
  return new DriverError(error.code, message, details as DriverError['details']);
}
