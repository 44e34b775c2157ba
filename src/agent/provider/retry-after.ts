import { nowMs } from '../../kit/clock.js';
import { isRecord } from '../context/image-parts.js';

/** How long the server asks us to wait: the headers first, then the delay some providers put into the body. */
export function retryAfterMs(headers: Headers, body: unknown): number | undefined {
  const exact = positive(headers.get('retry-after-ms'), 1);
  if (exact !== undefined) return exact;
  const header = headers.get('retry-after');
  const seconds = positive(header, 1000);
  if (seconds !== undefined) return seconds;
  const date = header === null ? Number.NaN : Date.parse(header);
  if (!Number.isNaN(date)) return Math.max(0, date - nowMs());
  return googleRetryDelay(body);
}

function positive(text: string | null, unit: number): number | undefined {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? Math.ceil(value * unit) : undefined;
}

/** `error.details[]` of a Google API may hold a RetryInfo with `retryDelay: "7.5s"`. */
function googleRetryDelay(body: unknown): number | undefined {
  const error = isRecord(body) ? body.error : undefined;
  const details = isRecord(error) && Array.isArray(error.details) ? error.details : [];
  for (const detail of details) {
    if (!isRecord(detail) || typeof detail.retryDelay !== 'string') continue;
    const seconds = /^(\d+(?:\.\d+)?)s$/.exec(detail.retryDelay)?.[1];
    if (seconds !== undefined) return Math.ceil(Number(seconds) * 1000);
  }
  return undefined;
}
