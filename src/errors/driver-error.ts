import { catalog, type ErrorCode, isErrorCode } from './catalog.js';

export type ErrorDetails = Readonly<Record<string, unknown>>;

/** The one refusal shape of every surface. */
export interface ErrorShape {
  readonly code: ErrorCode;
  readonly message: string;
  readonly remedy: string;
  readonly details?: ErrorDetails;
}

/** The only error callers ever see. The remedy comes from the catalog, never from the throw site. */
export class DriverError extends Error {
  override readonly name = 'DriverError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: ErrorDetails,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }

  get remedy(): string {
    return catalog[this.code].remedy;
  }

  get retryable(): boolean {
    return catalog[this.code].retryable;
  }

  toShape(): ErrorShape {
    return { code: this.code, message: this.message, remedy: this.remedy, ...(this.details ? { details: this.details } : {}) };
  }

  static fromShape(shape: { code: string; message: string; details?: ErrorDetails | undefined }): DriverError {
    return new DriverError(isErrorCode(shape.code) ? shape.code : 'internal', shape.message, shape.details);
  }
}
