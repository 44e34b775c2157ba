import { DriverError } from '../../errors/driver-error.js';

/** Why a turn failed; `details.kind` of the `provider_error` a caller sees. */
export type FaultKind =
  | 'http'
  | 'unauthorized'
  | 'rate_limited'
  | 'overloaded'
  | 'unreachable'
  | 'stalled'
  | 'dropped'
  | 'invalid_json'
  | 'malformed_call'
  | 'unexpected_response';

export interface FaultDetails {
  readonly provider: string;
  readonly kind: FaultKind;
  readonly status?: number | undefined;
  /** The provider's own error type or code. */
  readonly type?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly attempts?: number | undefined;
}

const transient: ReadonlySet<FaultKind> = new Set(['rate_limited', 'overloaded', 'unreachable', 'stalled', 'dropped', 'malformed_call']);

/** One failed request, before it is known whether another one will be made. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault';

  constructor(
    message: string,
    readonly details: FaultDetails,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }

  get isTransient(): boolean {
    return transient.has(this.details.kind);
  }

  toDriverError(attempts: number): DriverError {
    const known = Object.entries({ ...this.details, attempts }).filter(([, value]) => value !== undefined);
    const suffix = attempts > 1 ? ` (after ${attempts} attempts)` : '';
    return new DriverError('provider_error', `${this.message}${suffix}`, Object.fromEntries(known), { cause: this });
  }
}

/** The key, or the error that names where it belongs. */
export function requireKey(apiKey: string | undefined, provider: string, variable: string): string {
  const key = apiKey?.trim();
  if (key) return key;
  throw new DriverError(
    'provider_key_missing',
    `No key for ${provider}: set ${variable}, or store it with \`offhand secret set ${variable}\`.`,
    {
      provider,
      variable,
    },
  );
}
